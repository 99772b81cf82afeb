// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The counter files of one directory in reading order, as they were when it was listed last. */
final class CounterDirectory {

    /** Of the files of one directory, so that a strange one does not take what the other NICs need. */
    static final int MOST_KEPT_OPEN = 128;

    /**
     * The first of mlx5's set. With optional counters in the set, the kernel takes a whole reading as fresh only when
     * this one is asked for; any other first would cost the firmware a round of commands for each file.
     */
    private static final Set<String> READ_FIRST = Set.of("rx_write_requests", "vport_rx_write_requests");

    private static final Comparator<String> READING_ORDER =
            Comparator.comparing((String name) -> !READ_FIRST.contains(name)).thenComparing(Comparator.naturalOrder());

    private final SysfsDirectory directory;
    private final DescriptorBudget budget;
    private Map<String, CounterFile> files = Map.of();
    private @Nullable String failure;

    CounterDirectory(SysfsDirectory directory, DescriptorBudget budget) {
        this.directory = directory;
        this.budget = budget;
    }

    /** Looks which files there are. Files that are still there keep their quarantine, and stay open. */
    void list() {
        List<String> names;
        try {
            names = directory.entries().stream().sorted(READING_ORDER).toList();
            failure = null;
        } catch (IOException unreadable) {
            names = List.of();
            failure = Errno.nameOf(unreadable);
            budget.notOpened(failure);
        }
        Map<String, CounterFile> before = new LinkedHashMap<>(files);
        Map<String, CounterFile> found = new LinkedHashMap<>();
        for (String name : names) {
            CounterFile known = before.remove(name);
            if (known == null) {
                known = new CounterFile(name, directory, budget, found.size() < MOST_KEPT_OPEN);
            } else {
                known.closeIfReplaced();
            }
            found.put(name, known);
        }
        before.values().forEach(CounterFile::close);
        files = found;
    }

    /** Names in reading order. */
    Set<String> names() {
        return files.keySet();
    }

    /** In reading order. */
    Collection<CounterFile> files() {
        return files.values();
    }

    /** Errno name where the directory was missing or could not be listed, else null. */
    @Nullable
    String failure() {
        return failure;
    }

    /** Closes the files and forgets them, until it is listed again. */
    void close() {
        files.values().forEach(CounterFile::close);
        files = Map.of();
        failure = null;
    }
}
