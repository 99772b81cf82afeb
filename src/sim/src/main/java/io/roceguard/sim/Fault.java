// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.device.CommandStatus;
import io.roceguard.register.Access;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RoceAccl;
import java.time.Duration;
import java.util.Set;

/** Something that goes wrong on demand. */
public sealed interface Fault {

    /** The operations that it strikes when none are named. */
    Set<Operation> strikes();

    /** The firmware answers BUSY: {@code NicException.Busy}. */
    record Busy() implements Fault {
        @Override
        public Set<Operation> strikes() {
            return Operation.REGISTER;
        }
    }

    /**
     * The firmware says no: {@code NicException.Refused}.
     *
     * @param syndrome 32 bits, 0 for none
     */
    record Refused(CommandStatus status, int syndrome) implements Fault {
        @Override
        public Set<Operation> strikes() {
            return Operation.REGISTER;
        }
    }

    /** The device does not answer any more: {@code NicException.Unreachable}. */
    record Gone() implements Fault {
        @Override
        public Set<Operation> strikes() {
            return Operation.ALL;
        }
    }

    /** The operation takes that long and then goes on as usual. */
    record Slow(Duration delay) implements Fault {
        @Override
        public Set<Operation> strikes() {
            return Operation.ALL;
        }
    }

    /**
     * The operation hangs until {@link SimulatedFaults#release()}, then goes on as usual; an interrupt ends it with
     * {@code NicException.Timeout}.
     */
    record Hang() implements Fault {
        @Override
        public Set<Operation> strikes() {
            return Operation.ALL;
        }
    }

    /**
     * Another writer sets one field right after our SET, before it is read again. It goes through the firmware like
     * everybody: where the field cannot be configured, nothing happens.
     *
     * @param field one that can be written, and no select bit
     */
    record ThirdPartyWrite(RegisterField field, int value) implements Fault {
        public ThirdPartyWrite {
            if (field.isSelect() || field.access() == Access.RO || value < 0 || value > field.max()) {
                throw new IllegalArgumentException("A third party can write a setting of " + RoceAccl.NAME
                        + " to a value that fits it: " + field.name() + "=" + value);
            }
        }

        @Override
        public Set<Operation> strikes() {
            return Set.of(Operation.SET_REGISTER);
        }
    }
}
