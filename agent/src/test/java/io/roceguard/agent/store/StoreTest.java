// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.roceguard.register.RegisterImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-12-01T10:20:30Z"));
    private static final String ASIDE = "state.db.unusable-20261201T102030Z";
    private static final String BOOT = "boot-1";
    private static final int PAGE = 4096;

    /** What version 1 made, with a row in each table. */
    private static final String VERSION_1 = """
            CREATE TABLE change (
              id          INTEGER PRIMARY KEY AUTOINCREMENT,
              request     TEXT,
              kind        TEXT NOT NULL,
              undoes      INTEGER,
              nic         TEXT NOT NULL,
              stable_id   TEXT NOT NULL,
              firmware    TEXT NOT NULL,
              boot        TEXT NOT NULL,
              caller      TEXT NOT NULL,
              channel     TEXT NOT NULL,
              client      TEXT NOT NULL,
              reason      TEXT NOT NULL,
              assignments TEXT NOT NULL,
              words       TEXT NOT NULL,
              before      TEXT NOT NULL,
              begun_ms    INTEGER NOT NULL,
              outcome     TEXT NOT NULL,
              after       TEXT,
              ended_ms    INTEGER,
              message     TEXT NOT NULL
            );
            CREATE UNIQUE INDEX change_request ON change (stable_id, request) WHERE request IS NOT NULL;
            CREATE INDEX change_outcome ON change (stable_id, outcome);
            CREATE TABLE confirmation (
              change_id   INTEGER PRIMARY KEY REFERENCES change (id) ON DELETE CASCADE,
              within_ms   INTEGER NOT NULL,
              deadline_ms INTEGER NOT NULL,
              guard       TEXT NOT NULL,
              baseline    TEXT NOT NULL,
              state       TEXT NOT NULL,
              ended_ms    INTEGER,
              ended_by    TEXT NOT NULL
            );
            CREATE INDEX confirmation_state ON confirmation (state);
            CREATE TABLE epoch (
              id        INTEGER PRIMARY KEY AUTOINCREMENT,
              stable_id TEXT NOT NULL,
              nic       TEXT NOT NULL,
              firmware  TEXT NOT NULL,
              boot      TEXT NOT NULL,
              mode      TEXT NOT NULL,
              words     TEXT NOT NULL,
              cause     TEXT NOT NULL,
              begun_ms  INTEGER NOT NULL,
              ended_ms  INTEGER
            );
            CREATE INDEX epoch_nic ON epoch (stable_id, id);
            INSERT INTO change VALUES (7, 'request-1', 'apply', NULL, 'mlx5_0', 'nic', '28.46.1006', 'boot-0', 'alice',
              'http', '', 'ticket 7', 'time_base=4', '%1$s', '%1$s', 1000, 'verified', '%1$s', 2000, 'Verified.');
            INSERT INTO confirmation VALUES (7, 60000, 61000, '', '', 'waiting', NULL, '');
            INSERT INTO epoch VALUES (3, 'nic', 'mlx5_0', '28.46.1006', 'boot-0', 'profile', '%1$s', 'change 7', 2000,
              NULL);
            PRAGMA application_id = 0x526f4764;
            PRAGMA user_version = 1;
            """;

    @TempDir
    private Path parent;

    private Path directory;
    private Path file;

    @BeforeEach
    void names() {
        directory = parent.resolve("state");
        file = directory.resolve("state.db");
    }

    private Store open() throws IOException {
        return Store.open(directory, CLOCK, BOOT);
    }

    private interface Use {
        void of(Store store) throws IOException;
    }

    private void inStore(Use use) throws IOException {
        try (Store store = open()) {
            use.of(store);
        }
    }

    /** Runs statements on a file by themselves, as another program does. */
    private static void run(Path database, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement sql = connection.createStatement()) {
            for (String statement : statements) {
                sql.execute(statement);
            }
        }
    }

    private static String text(Path database, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement sql = connection.createStatement();
                ResultSet row = sql.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private void assertMovedAside(Store store, String why) throws IOException {
        assertThat(store.notice())
                .startsWith("The state file " + file + " cannot be used (")
                .contains(why)
                .contains("It was moved to " + directory.resolve(ASIDE) + " and a new one was begun")
                .doesNotContain("\n");
        assertThat(store.journal().latest(10)).isEmpty();
        store.journal().begin(Changes.of(Changes.NIC));
        assertThat(store.journal().latest(10)).hasSize(1);
    }

    @Test
    void aMissingDirectoryIsMadeForItsUserOnly() throws Exception {
        directory = parent.resolve("a/b");

        inStore(store -> {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                    .isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.getParent())))
                    .isEqualTo("rwx------");
            assertThat(directory.resolve("state.db")).isRegularFile();
            assertThat(store.notice()).isEmpty();
            assertThat(store.journal().latest(10)).isEmpty();
        });
    }

    @Test
    void theBootIsTheHosts() throws Exception {
        try (Store store = Store.open(directory, CLOCK)) {
            assertThat(store.journal().boot())
                    .isEqualTo(Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                            .strip())
                    .isEqualTo(store.epochs().boot());
        }
    }

    @Test
    void whatWasWrittenIsThereAfterAReopening() throws Exception {
        inStore(store -> store.journal().begin(Changes.of(Changes.NIC), 60_000, "", ""));

        inStore(store -> {
            assertThat(store.notice()).isEmpty();
            assertThat(store.journal().waiting()).hasSize(1);
        });
    }

    @Test
    void aDirectoryIsUsedByOneAtATime() throws Exception {
        inStore(first -> {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(this::open)
                    .withMessageContaining("state directory " + directory + ": another RoceGuard uses it");
            first.journal().begin(Changes.of(Changes.NIC));
        });

        inStore(second -> assertThat(second.journal().latest(10)).hasSize(1));
    }

    @Test
    void aDirectoryThatCannotBeUsedIsNamed() throws Exception {
        Files.createFile(directory);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(this::open)
                .withMessage("Cannot write in state directory " + directory + ": a file that is no directory has this"
                        + " name. Make it a directory that this user can write, or set state_directory in the"
                        + " configuration.");
    }

    @Test
    void aFileThatCannotBeOpenedIsNamedAndStays() throws Exception {
        Files.createDirectories(file);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(this::open)
                .withMessageStartingWith("Cannot open " + file + ": ")
                .withMessageContaining("Make it a file that this user can write")
                .withMessageContaining("state_directory");
        assertThat(file).isDirectory();

        Files.delete(file);
        inStore(store -> assertThat(store.notice()).isEmpty());
    }

    @Test
    void aFileThatMayNotBeWrittenIsNamedAndStays() throws Exception {
        inStore(store -> store.journal().begin(Changes.of(Changes.NIC)));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
        assumeFalse(Files.isWritable(file), "This user, such as root, may write every file.");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(this::open)
                .withMessageStartingWith(
                        "Cannot open " + file + ": it is read-only for this user. Make it a file that");
        assertThat(file).exists();
    }

    @Test
    void aNewFileThatTakesNoWritingIsNotSaidToBeDamaged() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Store.open(directory, CLOCK, BOOT, path -> {
                    Connection connection = Database.connect(path);
                    execute(connection, "PRAGMA query_only = on");
                    return connection;
                }))
                .withMessageStartingWith("Cannot open " + file + ": ")
                .withMessageContaining("readonly")
                .withMessageContaining("state_directory");
        assertThat(directory.resolve(ASIDE)).doesNotExist();
    }

    private static void execute(Connection connection, String statement) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    @Test
    void garbageIsMovedAsideAsItIsWithItsLog() throws Exception {
        byte[] garbage = "This is no database. ".repeat(1000).getBytes(StandardCharsets.UTF_8);
        Files.createDirectory(directory);
        Files.write(file, garbage);
        byte[] log = "no log ".repeat(1000).getBytes(StandardCharsets.UTF_8);
        Files.write(directory.resolve("state.db-wal"), log);
        Files.write(directory.resolve("state.db-shm"), log);

        inStore(store -> assertMovedAside(store, "it is not a database"));

        assertThat(directory.resolve(ASIDE)).hasBinaryContent(garbage);
        assertThat(directory.resolve(ASIDE + "-wal")).hasBinaryContent(log);
        assertThat(directory.resolve(ASIDE + "-shm")).hasBinaryContent(log);
        inStore(store -> {
            assertThat(store.notice()).isEmpty();
            assertThat(store.journal().latest(10)).hasSize(1);
        });
    }

    @Test
    void whatIsMovedAsideInTheSameSecondReplacesNothing() throws Exception {
        Files.createDirectory(directory);
        byte[] first = "first garbage ".repeat(1000).getBytes(StandardCharsets.UTF_8);
        byte[] second = "second garbage ".repeat(1000).getBytes(StandardCharsets.UTF_8);

        Files.write(file, first);
        open().close();
        Files.write(file, second);
        inStore(store -> assertThat(store.notice()).contains(ASIDE + "-2 and"));

        assertThat(directory.resolve(ASIDE)).hasBinaryContent(first);
        assertThat(directory.resolve(ASIDE + "-2")).hasBinaryContent(second);
    }

    private void fill(int changes) throws IOException {
        inStore(store -> {
            for (int i = 0; i < changes; i++) {
                store.journal().begin(Changes.because("x".repeat(1000) + i));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0x00, 0x5a, 0xff})
    void aDamagedPageInTheMiddleIsFound(int with) throws Exception {
        fill(60);
        byte[] damaged = Files.readAllBytes(file);
        int page = damaged.length / PAGE / 2;
        Arrays.fill(damaged, page * PAGE, (page + 1) * PAGE, (byte) with);
        Files.write(file, damaged);

        inStore(store -> assertMovedAside(store, "damage"));

        assertThat(directory.resolve(ASIDE)).hasBinaryContent(damaged);
    }

    @Test
    void theLogOfADamagedFileDoesNotGetIntoTheNewOne() throws Exception {
        Path killed = parent.resolve("killed");
        fill(60);
        inStore(store -> {
            store.journal().begin(Changes.because("in the log"));
            copyFiles(directory, killed);
        });
        directory = killed;
        file = killed.resolve("state.db");
        assertThat(killed.resolve("state.db-wal")).isNotEmptyFile();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            long page = channel.size() / PAGE / 2;
            channel.write(ByteBuffer.allocate(PAGE), page * PAGE);
        }

        inStore(store -> assertMovedAside(store, "damage"));

        assertThat(directory.resolve(ASIDE)).isNotEmptyFile();
    }

    @Test
    void theDatabaseOfAnotherProgramIsMovedAsideIntact() throws Exception {
        Files.createDirectory(directory);
        run(
                file,
                "CREATE TABLE precious (text TEXT)",
                "INSERT INTO precious VALUES ('of another program')",
                "PRAGMA application_id = 42",
                "PRAGMA user_version = 1");

        inStore(store -> assertMovedAside(store, "it is the database of another program"));

        assertThat(text(directory.resolve(ASIDE), "SELECT text FROM precious")).isEqualTo("of another program");
        assertThat(text(directory.resolve(ASIDE), "PRAGMA application_id")).isEqualTo("42");
    }

    @Test
    void aDatabaseOfANewerVersionIsMovedAsideIntact() throws Exception {
        inStore(store -> store.journal().begin(Changes.because("of tomorrow")));
        run(file, "PRAGMA user_version = 99", "CREATE TABLE newer (text TEXT)");

        inStore(store -> assertMovedAside(store, "it is of version 99, and this RoceGuard knows versions up to 2"));

        assertThat(text(directory.resolve(ASIDE), "SELECT reason FROM change")).isEqualTo("of tomorrow");
        assertThat(text(directory.resolve(ASIDE), "PRAGMA user_version")).isEqualTo("99");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PRAGMA user_version = 1", "PRAGMA application_id = 42"})
    void aDatabaseWithoutAnyTableIsTaken(String statement) throws Exception {
        Files.createDirectory(directory);
        run(file, statement);

        inStore(store -> {
            assertThat(store.notice()).isEmpty();
            store.journal().begin(Changes.of(Changes.NIC));
        });
        inStore(store -> assertThat(store.journal().latest(10)).hasSize(1));
    }

    @Test
    void anEmptyFileIsTaken() throws Exception {
        Files.createDirectory(directory);
        Files.createFile(file);

        inStore(store -> {
            assertThat(store.notice()).isEmpty();
            store.journal().begin(Changes.of(Changes.NIC));
        });
    }

    @Test
    void aFileOfVersion1KeepsItsRows() throws Exception {
        Files.createDirectory(directory);
        RegisterImage words = Changes.image(RegisterImage.SHORT_DWORDS, 5);
        run(file, VERSION_1.formatted(words).split(";\n"));

        inStore(store -> {
            assertThat(store.notice()).isEmpty();
            ChangeRecord change = store.journal().find(7).orElseThrow();
            assertThat(change.intent().reason()).isEqualTo("ticket 7");
            assertThat(change.intent().words()).isEqualTo(words);
            assertThat(change.boot()).isEqualTo("boot-0");
            assertThat(store.journal().waiting())
                    .containsExactly(new Confirmation(change, 60_000, 61_000, "", "", Confirmation.State.WAITING));
            assertThat(store.epochs().present("nic"))
                    .contains(new Epoch(
                            3, "nic", "mlx5_0", "28.46.1006", "boot-0", "profile", words, "change 7", 2_000, null));
            assertThat(store.journal().begin(Changes.of(Changes.NIC)).id()).isEqualTo(8);
        });
    }

    @Test
    void afterAKillExactlyWhatWasCommittedIsThere() throws Exception {
        Path killed = parent.resolve("killed");
        AtomicReference<Connection> connection = new AtomicReference<>();
        ChangeRecord ended;
        ChangeRecord begun;
        try (Store store = Store.open(directory, CLOCK, BOOT, path -> {
            connection.set(Database.connect(path));
            return connection.get();
        })) {
            ended = store.journal()
                    .end(
                            store.journal().begin(Changes.of(Changes.NIC)),
                            ChangeOutcome.VERIFIED,
                            Changes.BEFORE,
                            "Verified.",
                            2_000);
            begun = store.journal()
                    .begin(Changes.of(Changes.NIC), 60_000, "", "")
                    .change();
            // In the middle of a transaction, part of which is in the log already.
            execute(connection.get(), "PRAGMA cache_spill = 1");
            execute(connection.get(), "PRAGMA cache_size = 1");
            long before = Files.size(directory.resolve("state.db-wal"));
            execute(
                    connection.get(),
                    "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 500) INSERT INTO"
                            + " epoch (stable_id, nic, firmware, boot, mode, words, cause, begun_ms) SELECT 'nic', '',"
                            + " '', '', '', hex(zeroblob(500)), '', 0 FROM more");
            execute(connection.get(), "UPDATE change SET outcome = 'failed'");
            assertThat(Files.size(directory.resolve("state.db-wal"))).isGreaterThan(before);
            copyFiles(directory, killed);
            connection.get().rollback();
        }

        try (Store store = Store.open(killed, CLOCK, BOOT)) {
            assertThat(store.notice()).isEmpty();
            assertThat(store.journal().latest(10)).containsExactly(begun, ended);
            assertThat(store.journal().waiting())
                    .extracting(Confirmation::change)
                    .containsExactly(begun);
            assertThat(store.epochs().latest("nic", 1)).isEmpty();
        }
    }

    /** What a killed process leaves: the file and its log, as they are now. */
    private static void copyFiles(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        for (String name : List.of("state.db", "state.db-wal")) {
            Files.copy(from.resolve(name), to.resolve(name));
        }
    }

    @Test
    void aTransactionThatSqliteTookBackItselfIsFollowedByOthers() throws Exception {
        AtomicReference<Connection> connection = new AtomicReference<>();
        try (Store store = Store.open(directory, CLOCK, BOOT, path -> {
            connection.set(Database.connect(path));
            return connection.get();
        })) {
            // As SQLite does with SQLITE_FULL or SQLITE_IOERR from the log, whatever the driver believes.
            execute(
                    connection.get(),
                    "CREATE TEMP TRIGGER full BEFORE INSERT ON change WHEN new.reason = 'full'"
                            + " BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END");
            connection.get().commit();
            ChangeRecord before = store.journal().begin(Changes.of(Changes.NIC));

            for (int attempt = 0; attempt < 3; attempt++) {
                assertThatExceptionOfType(IOException.class)
                        .isThrownBy(() -> store.journal().begin(Changes.because("full"), 60_000, "", ""))
                        .withMessageContaining("the disk is full");
                assertThat(store.journal().latest(10)).containsExactly(before);
            }

            ChangeRecord after = store.journal().begin(Changes.of(Changes.NIC));
            assertThat(store.journal().latest(10)).containsExactly(after, before);
        }
        inStore(store -> assertThat(store.journal().latest(10)).hasSize(2));
    }

    @Test
    void aFullDiskStopsWritingAndNothingElseUntilThereIsRoom() throws Exception {
        AtomicReference<Connection> connection = new AtomicReference<>();
        try (Store store = Store.open(directory, CLOCK, BOOT, path -> {
            connection.set(Database.connect(path));
            return connection.get();
        })) {
            ChangeRecord before = store.journal().begin(Changes.of(Changes.NIC));
            execute(connection.get(), "PRAGMA max_page_count = 1");
            ChangeIntent large = Changes.because("x".repeat(10 * PAGE));

            for (int attempt = 0; attempt < 3; attempt++) {
                assertThatExceptionOfType(IOException.class)
                        .isThrownBy(() -> store.journal().begin(large, 60_000, "", ""))
                        .withMessageStartingWith("Cannot write to " + file + ": ")
                        .withMessageContaining("full");
                assertThat(store.journal().latest(10)).containsExactly(before);
                assertThat(store.journal().waiting()).isEmpty();
            }

            execute(connection.get(), "PRAGMA max_page_count = 100000");
            ChangeRecord after = store.journal().begin(large);
            assertThat(store.journal().latest(10)).containsExactly(after, before);
        }

        inStore(store -> assertThat(store.journal().latest(10)).hasSize(2));
    }
}
