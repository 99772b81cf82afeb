// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import org.jspecify.annotations.Nullable;

/**
 * Something asked of a NIC did not happen. The message is a full ASCII sentence: what was tried, on which device, what
 * came back by name, and what an operator can do.
 */
public abstract sealed class NicException extends Exception {

    private final String device;
    private final String operation;
    private final String cameBack;
    private final String remedy;

    private NicException(String device, String operation, String cameBack, String remedy, @Nullable Throwable cause) {
        super(operation + " on " + device + " failed: " + cameBack + ". " + remedy, cause);
        this.device = device;
        this.operation = operation;
        this.cameBack = cameBack;
        this.remedy = remedy;
    }

    /** RDMA device name, {@code mlx5_0}. */
    public String device() {
        return device;
    }

    /** What was tried, {@code GET ROCE_ACCL}. */
    public String operation() {
        return operation;
    }

    /** What came back, by name, {@code ENODEV, ...}; the middle of the message. */
    public String cameBack() {
        return cameBack;
    }

    /** What an operator can do, whole sentences; the end of the message. */
    public String remedy() {
        return remedy;
    }

    /** The device is gone, resetting, or does not answer. */
    public static final class Unreachable extends NicException {
        public Unreachable(String device, String operation, String cameBack, String remedy) {
            super(device, operation, cameBack, remedy, null);
        }

        public Unreachable(String device, String operation, String cameBack, String remedy, Throwable cause) {
            super(device, operation, cameBack, remedy, cause);
        }
    }

    /** This device, function, firmware or kernel cannot do it; asking again will not help. */
    public static final class NotSupported extends NicException {
        public NotSupported(String device, String operation, String cameBack, String remedy) {
            super(device, operation, cameBack, remedy, null);
        }
    }

    /** The firmware understood and said no. */
    public static final class Refused extends NicException {
        private final int status;
        private final int syndrome;

        /**
         * @param status command status of the firmware
         * @param statusName its name, {@code BAD_PARAM}
         * @param syndrome the firmware's 32-bit syndrome, 0 when it gave none
         */
        public Refused(String device, String operation, int status, String statusName, int syndrome, String remedy) {
            super(
                    device,
                    operation,
                    String.format(
                            "the firmware refused with %s (status 0x%x, syndrome 0x%x)", statusName, status, syndrome),
                    remedy,
                    null);
            this.status = status;
            this.syndrome = syndrome;
        }

        public int status() {
            return status;
        }

        public int syndrome() {
            return syndrome;
        }
    }

    /** Somebody else holds it; the same request may succeed later. */
    public static final class Busy extends NicException {
        public Busy(String device, String operation, String cameBack, String remedy) {
            super(device, operation, cameBack, remedy, null);
        }
    }

    /** This process may not do it. */
    public static final class Denied extends NicException {
        public Denied(String device, String operation, String cameBack, String remedy) {
            super(device, operation, cameBack, remedy, null);
        }
    }

    /** No answer within the deadline; the call may still be running, and whether it took effect is unknown. */
    public static final class Timeout extends NicException {
        public Timeout(String device, String operation, String cameBack, String remedy) {
            super(device, operation, cameBack, remedy, null);
        }
    }
}
