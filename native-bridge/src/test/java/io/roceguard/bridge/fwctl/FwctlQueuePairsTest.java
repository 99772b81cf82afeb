// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.device.NicException;
import io.roceguard.device.QueuePairTiming;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FwctlQueuePairsTest extends OnFwctlDouble {

    private FwctlQueuePairs queuePairs;

    @BeforeEach
    void open() {
        queuePairs = new FwctlQueuePairs(device);
        FwctlDouble.setQueuePair(0x0001c7, 0x000845, 14, 7, 3, 6);
    }

    @Test
    void readsTheTimingOfAQueuePairInScope1() throws NicException {
        assertThat(queuePairs.timing(0x1c7)).isEqualTo(new QueuePairTiming(0x1c7, 0x845, 14, 7, 3, 6));

        assertThat(HexFormat.of().formatHex(FwctlDouble.lastRequest())).isEqualTo("050b000000000000000001c700000000");
        assertThat(FwctlDouble.lastRoom()).isEqualTo(0x110);
        assertThat(FwctlDouble.commandsInScope(0)).isZero();
        assertThat(FwctlDouble.commandsInScope(1)).isEqualTo(1);
    }

    @Test
    void readsEveryFieldOverItsWholeRange() throws NicException {
        FwctlDouble.setQueuePair(0xffffff, 0xffffff, 31, 0, 7, 0);
        assertThat(queuePairs.timing(0xffffff)).isEqualTo(new QueuePairTiming(0xffffff, 0xffffff, 31, 0, 7, 0));

        FwctlDouble.setQueuePair(1, 0, 0, 7, 0, 7);
        assertThat(queuePairs.timing(1)).isEqualTo(new QueuePairTiming(1, 0, 0, 7, 0, 7));
    }

    @Test
    void saysThatTheFirmwareMayHideQueuePairsOfOthers() {
        assertThatThrownBy(() -> queuePairs.timing(0x1c8))
                .isInstanceOf(NicException.Refused.class)
                .hasMessage(
                        "QUERY_QP 456 on mlx5_0 failed: the firmware refused with BAD_RES (status 0x5, syndrome 0x0)."
                                + " Either that queue pair is gone, or the firmware does not show this process the queue pairs"
                                + " of other processes.");
    }

    @Test
    void aFirmwareWithoutTheCommandIsNotSupported() {
        FwctlDouble.refuse(0x2, 0, 1);

        assertThatThrownBy(() -> queuePairs.timing(0x1c7))
                .isInstanceOf(NicException.NotSupported.class)
                .hasMessageEndingWith(
                        "BAD_OP (status 0x2, syndrome 0x0). This firmware takes no QUERY_QP from this process.");
    }

    @Test
    void aShortReplyIsAnErrorAndNoTiming() {
        FwctlDouble.cutReplies(0x88);

        assertThatThrownBy(() -> queuePairs.timing(0x1c7))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("the reply has 136 of 272 bytes");
    }

    @Test
    void sharesTheDescriptorOfTheRegister() throws NicException {
        FwctlRegister register = new FwctlRegister(device);
        register.get(0);
        queuePairs.timing(0x1c7);
        register.get(0);

        assertThat(FwctlDouble.opens()).isEqualTo(1);
    }
}
