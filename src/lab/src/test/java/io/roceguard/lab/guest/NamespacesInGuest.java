// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What is left of the devices for a process in other namespaces than theirs, as a container has them. Soft-RoCE itself
 * stays in the first; {@code rdma system} is on {@code netns shared}, the default.
 */
class NamespacesInGuest {

    private static final String[] CONTAINER = {
        "unshare", "--pid", "--fork", "--mount-proc", "ip", "netns", "exec", "elsewhere"
    };

    @BeforeAll
    static void makeNamespace() {
        Guest.run("ip netns add elsewhere");
    }

    @AfterAll
    static void removeNamespace() {
        Guest.run("ip netns del elsewhere");
    }

    @Test
    void sysfsShowsTheDevicesAndSaysThatTheirCountersAreHidden() {
        List<Map<String, Object>> seen = Watcher.run(Watcher.SYSFS, CONTAINER);

        assertThat(seen).extracting(device -> device.get("name")).containsExactly("rxe0", "rxe1");
        assertThat(seen)
                .allSatisfy(device -> assertThat(device)
                        .containsEntry("state", "ACTIVE")
                        .containsEntry("hidden", "hidden_by_netns")
                        .containsEntry("counters", Map.of()));
        assertThat(seen.get(0).get("queue_pairs")).asString().contains("rxe0 failed: ");
    }

    @Test
    void netlinkShowsCountersAndQueuePairsButNotTheirOwners() {
        Guest.assumeQueuePairs();
        try (RcPair pair = RcPair.start()) {
            List<Map<String, Object>> seen = Watcher.run(Watcher.UNDER_TEST, CONTAINER);

            assertThat(seen).extracting(device -> device.get("name")).containsExactly("rxe0", "rxe1");
            assertThat(seen).allSatisfy(device -> {
                assertThat(device).containsEntry("source", "netlink").containsEntry("hidden", "null");
                assertThat(device.get("counters")).asString().contains("retry_exceeded_err=0");
            });
            assertThat(seen.get(0))
                    .containsEntry("queue_pairs", List.of("GSI 1 of null", "RC " + pair.sender() + " of null"));
        }
    }
}
