// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import io.roceguard.counter.CounterValue.Present;
import io.roceguard.device.NicException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HostCountersTest {

    private long nanos;
    private int netlinkReads;
    private @Nullable String netlinkFailure;
    private final Map<String, Long> hardware = new LinkedHashMap<>(Map.of("out_of_sequence", 7L));
    private final Map<String, CounterValue> pma = new LinkedHashMap<>(Map.of("port_rcv_data", new Present(5)));

    private final HostCounters counters = new HostCounters(this::byNetlink, new Sysfs(), () -> nanos);

    private Map<String, Long> byNetlink(int port) throws NicException {
        netlinkReads++;
        if (netlinkFailure != null) {
            throw new NicException.NotSupported("mlx5_0", "STAT_GET", netlinkFailure, "Use sysfs.");
        }
        return hardware;
    }

    private final class Sysfs implements HostCounters.BySysfs {
        @Override
        public CounterSample all(int port) {
            return new CounterSample(port, nanos, Map.of("by_sysfs", new Present(1)), null);
        }

        @Override
        public CounterSample withoutHardware(int port) {
            return new CounterSample(port, nanos, pma, pma.isEmpty() ? "no_counters" : null);
        }
    }

    @Test
    void takesTheHardwaresCountersFromNetlinkAndTheOthersFromSysfs() throws Exception {
        CounterSample sample = counters.read(1);

        assertThat(sample.values())
                .containsExactly(entry("out_of_sequence", new Present(7)), entry("port_rcv_data", new Present(5)));
        assertThat(sample.hidden()).isNull();
        assertThat(counters.source(1)).isEqualTo("netlink and sysfs");
    }

    @Test
    void needsNoSysfsWhereAPortHasNoPerformanceManagement() throws Exception {
        pma.clear();

        assertThat(counters.read(1).values()).containsOnlyKeys("out_of_sequence");
        assertThat(counters.source(1)).isEqualTo("netlink");
    }

    @Test
    void tellsANameThatBothHaveApart() throws Exception {
        hardware.put("port_rcv_data", 9L);

        assertThat(counters.read(1).values())
                .containsEntry("hw_port_rcv_data", new Present(9))
                .containsEntry("port_rcv_data", new Present(5));
    }

    @Test
    void keepsWhySysfsShowsNothingWhereNetlinkHasNothingEither() throws Exception {
        hardware.clear();
        pma.clear();

        assertThat(counters.read(1).hidden()).isEqualTo("no_counters");
    }

    @Test
    void readsSysfsWhereNetlinkDoesNotWorkAndSaysWhy() throws Exception {
        netlinkFailure = "EINVAL";

        assertThat(counters.read(1).values()).containsOnlyKeys("by_sysfs");
        assertThat(counters.source(1)).isEqualTo("sysfs (netlink: EINVAL)");
    }

    @Test
    void choosesForEachPort() throws Exception {
        counters.read(1);
        netlinkFailure = "EINVAL";
        counters.read(2);

        assertThat(counters.source(1)).isEqualTo("netlink and sysfs");
        assertThat(counters.source(2)).isEqualTo("sysfs (netlink: EINVAL)");
    }

    @Test
    void asksNetlinkLessAndLessOftenWhereItFails() throws Exception {
        netlinkFailure = "EINVAL";
        for (int poll = 0; poll < 1000; poll++) {
            nanos += 1_000_000_000L;
            counters.read(1);
        }

        assertThat(netlinkReads).isBetween(4, 10);
    }

    @Test
    void comesBackToNetlinkWhenItWorksAgain() throws Exception {
        netlinkFailure = "ENODEV";
        counters.read(1);
        netlinkFailure = null;

        assertThat(counters.read(1).values()).containsKey("out_of_sequence");
        assertThat(counters.source(1)).isEqualTo("netlink and sysfs");
    }
}
