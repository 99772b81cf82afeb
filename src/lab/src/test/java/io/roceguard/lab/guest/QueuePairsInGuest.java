// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab.guest;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.device.NicException;
import io.roceguard.device.NicInventory;
import io.roceguard.device.QueuePair;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queue pairs of the kernel and of a real program. */
class QueuePairsInGuest {

    private final NicInventory inventory = Guest.inventory();

    @BeforeEach
    void assumeQueuePairs() {
        Guest.assumeQueuePairs();
    }

    @AfterEach
    void close() {
        inventory.close();
    }

    private List<QueuePair> list(String device) throws NicException {
        return Guest.nic(inventory, device).queuePairs().list();
    }

    private static List<QueuePair> rdmaResources(String device) {
        return Guest.rdma("resource show qp link " + device + "/1").stream()
                .map(QueuePairsInGuest::queuePair)
                .sorted(Comparator.comparing(QueuePair::number))
                .toList();
    }

    private static QueuePair queuePair(Map<String, Object> shown) {
        return new QueuePair(
                (Integer) shown.get("lqpn"),
                (Integer) shown.get("port"),
                (String) shown.get("type"),
                (String) shown.get("state"),
                (Integer) shown.get("rqpn"),
                (Integer) shown.get("pid"),
                (String) shown.get("comm"));
    }

    @Test
    void equalTheResourcesOfTheRdmaToolWhileTrafficRuns() throws Exception {
        try (RcPair pair = RcPair.start()) {
            assertThat(list("rxe0")).isEqualTo(rdmaResources("rxe0"));
            assertThat(list("rxe1")).isEqualTo(rdmaResources("rxe1"));

            assertThat(list("rxe0"))
                    .contains(new QueuePair(pair.sender(), 1, "RC", "RTS", pair.receiver(), pair.pid(), "rc_pair"));
            assertThat(list("rxe1"))
                    .contains(new QueuePair(pair.receiver(), 1, "RC", "RTS", pair.sender(), pair.pid(), "rc_pair"));
        }
    }

    @Test
    void thoseOfTheKernelHaveItsClientForACommandAndNoPid() throws Exception {
        assertThat(list("rxe0"))
                .filteredOn(pair -> pair.type().equals("GSI"))
                .singleElement()
                .satisfies(gsi -> {
                    assertThat(gsi.pid()).isNull();
                    assertThat(gsi.command()).isEqualTo("ib_core");
                    assertThat(gsi.remoteNumber()).isNull();
                });
    }

    @Test
    void oneWhosePacketsAreAllLostIsInErrorWithItsOwnerAndItsPeerIsNot() throws Exception {
        try (RcPair pair = RcPair.start("retry=3")) {
            Guest.losingOnTheWayToRxe1(
                    "100%",
                    () -> assertThat(pair.awaitFailure())
                            .isEqualTo("failed rxe0 " + pair.sender() + " 12 transport retry counter exceeded"));

            assertThat(list("rxe0"))
                    .filteredOn(QueuePair::inError)
                    .containsExactly(
                            new QueuePair(pair.sender(), 1, "RC", "ERR", pair.receiver(), pair.pid(), "rc_pair"));
            assertThat(list("rxe1")).filteredOn(QueuePair::inError).isEmpty();
        }
        assertThat(list("rxe0")).noneMatch(QueuePair::inError);
    }
}
