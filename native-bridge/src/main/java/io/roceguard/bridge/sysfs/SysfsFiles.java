// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reading one attribute, the only call here that reaches a driver. */
interface SysfsFiles {

    /** Sysfs never gives more than a page. */
    int MOST_BYTES = 4096;

    /** The kernel's files. */
    SysfsFiles KERNEL = file -> {
        // A stream and not a channel: an interrupt must not make an attribute look unreadable.
        try (InputStream in = Files.newInputStream(file)) {
            // One read: sysfs gives an attribute whole, and asking for its end would be a second system call.
            byte[] bytes = new byte[MOST_BYTES];
            int length = Math.max(0, in.read(bytes));
            return new String(bytes, 0, length, StandardCharsets.UTF_8).strip();
        }
    };

    /**
     * @return the content without blanks around it
     * @throws IOException with the message of the errno where read(2) or open(2) failed
     */
    String read(Path file) throws IOException;
}
