// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import io.roceguard.register.RegisterImage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Changes to write down. */
final class Changes {

    static final String NIC = "0000:1a:00.0/serial";
    static final String OTHER_NIC = "0000:1b:00.0/serial";
    static final RegisterImage BEFORE = image(RegisterImage.SHORT_DWORDS, 0x1000);

    private Changes() {}

    /** One whose every word is another, with the highest bit of the first. */
    static RegisterImage image(int dwords, int from) {
        return RegisterImage.ofWords(IntStream.range(0, dwords)
                .map(i -> (0x80000000 >>> i) + from + i)
                .toArray());
    }

    static ChangeIntent of(String stableId) {
        return of(stableId, ChangeKind.APPLY, null);
    }

    static ChangeIntent of(String stableId, ChangeKind kind, @Nullable Long undoes) {
        return intent(stableId, kind, undoes, null, "");
    }

    static ChangeIntent requested(String stableId, String request) {
        return intent(stableId, ChangeKind.APPLY, null, request, "");
    }

    static ChangeIntent because(String reason) {
        return intent(NIC, ChangeKind.APPLY, null, null, reason);
    }

    private static ChangeIntent intent(
            String stableId, ChangeKind kind, @Nullable Long undoes, @Nullable String request, String reason) {
        return new ChangeIntent(
                request,
                kind,
                undoes,
                "mlx5_0",
                stableId,
                "28.46.1006",
                "alice",
                "http",
                "",
                reason,
                "roce_tx_window_en=1",
                BEFORE,
                BEFORE,
                1_000);
    }
}
