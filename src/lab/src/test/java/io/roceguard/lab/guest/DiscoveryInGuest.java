// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.device.LinkLayer;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicInventory;
import io.roceguard.device.PortInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DiscoveryInGuest {

    private final NicInventory inventory = Guest.inventory();

    @AfterEach
    void close() {
        inventory.close();
    }

    private List<String> names() throws NicException {
        return inventory.scan().stream().map(nic -> nic.identity().name()).toList();
    }

    @Test
    void findsTheDevicesThatTheRdmaToolShowsWithTheirPortsAndInterfaces() throws Exception {
        List<Map<String, Object>> links = Guest.rdma("link show");

        assertThat(names()).containsExactly("rxe0", "rxe1");
        assertThat(links).extracting(link -> link.get("ifname")).containsExactly("rxe0", "rxe1");
        for (Map<String, Object> link : links) {
            Nic nic = Guest.nic(inventory, (String) link.get("ifname"));
            List<PortInfo> ports = nic.readPorts();
            assertThat(ports).extracting(PortInfo::number).containsExactly((Integer) link.get("port"));
            assertThat(ports.get(0).state()).isEqualTo(link.get("state"));
            assertThat(ports.get(0).netdevs()).containsExactly((String) link.get("netdev"));
            assertThat(ports.get(0).linkLayer()).isEqualTo(LinkLayer.ETHERNET);
        }
    }

    @Test
    void aDeviceOfSoftwareIsKnownByItsGuid() throws Exception {
        Nic rxe0 = Guest.nic(inventory, "rxe0");

        String guid = Files.readString(Path.of("/sys/class/infiniband/rxe0/node_guid"))
                .strip();
        assertThat(rxe0.identity().nodeGuid()).isEqualTo(guid);
        assertThat(rxe0.identity().pciAddress()).isNull();
        assertThat(rxe0.identity().stableId()).isEqualTo("-/" + guid);
    }

    @Test
    void aDeviceThatIsRemovedWhilePolledIsUnreachableAndFoundAgainWhenItIsBack() throws Exception {
        Nic rxe0 = Guest.nic(inventory, "rxe0");
        Nic rxe1 = Guest.nic(inventory, "rxe1");
        CountDownLatch polled = new CountDownLatch(3);
        CompletableFuture<NicException> polling = CompletableFuture.supplyAsync(() -> {
            try {
                while (true) {
                    rxe1.counters().read(1);
                    polled.countDown();
                }
            } catch (NicException failure) {
                return failure;
            }
        });
        assertThat(polled.await(1, TimeUnit.MINUTES)).isTrue();

        Guest.run("rdma link delete rxe1");
        try {
            assertThat(polling.get(1, TimeUnit.MINUTES))
                    .isInstanceOf(NicException.Unreachable.class)
                    .hasMessageContaining("rxe1");
            assertThatThrownBy(rxe1::readPorts).isInstanceOf(NicException.Unreachable.class);
            assertThat(rxe0.counters().read(1).values()).isNotEmpty();
            assertThat(inventory.scan()).containsExactly(rxe0);
        } finally {
            Guest.run("rdma link add rxe1 type rxe netdev portb");
        }

        Nic back = Guest.nic(inventory, "rxe1");
        assertThat(back.identity()).isEqualTo(rxe1.identity());
        assertThat(back.counters().read(1).values()).isNotEmpty();
        assertThat(Guest.nic(inventory, "rxe0")).isSameAs(rxe0);
    }

    @Test
    void aRenamedDeviceKeepsItsStableId() throws Exception {
        Nic before = Guest.nic(inventory, "rxe1");

        Guest.run("rdma dev set rxe1 name roce9");
        try {
            assertThat(names()).containsExactly("roce9", "rxe0");
            Nic after = Guest.nic(inventory, "roce9");
            assertThat(after.identity().stableId()).isEqualTo(before.identity().stableId());
            assertThat(after.counters().read(1).values()).isNotEmpty();
            assertThatThrownBy(before::readPorts).isInstanceOf(NicException.Unreachable.class);
        } finally {
            Guest.run("rdma dev set roce9 name rxe1");
        }

        assertThat(names()).containsExactly("rxe0", "rxe1");
    }
}
