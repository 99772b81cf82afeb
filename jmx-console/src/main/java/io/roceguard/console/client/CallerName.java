// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Who runs this process, as it tells the daemon: {@code roceguard-cli (uid=1000; user=bob)}. */
final class CallerName {

    private static final int LONGEST = 100;
    private static final String END = ")";

    private CallerName() {}

    static String ofProcess() {
        return of(effectiveUid(), System.getProperty("user.name", ""));
    }

    /** At most 100 characters of printable ASCII; what is not known is left away. */
    static String of(Optional<Integer> uid, String user) {
        String known = uid.map(id -> "uid=" + id).orElse("");
        if (!user.isEmpty()) {
            known += (known.isEmpty() ? "" : "; ") + "user=" + user;
        }
        if (known.isEmpty()) {
            return "roceguard-cli";
        }
        StringBuilder name = new StringBuilder("roceguard-cli (");
        known.codePoints()
                .limit(LONGEST - name.length() - END.length())
                .forEach(c -> name.appendCodePoint(c >= ' ' && c <= '~' ? c : '?'));
        return name.append(END).toString();
    }

    /** Java knows no uid, but the kernel gives the directory of a process to it. */
    private static Optional<Integer> effectiveUid() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid") instanceof Integer uid
                    ? Optional.of(uid)
                    : Optional.empty();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException notThisSystem) {
            return Optional.empty();
        }
    }
}
