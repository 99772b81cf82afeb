// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterImage;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** From rows to records. */
final class Rows {

    private Rows() {}

    static ChangeRecord change(ResultSet row) throws SQLException {
        ChangeIntent intent = new ChangeIntent(
                row.getString("request"),
                ChangeKind.of(row.getString("kind")),
                number(row, "undoes"),
                row.getString("nic"),
                row.getString("stable_id"),
                row.getString("firmware"),
                row.getString("caller"),
                row.getString("channel"),
                row.getString("client"),
                row.getString("reason"),
                row.getString("assignments"),
                image(row.getString("words")),
                image(row.getString("before")),
                row.getLong("begun_ms"));
        String after = row.getString("after");
        return new ChangeRecord(
                row.getLong("id"),
                intent,
                row.getString("boot"),
                ChangeOutcome.of(row.getString("outcome")),
                after == null ? null : image(after),
                number(row, "ended_ms"),
                row.getString("message"));
    }

    static Confirmation confirmation(ResultSet row) throws SQLException {
        return new Confirmation(
                change(row),
                row.getLong("within_ms"),
                row.getLong("deadline_ms"),
                row.getString("guard"),
                row.getString("baseline"),
                Confirmation.State.of(row.getString("state")));
    }

    static Epoch epoch(ResultSet row) throws SQLException {
        return new Epoch(
                row.getLong("id"),
                row.getString("stable_id"),
                row.getString("nic"),
                row.getString("firmware"),
                row.getString("boot"),
                row.getString("mode"),
                image(row.getString("words")),
                row.getString("cause"),
                row.getLong("begun_ms"),
                number(row, "ended_ms"));
    }

    static RegisterImage image(String words) {
        return MlxregText.parseReading("the journal", words).image();
    }

    private static @Nullable Long number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : (Long) value;
    }
}
