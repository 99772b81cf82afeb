// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.counter.CounterValue;
import io.roceguard.counter.CounterValue.Unavailable;
import io.roceguard.device.Quarantine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One counter's file. It is kept open while it gives numbers and the budget allows, and has its own quarantine: reading a
 * file that fails costs the firmware a command and the kernel a log line. The reason stays the one the file gave while it
 * is left alone. An open file of sysfs holds back neither its driver nor its device.
 */
final class CounterFile {

    private static final Unavailable NOT_READ = new Unavailable(Errno.UNKNOWN);

    private final String name;
    private final Path path;
    private final SysfsFiles files;
    private final DescriptorBudget budget;
    private final boolean mayStayOpen;
    private final Quarantine quarantine = new Quarantine();
    private CounterValue last = NOT_READ;
    private SysfsFiles.@Nullable OpenFile kept;
    private @Nullable Object keptKey;

    /**
     * @param mayStayOpen false for one that is opened for each reading whatever the budget
     */
    CounterFile(String name, SysfsDirectory directory, DescriptorBudget budget, boolean mayStayOpen) {
        this.name = name;
        this.path = directory.path().resolve(name);
        this.files = directory.files();
        this.budget = budget;
        this.mayStayOpen = mayStayOpen;
    }

    String name() {
        return name;
    }

    /** The file's number, or why there is none. */
    CounterValue read(Reading reading) {
        if (!quarantine.mayTry(reading.nowNanos())) {
            reading.withoutNumber();
            return last;
        }
        last = ask(reading);
        if (last instanceof Unavailable unavailable) {
            // What gives no number is rarely asked; a descriptor is better spent elsewhere.
            close();
            reading.withoutNumber();
            if (quarantine.failed(unavailable.reason(), reading.nowNanos())) {
                reading.quarantineBegins(name, unavailable.reason());
            }
        } else {
            quarantine.succeeded();
        }
        return last;
    }

    private CounterValue ask(Reading reading) {
        ByteBuffer buffer = reading.buffer();
        try {
            if (!readKept(reading)) {
                readAnew(buffer.clear());
            }
            return CounterText.parse(buffer, last);
        } catch (IOException failure) {
            reading.callFailed();
            return new Unavailable(Errno.nameOf(failure));
        }
    }

    /** False when there is no open file, or only that of a device which is gone: another may be there by now. */
    private boolean readKept(Reading reading) throws IOException {
        SysfsFiles.OpenFile file = kept;
        if (file == null) {
            return false;
        }
        try {
            file.read(reading.buffer().clear());
        } catch (IOException failure) {
            if (!Errno.nameOf(failure).equals("ENODEV")) {
                throw failure;
            }
            close();
            reading.callFailed();
            return false;
        }
        if (!budget.lending()) {
            close();
        }
        return true;
    }

    private void readAnew(ByteBuffer buffer) throws IOException {
        boolean keep = mayStayOpen && budget.take();
        try {
            // Before it is opened: whatever replaces it in between is noticed later.
            Object key = keep ? keyNow() : null;
            SysfsFiles.OpenFile file = files.open(path);
            if (keep) {
                kept = file;
                keptKey = key;
                file.read(buffer);
            } else {
                try (file) {
                    file.read(buffer);
                }
            }
        } catch (IOException failure) {
            budget.notOpened(Errno.nameOf(failure));
            throw failure;
        } finally {
            if (keep && kept == null) {
                budget.giveBack();
            }
        }
    }

    /**
     * Closes the file when its name stands for another one by now. Sysfs says so itself (ENODEV) when it removes a file; a
     * tree of plain files does not.
     */
    void closeIfReplaced() {
        if (kept != null && !Objects.equals(keyNow(), keptKey)) {
            close();
        }
    }

    private @Nullable Object keyNow() {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (IOException gone) {
            return null;
        }
    }

    void close() {
        SysfsFiles.OpenFile file = kept;
        if (file != null) {
            kept = null;
            keptKey = null;
            file.close();
            budget.giveBack();
        }
    }
}
