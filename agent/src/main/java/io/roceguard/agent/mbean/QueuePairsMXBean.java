// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code io.roceguard:type=QueuePairs,nic=...}: the queue pairs of one NIC as last listed. What is not known is null, or
 * an empty array beside a status that says why.
 */
@Description("The queue pairs of one NIC, as last listed. Listing costs the firmware one command each, so it happens "
        + "rarely (poll.queue_pairs). Those of the kernel are counted and never count as in error.")
public interface QueuePairsMXBean {

    /** Most elements that an array attribute shows. */
    int LONGEST_LIST = 1000;

    /** Most that {@link #list} returns. */
    int LARGEST_LIMIT = 10_000;

    @Description("RDMA device name.")
    String getNic();

    @Description("ok, or why the queue pairs are not known.")
    String getStatus();

    @Description("Where the list comes from: netlink, simulation; empty while there is none.")
    String getSource();

    @Description("Time since the queue pairs were last listed; null when they never were.")
    @Unit("ms")
    @Range(min = 0)
    @Nullable
    Long getAgeMillis();

    @Description("How long the last listing took; null when there is none.")
    @Unit("us")
    @Range(min = 0)
    @Nullable
    Long getListingDurationMicros();

    @Description("How many queue pairs there are, the kernel's among them; null when they are not known.")
    @Unit("queue pairs")
    @Range(min = 0)
    @Nullable
    Long getCount();

    @Description("How many queue pairs are in each state that occurs; null when they are not known.")
    @Unit("queue pairs")
    @Nullable
    SortedMap<String, Long> getCountByState();

    @Description("How many queue pairs there are of each type that occurs; null when they are not known.")
    @Unit("queue pairs")
    @Nullable
    SortedMap<String, Long> getCountByType();

    @Description("How many processes and kernel clients have queue pairs; null when they are not known.")
    @Unit("owners")
    @Range(min = 0)
    @Nullable
    Long getProcessCount();

    @Description("Who has queue pairs, those with queue pairs in error first; at most 1000. Without pid it is a kernel "
            + "client, or an owner in another pid namespace.")
    QueuePairOwnerView[] getProcesses();

    @Description("How many queue pairs of applications are in state ERR; null when they are not known.")
    @Unit("queue pairs")
    @Range(min = 0)
    @Nullable
    Long getInErrorCount();

    @Description("The queue pairs of applications in state ERR, by number; at most 1000.")
    QueuePairView[] getInError();

    @Description("ok, or why the counter sets bound to queue pairs are not known.")
    String getCounterSetsStatus();

    @Description("How many counter sets are bound to queue pairs; null when they are not known.")
    @Unit("counter sets")
    @Range(min = 0)
    @Nullable
    Long getCounterSetCount();

    @Description("The counter sets that an administrator has bound to queue pairs, by port and id; at most 1000.")
    CounterSetView[] getCounterSets();

    @ChangesState
    @Description("Lists the queue pairs now and returns how many there are.")
    long refresh();

    @ChangesState
    @Description("Asks the hardware for the retry settings of one queue pair. Costs the firmware one command.")
    QueuePairTimingView queryTiming(@Description("Local QP number.") int number);

    @Description("The queue pairs as last listed, those in error first, then by number.")
    QueuePairView[] list(
            @Description("Only those in this state, such as RTS or ERR; empty for all.") @Nullable String state,
            @Description("Return at most so many, 1..10000.") int limit);
}
