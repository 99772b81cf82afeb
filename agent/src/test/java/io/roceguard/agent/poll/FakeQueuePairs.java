// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.device.CounterPort;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.PortInfo;
import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairCounters;
import io.roceguard.device.QueuePairPort;
import io.roceguard.device.QueuePairTiming;
import io.roceguard.device.RegisterPort;
import java.util.List;

/** A NIC with queue pairs as the test wants them, and beside them another NIC. */
final class FakeQueuePairs implements Nic, QueuePairPort {

    private final Nic rest;
    List<QueuePair> pairs = List.of();
    List<QueuePairCounters> sets = List.of();
    NicException failure;
    NicException setsFailure;
    Runnable whileListing = () -> {};
    int listings;

    FakeQueuePairs(Nic rest) {
        this.rest = rest;
    }

    @Override
    public String source() {
        return "fake";
    }

    @Override
    public List<QueuePair> list() throws NicException {
        listings++;
        whileListing.run();
        if (failure != null) {
            throw failure;
        }
        return pairs;
    }

    @Override
    public List<QueuePairCounters> counters(int port) throws NicException {
        if (setsFailure != null) {
            throw setsFailure;
        }
        return sets.stream().filter(set -> set.port() == port).toList();
    }

    @Override
    public QueuePairTiming timing(int number) throws NicException {
        return rest.queuePairs().timing(number);
    }

    @Override
    public NicIdentity identity() {
        return rest.identity();
    }

    @Override
    public List<PortInfo> readPorts() throws NicException {
        return rest.readPorts();
    }

    @Override
    public void confirmIdentity() throws NicException {
        rest.confirmIdentity();
    }

    @Override
    public RegisterPort register() {
        return rest.register();
    }

    @Override
    public CounterPort counters() {
        return rest.counters();
    }

    @Override
    public QueuePairPort queuePairs() {
        return this;
    }

    @Override
    public void close() {
        rest.close();
    }
}
