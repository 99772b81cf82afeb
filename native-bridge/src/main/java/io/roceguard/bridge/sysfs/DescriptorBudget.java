// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many files all NICs together may keep open: half of what the process may, because the connections of its clients
 * need some too. Beyond it a file is opened for each reading. Thread-safe.
 */
final class DescriptorBudget {

    private static final Logger LOG = System.getLogger(DescriptorBudget.class.getPackageName());

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Pattern SOFT_LIMIT = Pattern.compile("Max open files +(\\d{1,9}|unlimited) ");

    private static final Set<String> OUT_OF_DESCRIPTORS = Set.of("EMFILE", "ENFILE");

    /** Linux's usual soft limit. */
    private static final int USUAL_LIMIT = 1024;

    private final int most;
    private final AtomicInteger left;
    private final AtomicBoolean saidSpent = new AtomicBoolean();
    private volatile boolean lending = true;

    DescriptorBudget(int most) {
        this.most = most;
        this.left = new AtomicInteger(most);
    }

    /** Half of the soft limit, which the JVM has raised to the hard one when it started. */
    static DescriptorBudget ofThisProcess() {
        try {
            return new DescriptorBudget(softLimit(Files.readString(LIMITS)) / 2);
        } catch (IOException unreadable) {
            return new DescriptorBudget(USUAL_LIMIT / 2);
        }
    }

    /** The limit in the text of {@code /proc/PID/limits} (proc_pid_limits(5)). */
    static int softLimit(String limits) {
        Matcher line = SOFT_LIMIT.matcher(limits);
        if (!line.find()) {
            return USUAL_LIMIT;
        }
        return line.group(1).equals("unlimited") ? Integer.MAX_VALUE : Integer.parseInt(line.group(1));
    }

    /** Takes one file to keep open; false when there is none left. */
    boolean take() {
        if (lending && left.getAndUpdate(files -> Math.max(0, files - 1)) > 0) {
            return true;
        }
        if (lending && saidSpent.compareAndSet(false, true)) {
            LOG.log(
                    Level.INFO,
                    "{0} counter files are kept open, half of what this process may open; the others are opened for"
                            + " each reading, which costs more processor time. A higher LimitNOFILE avoids it.",
                    most);
        }
        return false;
    }

    void giveBack() {
        left.incrementAndGet();
    }

    /** False when files that are kept open are to be closed as soon as they have been read. */
    boolean lending() {
        return lending;
    }

    /**
     * Hears of whatever could not be opened. Where the kernel refused a descriptor although the budget had some, nothing is
     * lent from now on, and every file is opened for each reading.
     *
     * @param errno {@code EMFILE}
     */
    void notOpened(String errno) {
        if (lending && OUT_OF_DESCRIPTORS.contains(errno)) {
            lending = false;
            LOG.log(
                    Level.WARNING,
                    "Opening a counter file or its directory failed with {0}: this process or this host is out of"
                            + " descriptors. Counter files are no longer kept open but opened for each reading, which"
                            + " costs more processor time; a restart with a higher LimitNOFILE ends that.",
                    errno);
        }
    }
}
