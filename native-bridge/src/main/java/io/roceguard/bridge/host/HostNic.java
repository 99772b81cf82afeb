// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import io.roceguard.bridge.netlink.NetlinkSession;
import io.roceguard.bridge.sysfs.SysfsCounters;
import io.roceguard.bridge.sysfs.SysfsNic;
import io.roceguard.counter.CounterSample;
import io.roceguard.device.CounterPort;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.PortInfo;
import io.roceguard.device.QueuePairPort;
import io.roceguard.device.RegisterPort;
import java.util.List;
import java.util.function.LongSupplier;

/** One NIC of this host: found and described by sysfs, its parts reached each in the best way that works. */
final class HostNic implements Nic {

    private final SysfsNic sysfs;
    private final NetlinkSession netlink;
    private final ChosenRegister register;
    private final HostCounters counters;
    private final HostQueuePairs queuePairs;

    HostNic(SysfsNic sysfs, NetlinkSession netlink, List<Way> ways, LongSupplier nanoClock) {
        this.sysfs = sysfs;
        this.netlink = netlink;
        this.register = new ChosenRegister(sysfs.identity(), ways, nanoClock);
        this.counters = new HostCounters(netlink::counters, new Sysfs(sysfs.counters()), nanoClock);
        this.queuePairs = new HostQueuePairs(netlink, register);
    }

    @Override
    public NicIdentity identity() {
        return sysfs.identity();
    }

    @Override
    public List<PortInfo> readPorts() throws NicException {
        return sysfs.readPorts();
    }

    @Override
    public void confirmIdentity() throws NicException {
        sysfs.confirmIdentity();
    }

    @Override
    public RegisterPort register() {
        return register;
    }

    @Override
    public CounterPort counters() {
        return counters;
    }

    @Override
    public QueuePairPort queuePairs() {
        return queuePairs;
    }

    @Override
    public void close() {
        register.close();
        netlink.close();
        sysfs.close();
    }

    private record Sysfs(SysfsCounters counters) implements HostCounters.BySysfs {

        @Override
        public CounterSample all(int port) throws NicException {
            return counters.read(port);
        }

        @Override
        public CounterSample withoutHardware(int port) throws NicException {
            return counters.readWithoutHardware(port);
        }
    }
}
