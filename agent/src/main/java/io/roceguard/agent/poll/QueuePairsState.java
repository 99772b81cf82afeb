// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairCounters;
import java.util.List;
import java.util.Set;

/** The last listing of a NIC's queue pairs: the list, or a reason. */
public sealed interface QueuePairsState {

    /**
     * @param all by number, those of the kernel among them
     * @param sets counter sets bound to queue pairs, by port and id
     * @param setsProblem why the sets could not be read, {@code ""} when they were
     * @param source where the list came from, {@code netlink}, {@code simulation}
     * @param takenMillis epoch milliseconds
     * @param durationNanos how long the listing took
     */
    record Known(
            List<QueuePair> all,
            List<QueuePairCounters> sets,
            String setsProblem,
            String source,
            long takenMillis,
            long durationNanos)
            implements QueuePairsState {

        /** Queue pairs of the subnet management, which every port has. */
        private static final Set<String> MANAGEMENT = Set.of("SMI", "GSI");

        public Known {
            all = List.copyOf(all);
            sets = List.copyOf(sets);
        }

        /** Those in state ERR whose application has lost its connection; those of the kernel come and go that way. */
        public List<QueuePair> inError() {
            return all.stream().filter(Known::failing).toList();
        }

        /** Whether that queue pair is one of {@link #inError}. */
        public static boolean failing(QueuePair pair) {
            return pair.inError() && !MANAGEMENT.contains(pair.type()) && !ofTheKernel(pair);
        }

        /** The kernel names its own clients; an application that this process cannot see has neither pid nor name. */
        private static boolean ofTheKernel(QueuePair pair) {
            return pair.pid() == null && pair.command() != null;
        }
    }

    /**
     * @param failed true where listing them failed, false where there is nothing to worry about: not supported, off, or
     *     not listed yet
     * @param reason a full sentence
     */
    record Unknown(boolean failed, String reason) implements QueuePairsState {}
}
