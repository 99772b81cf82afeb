// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import io.roceguard.register.RegisterImage;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The epochs of every NIC, on disk. At most {@link #MOST} are kept. */
public final class EpochLog {

    /** Epochs that are kept. */
    public static final int MOST = 20_000;

    private final Database database;
    private final String boot;
    private final int most;

    EpochLog(Database database, String boot) {
        this(database, boot, MOST);
    }

    EpochLog(Database database, String boot, int most) {
        this.database = database;
        this.boot = boot;
        this.most = most;
    }

    /** The present boot of the host. */
    public String boot() {
        return boot;
    }

    /** Ends the present epoch of a NIC, where there is one, and begins the next. */
    public Epoch begin(
            String stableId,
            String nic,
            String firmware,
            String mode,
            RegisterImage words,
            String cause,
            long nowMillis)
            throws IOException {
        return database.write(sql -> {
            try (PreparedStatement end =
                    sql.prepareStatement("UPDATE epoch SET ended_ms = ? WHERE stable_id = ? AND ended_ms IS NULL")) {
                end.setLong(1, nowMillis);
                end.setString(2, stableId);
                end.executeUpdate();
            }
            try (PreparedStatement row = sql.prepareStatement("INSERT INTO epoch (stable_id, nic, firmware, boot, mode,"
                    + " words, cause, begun_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *")) {
                row.setString(1, stableId);
                row.setString(2, nic);
                row.setString(3, firmware);
                row.setString(4, boot);
                row.setString(5, mode);
                row.setString(6, words.toString());
                row.setString(7, cause);
                row.setLong(8, nowMillis);
                Epoch begun;
                try (ResultSet inserted = row.executeQuery()) {
                    inserted.next();
                    begun = Rows.epoch(inserted);
                }
                prune(sql);
                return begun;
            }
        });
    }

    private void prune(Connection sql) throws SQLException {
        try (PreparedStatement old = sql.prepareStatement(
                "DELETE FROM epoch WHERE id <= (SELECT max(id) FROM epoch) - ? AND ended_ms IS NOT NULL")) {
            old.setInt(1, most);
            old.executeUpdate();
        }
    }

    /** The present epoch of a NIC, also one that an earlier daemon began. */
    public Optional<Epoch> present(String stableId) throws IOException {
        return epochs("WHERE stable_id = ? AND ended_ms IS NULL ORDER BY id DESC LIMIT 1", stableId).stream()
                .findFirst();
    }

    /** The latest epochs of one NIC, newest first. */
    public List<Epoch> latest(String stableId, int limit) throws IOException {
        return epochs("WHERE stable_id = ? ORDER BY id DESC LIMIT ?", stableId, limit);
    }

    private List<Epoch> epochs(String which, Object... values) throws IOException {
        return database.read(sql -> {
            try (PreparedStatement query = sql.prepareStatement("SELECT * FROM epoch " + which)) {
                for (int i = 0; i < values.length; i++) {
                    query.setObject(i + 1, values[i]);
                }
                try (ResultSet rows = query.executeQuery()) {
                    List<Epoch> epochs = new ArrayList<>();
                    while (rows.next()) {
                        epochs.add(Rows.epoch(rows));
                    }
                    return epochs;
                }
            }
        });
    }
}
