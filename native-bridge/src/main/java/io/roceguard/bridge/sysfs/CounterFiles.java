// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.counter.CounterValue;
import io.roceguard.counter.CounterValue.Present;
import io.roceguard.counter.CounterValue.Unavailable;
import io.roceguard.device.Quarantine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Counter files one by one, each with its own quarantine: reading a file that fails costs the firmware a command and the
 * kernel a log line. The reason stays the one the file gave while it is left alone.
 */
final class CounterFiles {

    static final String NO_PMA = "no_pma";
    static final String NOT_A_NUMBER = "not_a_number";

    /** What the kernel prints when the device does not answer the PMA query. */
    private static final String NO_PMA_TEXT = "N/A (no PMA)";

    /** Reasons that are the file's answer, not a failing call. */
    private static final Set<String> ANSWERS = Set.of(NO_PMA, NOT_A_NUMBER);

    private final SysfsFiles files;
    private final Map<Path, Quarantine> failing = new HashMap<>();
    private final Map<String, Set<String>> begun = new TreeMap<>();

    CounterFiles(SysfsFiles files) {
        this.files = files;
    }

    /** The file's number, or why there is none. */
    CounterValue read(Path file, long nowNanos) {
        Quarantine quarantine = failing.get(file);
        if (quarantine != null && !quarantine.mayTry(nowNanos)) {
            return new Unavailable(quarantine.reason());
        }
        CounterValue value = ask(file);
        if (value instanceof Unavailable unavailable) {
            return failed(file, unavailable, nowNanos);
        }
        failing.remove(file);
        return value;
    }

    /** Names of the files whose quarantine began since the last call, by reason. */
    Map<String, Set<String>> takeBegun() {
        if (begun.isEmpty()) {
            return Map.of();
        }
        Map<String, Set<String>> taken = new TreeMap<>(begun);
        begun.clear();
        return taken;
    }

    private Unavailable failed(Path file, Unavailable failure, long nowNanos) {
        Quarantine quarantine = failing.computeIfAbsent(file, first -> new Quarantine());
        if (quarantine.failed(failure.reason(), nowNanos)) {
            begun.computeIfAbsent(failure.reason(), reason -> new TreeSet<>()).add(String.valueOf(file.getFileName()));
        }
        return failure;
    }

    /** True where the file answered, but not with a number; normal on some devices. */
    static boolean isAnswer(String reason) {
        return ANSWERS.contains(reason);
    }

    private CounterValue ask(Path file) {
        try {
            return parse(files.read(file));
        } catch (IOException failure) {
            return new Unavailable(Errno.nameOf(failure));
        }
    }

    private static CounterValue parse(String text) {
        if (text.equals(NO_PMA_TEXT)) {
            return new Unavailable(NO_PMA);
        }
        try {
            long bits = Long.parseUnsignedLong(text);
            return new Present(bits < 0 ? Long.MAX_VALUE : bits);
        } catch (NumberFormatException notANumber) {
            return new Unavailable(NOT_A_NUMBER);
        }
    }
}
