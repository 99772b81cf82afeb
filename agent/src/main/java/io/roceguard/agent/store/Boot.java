// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The boot of this host, which no setting of a NIC survives. */
final class Boot {

    private static final Path ID = Path.of("/proc/sys/kernel/random/boot_id");

    private Boot() {}

    /** The kernel's id of the boot (Linux {@code drivers/char/random.c}). */
    static String id() throws IOException {
        return Files.readString(ID).trim();
    }
}
