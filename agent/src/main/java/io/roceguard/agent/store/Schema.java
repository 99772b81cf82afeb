// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The tables, by version. The file says that it is ours in {@code application_id} and its version in {@code
 * user_version}; each step of {@link #STEPS} leads from one version to the next, in one transaction.
 */
final class Schema {

    /** {@code RoGd}. */
    private static final int APPLICATION_ID = 0x526f4764;

    /** The file is a database, but not one that this program can use. */
    static final class ForeignException extends SQLException {
        private static final long serialVersionUID = 1;

        ForeignException(String reason) {
            super(reason);
        }
    }

    private static final List<List<String>> STEPS =
            List.of(List.of("""
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
            )""", """
            CREATE UNIQUE INDEX change_request ON change (stable_id, request) WHERE request IS NOT NULL""", """
            CREATE INDEX change_outcome ON change (stable_id, outcome)""", """
            CREATE TABLE confirmation (
              change_id   INTEGER PRIMARY KEY REFERENCES change (id) ON DELETE CASCADE,
              within_ms   INTEGER NOT NULL,
              deadline_ms INTEGER NOT NULL,
              guard       TEXT NOT NULL,
              baseline    TEXT NOT NULL,
              state       TEXT NOT NULL,
              ended_ms    INTEGER,
              ended_by    TEXT NOT NULL
            )""", """
            CREATE INDEX confirmation_state ON confirmation (state)""", """
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
            )""", """
            CREATE INDEX epoch_nic ON epoch (stable_id, id)"""), List.of("""
            ALTER TABLE epoch ADD COLUMN totals TEXT NOT NULL DEFAULT ''""", """
            CREATE TABLE counter_baseline (
              stable_id TEXT PRIMARY KEY,
              boot      TEXT NOT NULL,
              taken_ms  INTEGER NOT NULL,
              readings  TEXT NOT NULL
            )""", """
            CREATE TABLE alarm (
              id         INTEGER PRIMARY KEY AUTOINCREMENT,
              rule       TEXT NOT NULL,
              stable_id  TEXT NOT NULL,
              nic        TEXT NOT NULL,
              state      TEXT NOT NULL,
              severity   TEXT NOT NULL,
              started_ms INTEGER NOT NULL,
              updated_ms INTEGER NOT NULL,
              ended_ms   INTEGER,
              document   TEXT NOT NULL
            )""", """
            CREATE INDEX alarm_state ON alarm (state)""", """
            CREATE INDEX alarm_nic ON alarm (stable_id, id)""", """
            CREATE TABLE silence (
              id         INTEGER PRIMARY KEY AUTOINCREMENT,
              rule       TEXT NOT NULL,
              nic        TEXT NOT NULL,
              created_by TEXT NOT NULL,
              comment    TEXT NOT NULL,
              begins_ms  INTEGER NOT NULL,
              ends_ms    INTEGER NOT NULL
            )""", """
            CREATE TABLE delivery (
              sink       TEXT NOT NULL,
              id         TEXT NOT NULL,
              number     INTEGER NOT NULL,
              created_ms INTEGER NOT NULL,
              attempts   INTEGER NOT NULL,
              next_ms    INTEGER NOT NULL,
              body       TEXT NOT NULL,
              PRIMARY KEY (sink, id)
            )""", """
            CREATE INDEX delivery_order ON delivery (sink, number)"""));

    private Schema() {}

    /**
     * Makes the tables in an empty file, or brings older ones up to date.
     *
     * @throws ForeignException when the file is another program's, or of a newer version than this
     * @throws SQLException when it is damaged or cannot be written
     */
    static void prepare(Connection connection) throws SQLException {
        prepare(connection, STEPS);
    }

    /** @param steps from each version to the next */
    static void prepare(Connection connection, List<List<String>> steps) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            checkSound(sql);
            boolean empty = number(sql, "SELECT count(*) FROM sqlite_schema") == 0;
            int version = empty ? 0 : number(sql, "PRAGMA user_version");
            int application = number(sql, "PRAGMA application_id");
            if (application != APPLICATION_ID && !empty) {
                throw new ForeignException("it is the database of another program");
            }
            if (version > steps.size()) {
                throw new ForeignException(
                        "it is of version " + version + ", and this RoceGuard knows versions up to " + steps.size());
            }
            for (int step = version; step < steps.size(); step++) {
                for (String statement : steps.get(step)) {
                    sql.execute(statement);
                }
            }
            if (version < steps.size()) {
                sql.execute("PRAGMA application_id = " + APPLICATION_ID);
                sql.execute("PRAGMA user_version = " + steps.size());
            }
            connection.commit();
        }
    }

    private static void checkSound(Statement sql) throws SQLException {
        try (ResultSet found = sql.executeQuery("PRAGMA quick_check(1)")) {
            String first = found.next() ? found.getString(1) : "no answer";
            if (!first.equals("ok")) {
                throw new ForeignException("it is damaged: " + first);
            }
        }
    }

    private static int number(Statement sql, String query) throws SQLException {
        try (ResultSet row = sql.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }
}
