// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.sqlite.NativeLibraryNotFoundException;

/**
 * What the daemon keeps on disk: the SQLite file {@code state.db} of the state directory. A file that is damaged or not
 * ours is moved aside, which {@link #notice} tells, and a new one is begun.
 */
public final class Store implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Store.class.getName());

    private static final String FILE = "state.db";

    /** Where the driver unpacks its native library; it removes that only when the process ends well. */
    private static final String NATIVE_DIRECTORY = "org.sqlite.tmpdir";

    private static final DateTimeFormatter WHEN =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final StateDirectory directory;
    private final Database database;
    private final ChangeJournal journal;
    private final EpochLog epochs;
    private final String notice;

    private Store(StateDirectory directory, Database database, String boot, String notice) {
        this.directory = directory;
        this.database = database;
        this.journal = new ChangeJournal(database, boot);
        this.epochs = new EpochLog(database, boot);
        this.notice = notice;
    }

    /**
     * Opens the store and creates the state directory (mode 0700) when it is missing.
     *
     * @throws IOException saying which directory or file, what is wrong with it and what to do
     */
    public static Store open(Path stateDirectory, InstantSource clock) throws IOException {
        return open(stateDirectory, clock, Boot.id());
    }

    /**
     * As {@link #open(Path, InstantSource)}, in a boot of that id.
     *
     * @throws IOException saying which directory or file, what is wrong with it and what to do
     */
    public static Store open(Path stateDirectory, InstantSource clock, String boot) throws IOException {
        return open(stateDirectory, clock, boot, Database::connect);
    }

    static Store open(Path stateDirectory, InstantSource clock, String boot, Database.Opener opener)
            throws IOException {
        StateDirectory directory = StateDirectory.take(stateDirectory);
        try {
            return open(directory, clock, boot, opener);
        } catch (IOException | RuntimeException failed) {
            directory.close();
            throw failed;
        }
    }

    private static Store open(StateDirectory directory, InstantSource clock, String boot, Database.Opener opener)
            throws IOException {
        Path file = directory.file(FILE);
        if (System.getProperty(NATIVE_DIRECTORY) == null) {
            System.setProperty(NATIVE_DIRECTORY, directory.nativeDirectory().toString());
        }
        try {
            return new Store(directory, Database.open(file, opener), boot, "");
        } catch (SQLException failed) {
            if (!Database.unusable(failed)) {
                throw unopened(file, failed);
            }
            String notice = moveAside(file, failed, WHEN.format(clock.instant()));
            LOG.log(Level.WARNING, notice);
            try {
                return new Store(directory, Database.open(file, opener), boot, notice);
            } catch (SQLException again) {
                throw unopened(file, again);
            }
        }
    }

    private static IOException unopened(Path file, SQLException failed) {
        if (failed.getCause() instanceof NativeLibraryNotFoundException) {
            return new IOException(
                    "Cannot open " + file + ": the native library of SQLite cannot be unpacked and loaded in "
                            + System.getProperty(NATIVE_DIRECTORY)
                            + ". Name a directory that is not mounted noexec with -D" + NATIVE_DIRECTORY
                            + "=DIRECTORY.",
                    failed);
        }
        return new IOException(
                "Cannot open " + file + ": " + failed.getMessage()
                        + ". Make it a file that this user can write, in a directory that this user can write and that"
                        + " has room, or set state_directory in the configuration.",
                failed);
    }

    private static String moveAside(Path file, SQLException why, String when) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".unusable-" + when);
        for (int number = 2; Files.exists(aside); number++) {
            aside = file.resolveSibling(file.getFileName() + ".unusable-" + when + "-" + number);
        }
        for (Path part : Database.files(file)) {
            String suffix = part.toString().substring(file.toString().length());
            Files.move(part, aside.resolveSibling(aside.getFileName() + suffix));
        }
        return "The state file " + file + " cannot be used (" + oneLine(String.valueOf(why.getMessage()))
                + "). It was moved to "
                + aside
                + " and a new one was begun: the history starts anew, and what waited for a confirmation is not taken"
                + " back by itself. Compare `roceguard get` with what should be set.";
    }

    /** What SQLite says of damage can have several lines. */
    private static String oneLine(String message) {
        return message.replaceAll("\\s+", " ").strip();
    }

    public ChangeJournal journal() {
        return journal;
    }

    public EpochLog epochs() {
        return epochs;
    }

    /** What happened to the file when it was opened, {@code ""} when all is well. */
    public String notice() {
        return notice;
    }

    @Override
    public void close() throws IOException {
        try {
            database.close();
        } finally {
            directory.close();
        }
    }
}
