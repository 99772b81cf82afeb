// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import io.roceguard.register.RegisterImage;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every change of a register: who, when, why, what, and what came of it; and which of them wait for a confirmation. What a
 * method has returned from is on disk. At most {@link #MOST} changes are kept; one that still matters is never dropped.
 */
public final class ChangeJournal {

    /** Changes that are kept. */
    public static final int MOST = 20_000;

    private static final String THIS = "change_id = ?1";
    private static final String EARLIER_OF_ITS_NIC = "change_id < ?1 AND change_id IN (SELECT id FROM change WHERE"
            + " stable_id = (SELECT stable_id FROM change WHERE id = ?1))";

    private final Database database;
    private final String boot;
    private final int most;

    ChangeJournal(Database database, String boot) {
        this(database, boot, MOST);
    }

    ChangeJournal(Database database, String boot, int most) {
        this.database = database;
        this.boot = boot;
        this.most = most;
    }

    /** The present boot of the host. */
    public String boot() {
        return boot;
    }

    /**
     * Writes down that a change will be made, before anything is sent.
     *
     * @throws IOException when it cannot be written; nothing may be sent then
     */
    public ChangeRecord begin(ChangeIntent intent) throws IOException {
        return database.write(sql -> {
            ChangeRecord begun = insert(sql, intent);
            prune(sql);
            return begun;
        });
    }

    /**
     * As {@link #begin(ChangeIntent)}, and in the same stroke that it is taken back unless somebody confirms it.
     *
     * @param withinMillis how long somebody has for that, from the beginning of the change
     */
    public Confirmation begin(ChangeIntent intent, long withinMillis, String guard, String baseline)
            throws IOException {
        return database.write(sql -> {
            ChangeRecord begun = insert(sql, intent);
            long deadline = intent.begunMillis() + withinMillis;
            try (PreparedStatement row = sql.prepareStatement(
                    "INSERT INTO confirmation (change_id, within_ms, deadline_ms, guard, baseline, state, ended_by)"
                            + " VALUES (?, ?, ?, ?, ?, 'waiting', '')")) {
                row.setLong(1, begun.id());
                row.setLong(2, withinMillis);
                row.setLong(3, deadline);
                row.setString(4, guard);
                row.setString(5, baseline);
                row.executeUpdate();
            }
            prune(sql);
            return new Confirmation(begun, withinMillis, deadline, guard, baseline, Confirmation.State.WAITING);
        });
    }

    private ChangeRecord insert(Connection sql, ChangeIntent intent) throws SQLException {
        try (PreparedStatement row = sql.prepareStatement("INSERT INTO change (request, kind, undoes, nic, stable_id,"
                + " firmware, boot, caller, channel, client, reason, assignments, words, before, begun_ms, outcome,"
                + " message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'intent', '') RETURNING id")) {
            row.setString(1, intent.request());
            row.setString(2, intent.kind().label());
            row.setObject(3, intent.undoes());
            row.setString(4, intent.nic());
            row.setString(5, intent.stableId());
            row.setString(6, intent.firmware());
            row.setString(7, boot);
            row.setString(8, intent.caller());
            row.setString(9, intent.channel());
            row.setString(10, intent.client());
            row.setString(11, intent.reason());
            row.setString(12, intent.assignments());
            row.setString(13, intent.words().toString());
            row.setString(14, intent.before().toString());
            row.setLong(15, intent.begunMillis());
            try (ResultSet id = row.executeQuery()) {
                id.next();
                return new ChangeRecord(id.getLong(1), intent, boot, ChangeOutcome.INTENT, null, null, "");
            }
        }
    }

    /** Those that wait for nothing and are older than the newest {@link #MOST}. */
    private void prune(Connection sql) throws SQLException {
        try (PreparedStatement old =
                sql.prepareStatement("DELETE FROM change WHERE id <= (SELECT max(id) FROM change) - ?"
                        + " AND outcome NOT IN ('intent', 'unverified', 'unknown')"
                        + " AND id NOT IN (SELECT change_id FROM confirmation WHERE state = 'waiting')")) {
            old.setInt(1, most);
            old.executeUpdate();
        }
    }

    /**
     * Writes down what became of a change. A confirmation that waits for one that did not happen ends with it, and those
     * that a revert or rollback has made pointless do too.
     *
     * @param after the active state read after it, null where there was none
     */
    public ChangeRecord end(
            ChangeRecord change, ChangeOutcome outcome, @Nullable RegisterImage after, String message, long nowMillis)
            throws IOException {
        return database.write(sql -> {
            try (PreparedStatement row = sql.prepareStatement(
                    "UPDATE change SET outcome = ?, after = ?, ended_ms = ?, message = ? WHERE id = ?")) {
                row.setString(1, outcome.label());
                row.setString(2, after == null ? null : after.toString());
                row.setLong(3, nowMillis);
                row.setString(4, message);
                row.setLong(5, change.id());
                row.executeUpdate();
            }
            ChangeKind kind = change.intent().kind();
            if (!outcome.mayHaveChanged()) {
                endWaiting(sql, THIS, change.id(), Confirmation.State.VOID, message, nowMillis);
            } else if (outcome == ChangeOutcome.VERIFIED
                    && (kind == ChangeKind.REVERT || kind == ChangeKind.ROLLBACK)) {
                endWaiting(
                        sql,
                        EARLIER_OF_ITS_NIC,
                        change.id(),
                        Confirmation.State.REVERTED,
                        kind.label() + " " + change.id(),
                        nowMillis);
            }
            return new ChangeRecord(change.id(), change.intent(), change.boot(), outcome, after, nowMillis, message);
        });
    }

    /**
     * Ends the wait for a confirmation.
     *
     * @param by who or what ended it
     * @return false when it had ended before
     */
    public boolean endConfirmation(long change, Confirmation.State state, String by, long nowMillis)
            throws IOException {
        return database.write(sql -> endWaiting(sql, THIS, change, state, by, nowMillis) > 0);
    }

    private static int endWaiting(
            Connection sql, String which, long change, Confirmation.State state, String by, long nowMillis)
            throws SQLException {
        try (PreparedStatement row = sql.prepareStatement("UPDATE confirmation SET state = ?2, ended_by = ?3,"
                + " ended_ms = ?4 WHERE state = 'waiting' AND " + which)) {
            row.setLong(1, change);
            row.setString(2, state.label());
            row.setString(3, by);
            row.setLong(4, nowMillis);
            return row.executeUpdate();
        }
    }

    /**
     * Lets go of the id of a request that was not sent, so that it can be made again.
     *
     * @return whether there was one
     */
    public boolean forgetRequest(long change) throws IOException {
        return database.write(sql -> {
            try (PreparedStatement row = sql.prepareStatement("UPDATE change SET request = NULL WHERE id = ?")) {
                row.setLong(1, change);
                return row.executeUpdate() > 0;
            }
        });
    }

    /** Every change that waits for its confirmation, oldest first. */
    public List<Confirmation> waiting() throws IOException {
        return database.read(sql -> {
            try (PreparedStatement query = sql.prepareStatement(
                            "SELECT change.*, within_ms, deadline_ms, guard, baseline,"
                                    + " state FROM confirmation JOIN change ON change.id = confirmation.change_id WHERE state = 'waiting' ORDER BY change.id");
                    ResultSet rows = query.executeQuery()) {
                List<Confirmation> waiting = new ArrayList<>();
                while (rows.next()) {
                    waiting.add(Rows.confirmation(rows));
                }
                return waiting;
            }
        });
    }

    /**
     * How the promises to take a change back stand or ended, by the numbers of their changes, from that number on: {@code
     * confirmed by alice via http}. A change without one has none.
     */
    public Map<Long, String> waits(long from) throws IOException {
        return database.read(sql -> {
            try (PreparedStatement query =
                    sql.prepareStatement("SELECT change_id, state, ended_by FROM confirmation WHERE change_id >= ?")) {
                query.setLong(1, from);
                try (ResultSet rows = query.executeQuery()) {
                    Map<Long, String> waits = new HashMap<>();
                    while (rows.next()) {
                        Confirmation.State state = Confirmation.State.of(rows.getString("state"));
                        waits.put(rows.getLong("change_id"), state.told(rows.getString("ended_by")));
                    }
                    return waits;
                }
            }
        });
    }

    /** The changes of a NIC of which only a reading can tell what became of them, oldest first. */
    public List<ChangeRecord> open(String stableId) throws IOException {
        return changes("WHERE stable_id = ? AND outcome IN ('intent', 'unverified', 'unknown') ORDER BY id", stableId);
    }

    public Optional<ChangeRecord> find(long id) throws IOException {
        return changes("WHERE id = ?", id).stream().findFirst();
    }

    /** The change of that NIC that a client asked for under that id. */
    public Optional<ChangeRecord> byRequest(String stableId, String request) throws IOException {
        return changes("WHERE stable_id = ? AND request = ?", stableId, request).stream()
                .findFirst();
    }

    /** The changes of a NIC after that one, oldest first. */
    public List<ChangeRecord> after(String stableId, long id) throws IOException {
        return changes("WHERE stable_id = ? AND id > ? ORDER BY id", stableId, id);
    }

    /** The latest changes of all NICs, newest first. */
    public List<ChangeRecord> latest(int limit) throws IOException {
        return changes("ORDER BY id DESC LIMIT ?", limit);
    }

    /** The latest changes of one NIC, newest first. */
    public List<ChangeRecord> latest(String stableId, int limit) throws IOException {
        return changes("WHERE stable_id = ? ORDER BY id DESC LIMIT ?", stableId, limit);
    }

    private List<ChangeRecord> changes(String which, Object... values) throws IOException {
        return database.read(sql -> {
            try (PreparedStatement query = sql.prepareStatement("SELECT * FROM change " + which)) {
                for (int i = 0; i < values.length; i++) {
                    query.setObject(i + 1, values[i]);
                }
                try (ResultSet rows = query.executeQuery()) {
                    List<ChangeRecord> changes = new ArrayList<>();
                    while (rows.next()) {
                        changes.add(Rows.change(rows));
                    }
                    return changes;
                }
            }
        });
    }
}
