// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.counter.CounterSample;
import io.roceguard.device.CommandStatus;
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
import java.util.Optional;

/**
 * A NIC in memory, under the name that the simulated host gives it. Beside the ports of {@link Nic} it shows its inside,
 * for tests and demonstrations. Thread-safe.
 */
public final class SimulatedNic implements Nic {

    private final SimulatedHardware hardware;
    private final NicIdentity identity;
    private final RegisterPort register;
    private final CounterPort counters = new Counters();
    private final QueuePairPort queuePairs = new QueuePairs();
    private volatile boolean present = true;
    private volatile boolean closed;

    SimulatedNic(SimulatedHardware hardware, String name) {
        this.hardware = hardware;
        this.identity = hardware.identity(name);
        this.register = new SimulatedRegister(this);
    }

    @Override
    public NicIdentity identity() {
        return identity;
    }

    @Override
    public List<PortInfo> readPorts() throws NicException {
        begin(Operation.READ_PORTS);
        return hardware.ports();
    }

    @Override
    public void confirmIdentity() throws NicException {
        begin(Operation.CONFIRM_IDENTITY);
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
        closed = true;
    }

    /** What goes wrong on demand. */
    public SimulatedFaults faults() {
        return hardware.faults();
    }

    /** The firmware itself: no fault strikes here. */
    public SimulatedFirmware firmware() {
        return hardware.firmware();
    }

    /** The queue pairs themselves, to start and stop applications. */
    public SimulatedQueuePairs applications() {
        return hardware.queuePairs();
    }

    SimulatedHardware hardware() {
        return hardware;
    }

    /** The host does not know this device under this name any more. */
    void vanish() {
        present = false;
    }

    /** Every operation starts here: its fault strikes, and a device that is not there does nothing. */
    void begin(Operation operation) throws NicException {
        requireUsable(operation);
        hardware.faults().strike(identity.name(), operation);
        requireUsable(operation);
    }

    private void requireUsable(Operation operation) throws NicException {
        if (closed) {
            throw new NicException.Unreachable(
                    identity.name(),
                    operation.text(),
                    "it was closed",
                    "Scan for NICs again and use the one found then.");
        }
        if (!present) {
            throw new NicException.Unreachable(
                    identity.name(),
                    operation.text(),
                    "no such device (ENODEV)",
                    "It was unplugged or renamed; scan for NICs again.");
        }
    }

    private final class Counters implements CounterPort {
        @Override
        public String source(int port) {
            return SimulatedInventory.SOURCE;
        }

        @Override
        public CounterSample read(int port) throws NicException {
            begin(Operation.READ_COUNTERS);
            return hardware.counters().read(port);
        }
    }

    private final class QueuePairs implements QueuePairPort {
        @Override
        public String source() {
            return SimulatedInventory.SOURCE;
        }

        @Override
        public List<QueuePair> list() throws NicException {
            begin(Operation.LIST_QUEUE_PAIRS);
            return hardware.queuePairs().list();
        }

        @Override
        public List<QueuePairCounters> counters(int port) throws NicException {
            begin(Operation.LIST_QUEUE_PAIRS);
            return List.of();
        }

        @Override
        public QueuePairTiming timing(int number) throws NicException {
            begin(Operation.QUERY_QUEUE_PAIR);
            Optional<QueuePair> found = hardware.queuePairs().list().stream()
                    .filter(pair -> pair.number() == number)
                    .findFirst();
            if (found.isEmpty()) {
                throw new NicException.Refused(
                        identity.name(),
                        Operation.QUERY_QUEUE_PAIR.text(),
                        CommandStatus.BAD_RES.code(),
                        CommandStatus.BAD_RES.name(),
                        0,
                        "There is no queue pair " + number + "; list them again.");
            }
            return hardware.queuePairs().timing(found.get());
        }
    }
}
