// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.device.CounterPort;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.NicInventory;
import io.roceguard.device.PortInfo;
import io.roceguard.device.QueuePairPort;
import io.roceguard.device.RegisterPort;
import io.roceguard.register.RegisterImage;
import java.util.List;
import java.util.function.Consumer;

/** A host of one NIC, simulated but for its register, which tells a test of every step. */
final class FileRegisterNic implements Nic, NicInventory {

    private final Nic rest;
    private final FileRegister register;
    private final Consumer<String> step;

    /** @param rest everything but the register */
    FileRegisterNic(Nic rest, FileRegister register, Consumer<String> step) {
        this.rest = rest;
        this.register = register;
        this.step = step;
    }

    @Override
    public String source() {
        return "test";
    }

    @Override
    public List<Nic> scan() {
        return List.of(this);
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
        step.accept("before the identity is confirmed");
        rest.confirmIdentity();
        step.accept("after the identity is confirmed");
    }

    @Override
    public RegisterPort register() {
        return new Register();
    }

    @Override
    public CounterPort counters() {
        return rest.counters();
    }

    @Override
    public QueuePairPort queuePairs() {
        return rest.queuePairs();
    }

    @Override
    public void close() {
        rest.close();
    }

    private final class Register implements RegisterPort {
        @Override
        public String accessPath() {
            return "file";
        }

        @Override
        public String accessReason() {
            return "";
        }

        @Override
        public RegisterImage get(int profileId) {
            step.accept("before a GET");
            RegisterImage image = register.get(profileId);
            step.accept("after a GET");
            return image;
        }

        @Override
        public void set(RegisterImage words) {
            step.accept("before a SET");
            register.set(words);
            step.accept("after a SET");
        }
    }
}
