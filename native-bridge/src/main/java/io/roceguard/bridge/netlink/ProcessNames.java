// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Command names of processes by PID, each looked up once: one process has thousands of queue pairs. */
final class ProcessNames {

    private final Path proc;
    private final Map<Integer, Optional<String>> known = new HashMap<>();

    /**
     * @param proc {@code /proc}
     */
    ProcessNames(Path proc) {
        this.proc = proc;
    }

    /** Up to 15 bytes, as the kernel keeps it; null when the process has ended or cannot be seen. */
    @Nullable
    String nameOf(int pid) {
        return known.computeIfAbsent(pid, this::read).orElse(null);
    }

    private Optional<String> read(int pid) {
        try {
            byte[] name = Files.readAllBytes(proc.resolve(pid + "/comm"));
            return Optional.of(new String(name, StandardCharsets.UTF_8).stripTrailing());
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
