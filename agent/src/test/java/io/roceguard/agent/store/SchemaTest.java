// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaTest {

    private static final List<String> FIRST = List.of("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)");
    private static final List<String> SECOND =
            List.of("ALTER TABLE note ADD COLUMN author TEXT NOT NULL DEFAULT 'nobody'");

    @TempDir
    private Path directory;

    private Connection connection;

    @BeforeEach
    void open() throws Exception {
        connection = Database.connect(directory.resolve("state.db"));
        Schema.prepare(connection, List.of(FIRST));
        run("INSERT INTO note (text) VALUES ('kept')");
        connection.commit();
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
    }

    private void run(String statement) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    private String read(String query) throws SQLException {
        try (Statement sql = connection.createStatement();
                ResultSet row = sql.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void anOlderFileIsBroughtUpToDateWithWhatIsInIt() throws Exception {
        Schema.prepare(connection, List.of(FIRST, SECOND));

        assertThat(read("PRAGMA user_version")).isEqualTo("2");
        assertThat(read("SELECT text || ' by ' || author FROM note")).isEqualTo("kept by nobody");
    }

    @Test
    void aStepThatFailsLeavesTheFileAsItWas() throws Exception {
        List<String> broken = List.of(SECOND.get(0), "CREATE TABLE note (id INTEGER)");

        assertThatThrownBy(() -> Schema.prepare(connection, List.of(FIRST, broken)))
                .isInstanceOf(SQLException.class);
        connection.rollback();

        assertThat(read("PRAGMA user_version")).isEqualTo("1");
        assertThat(read("SELECT count(*) FROM pragma_table_info('note') WHERE name = 'author'"))
                .isEqualTo("0");
        assertThat(read("SELECT text FROM note")).isEqualTo("kept");
    }
}
