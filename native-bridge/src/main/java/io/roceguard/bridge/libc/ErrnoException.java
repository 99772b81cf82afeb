// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.libc;

import java.io.IOException;

/** A call of the C library failed. The message is {@code CALL: NAME}. */
public final class ErrnoException extends IOException {

    private final int errno;

    /**
     * @param call what was called on what, {@code ioctl(FWCTL_RPC) of /dev/fwctl/fwctl0}
     * @param errno positive
     */
    public ErrnoException(String call, int errno) {
        super(call + ": " + Errno.nameOf(errno));
        this.errno = errno;
    }

    /** Positive; see {@link Errno}. */
    public int errno() {
        return errno;
    }

    /** {@code ENODEV}. */
    public String name() {
        return Errno.nameOf(errno);
    }
}
