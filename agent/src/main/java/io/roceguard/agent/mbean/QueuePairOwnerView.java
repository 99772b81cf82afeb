// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.poll.QueuePairsState;
import io.roceguard.device.QueuePair;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who has queue pairs, as open data.
 *
 * @param pid null for the kernel, whose client is then the command, and for owners that the daemon cannot see
 * @param command null when it is not known
 * @param queuePairs how many it has
 * @param inError how many of them are in state ERR; 0 for the kernel
 */
public record QueuePairOwnerView(
        @Nullable Integer pid, @Nullable String command, int queuePairs, int inError) {

    /** Those with queue pairs in error first, then those with most of them. */
    private static final Comparator<QueuePairOwnerView> WORST_FIRST = Comparator.comparingInt(
                    QueuePairOwnerView::inError)
            .thenComparingInt(QueuePairOwnerView::queuePairs)
            .reversed()
            .thenComparing(QueuePairOwnerView::pid, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(QueuePairOwnerView::command, Comparator.nullsLast(Comparator.naturalOrder()));

    private record Owner(@Nullable Integer pid, @Nullable String command) {}

    private record Counts(int queuePairs, int inError) {

        Counts plus(QueuePair pair) {
            return new Counts(queuePairs + 1, inError + (QueuePairsState.Known.failing(pair) ? 1 : 0));
        }
    }

    /** The owners of these queue pairs, the worst first. */
    static List<QueuePairOwnerView> of(List<QueuePair> pairs) {
        Map<Owner, Counts> owners = new LinkedHashMap<>();
        for (QueuePair pair : pairs) {
            owners.compute(
                    new Owner(pair.pid(), pair.command()),
                    (owner, counts) -> (counts == null ? new Counts(0, 0) : counts).plus(pair));
        }
        return owners.entrySet().stream()
                .map(entry -> new QueuePairOwnerView(
                        entry.getKey().pid(),
                        entry.getKey().command(),
                        entry.getValue().queuePairs(),
                        entry.getValue().inError()))
                .sorted(WORST_FIRST)
                .toList();
    }
}
