// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import io.roceguard.bridge.sysfs.CounterNames;
import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import io.roceguard.device.CounterPort;
import io.roceguard.device.NicException;
import io.roceguard.device.Quarantine;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Counters of the hardware by RDMA netlink where that works for the port, else by sysfs; those of the port's performance
 * management, which netlink does not have, by sysfs. A port for which netlink fails is read by sysfs at once, and netlink
 * is tried again less and less often.
 */
final class HostCounters implements CounterPort {

    /** {@code STAT_GET} of one port: values by name in the kernel's order. */
    @FunctionalInterface
    interface ByNetlink {
        Map<String, Long> read(int port) throws NicException;
    }

    /** What sysfs has. */
    interface BySysfs {

        /** Both directories of the port. */
        CounterSample all(int port) throws NicException;

        /** {@code counters/} only. */
        CounterSample withoutHardware(int port) throws NicException;
    }

    private final ByNetlink netlink;
    private final BySysfs sysfs;
    private final LongSupplier nanoClock;
    private final Map<Integer, Quarantine> netlinkFailures = new HashMap<>();
    private final Map<Integer, String> sources = new HashMap<>();

    HostCounters(ByNetlink netlink, BySysfs sysfs, LongSupplier nanoClock) {
        this.netlink = netlink;
        this.sysfs = sysfs;
        this.nanoClock = nanoClock;
    }

    @Override
    public String source(int port) {
        return sources.getOrDefault(port, "");
    }

    @Override
    public CounterSample read(int port) throws NicException {
        Quarantine failures = netlinkFailures.computeIfAbsent(port, number -> new Quarantine());
        long now = nanoClock.getAsLong();
        if (failures.mayTry(now)) {
            try {
                Map<String, Long> hardware = netlink.read(port);
                failures.succeeded();
                return together(port, now, hardware);
            } catch (NicException failed) {
                failures.failed(failed.cameBack(), now);
            }
        }
        sources.put(port, "sysfs (netlink: " + failures.reason() + ")");
        return sysfs.all(port);
    }

    private CounterSample together(int port, long now, Map<String, Long> hardware) throws NicException {
        CounterSample rest = sysfs.withoutHardware(port);
        sources.put(port, rest.values().isEmpty() ? "netlink" : "netlink and sysfs");
        Map<String, CounterValue> values = new LinkedHashMap<>();
        hardware.forEach((name, value) ->
                values.put(CounterNames.ofHardware(name, rest.values().keySet()), new CounterValue.Present(value)));
        values.putAll(rest.values());
        return new CounterSample(port, now, values, values.isEmpty() ? rest.hidden() : null);
    }
}
