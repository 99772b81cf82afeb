// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/**
 * One SQLite file with one connection. What {@link #write} has returned from is on disk: the log is written ahead and
 * synchronised with every commit. Thread-safe; one transaction at a time.
 */
final class Database implements AutoCloseable {

    /** Work on the connection, inside a transaction. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Opens the file; tests put something between. */
    @FunctionalInterface
    interface Opener {
        Connection open(Path file) throws SQLException;
    }

    private static final byte[] HEADER = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int BUSY_MILLIS = 2000;
    private static final int LARGEST_LOG = 4 << 20;

    private final Path file;
    private final Connection connection;

    private Database(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    static Connection connect(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setOpenMode(SQLiteOpenMode.READWRITE);
        config.setOpenMode(SQLiteOpenMode.CREATE);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setJournalSizeLimit(LARGEST_LOG);
        config.enforceForeignKeys(true);
        Connection connection = config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
        try {
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    /**
     * Opens the file and brings its tables to the present version.
     *
     * @throws SQLException when it is no database of ours, damaged, or cannot be written
     */
    static Database open(Path file, Opener opener) throws SQLException {
        if (!mayBeDatabase(file)) {
            throw new Schema.ForeignException("it is not a database");
        }
        Connection connection = opener.open(file);
        try {
            if (!Files.isWritable(file)) {
                throw new SQLException("it is read-only for this user");
            }
            Schema.prepare(connection);
            return new Database(file, connection);
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    /** SQLite would look at the rest, and delete the log beside it, before it says so. */
    private static boolean mayBeDatabase(Path file) {
        if (!Files.isRegularFile(file)) {
            return true;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(HEADER.length);
            return start.length == 0 || Arrays.equals(start, HEADER);
        } catch (IOException unreadable) {
            // SQLite says what it cannot do.
            return true;
        }
    }

    /** Whether a file that could not be opened is not, or not any more, a database that this program can use. */
    static boolean unusable(SQLException failed) {
        if (failed instanceof Schema.ForeignException) {
            return true;
        }
        return failed instanceof SQLiteException sqlite
                && (primary(sqlite) == SQLiteErrorCode.SQLITE_CORRUPT.code
                        || primary(sqlite) == SQLiteErrorCode.SQLITE_NOTADB.code);
    }

    private static int primary(SQLiteException failed) {
        return failed.getResultCode().code & 0xff;
    }

    /** The file and its log, as far as they exist. */
    static List<Path> files(Path file) {
        List<Path> files = new ArrayList<>();
        for (String suffix : List.of("", "-wal", "-shm")) {
            Path one = file.resolveSibling(file.getFileName() + suffix);
            if (Files.exists(one)) {
                files.add(one);
            }
        }
        return files;
    }

    /**
     * Runs the work in a transaction, all or nothing, and waits until it is on disk.
     *
     * @throws IOException naming the file and what SQLite said; nothing was written then
     */
    synchronized <T> T write(Work<T> work) throws IOException {
        try {
            T result = work.on(connection);
            connection.commit();
            return result;
        } catch (SQLException failed) {
            throw undone(failed, "Cannot write to ");
        } catch (RuntimeException failed) {
            undone(new SQLException(failed), "");
            throw failed;
        }
    }

    /**
     * Runs a query.
     *
     * @throws IOException naming the file and what SQLite said, or what is wrong with a value in it
     */
    synchronized <T> T read(Work<T> query) throws IOException {
        try {
            T result = query.on(connection);
            connection.rollback();
            return result;
        } catch (SQLException failed) {
            throw undone(failed, "Cannot read ");
        } catch (IllegalArgumentException noValueOfOurs) {
            throw undone(new SQLException(noValueOfOurs.getMessage(), noValueOfOurs), "Cannot read ");
        }
    }

    private IOException undone(SQLException failed, String what) {
        IOException failure = new IOException(what + file + ": " + failed.getMessage(), failed);
        try {
            connection.rollback();
        } catch (SQLException alsoFailed) {
            failure.addSuppressed(alsoFailed);
            beginAgain(failure);
        }
        return failure;
    }

    /** On a full disk SQLite takes a transaction back by itself, and the driver does not begin the next one then. */
    private void beginAgain(IOException failure) {
        try (Statement sql = connection.createStatement()) {
            sql.execute("BEGIN");
        } catch (SQLException stillInOne) {
            failure.addSuppressed(stillInOne);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException failed) {
            throw new IOException("Closing " + file + " failed: " + failed.getMessage(), failed);
        }
    }
}
