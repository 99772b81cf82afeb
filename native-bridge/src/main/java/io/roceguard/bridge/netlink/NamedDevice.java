// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import java.io.IOException;
import java.util.List;

/**
 * Lets through only answers about the device that was meant. An index outlives a rename, so that after two of them it
 * would answer for another NIC than its name says.
 */
final class NamedDevice<T> implements ReplyReader<T> {

    private final RdmaDevice device;
    private final ReplyReader<T> reader;

    NamedDevice(RdmaDevice device, ReplyReader<T> reader) {
        this.device = device;
        this.reader = reader;
    }

    /**
     * Reads a message.
     *
     * @throws ErrnoException with ENODEV when it is about a device of another name
     */
    @Override
    public void read(Attributes message, List<T> into) throws IOException {
        Attributes handle = message.fromTheFirst();
        if (handle.next(Nldev.DEV_NAME)) {
            String name = handle.string();
            if (!name.equals(device.name())) {
                throw new ErrnoException("the device is called " + name + " by now", Errno.ENODEV);
            }
        }
        reader.read(message, into);
    }
}
