// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.register.RegisterImage;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EpochLogTest {

    private static final RegisterImage WORDS = Changes.image(RegisterImage.LONG_DWORDS, 7);

    @TempDir
    private Path directory;

    private Database database;
    private EpochLog log;

    @BeforeEach
    void open() throws Exception {
        database = Database.open(directory.resolve("state.db"), Database::connect);
        log = new EpochLog(database, "boot-1", 3);
    }

    @AfterEach
    void close() throws Exception {
        database.close();
    }

    private Epoch begin(String stableId, String cause, long now) throws IOException {
        return log.begin(stableId, "mlx5_0", "28.46.1006", "profile", WORDS, cause, now);
    }

    @Test
    void theNextEpochEndsTheOneBeforeOfTheSameNic() throws Exception {
        Epoch other = begin(Changes.OTHER_NIC, "first look", 500);
        Epoch first = begin(Changes.NIC, "first look", 1_000);
        assertThat(first)
                .isEqualTo(new Epoch(
                        2, Changes.NIC, "mlx5_0", "28.46.1006", "boot-1", "profile", WORDS, "first look", 1_000, null));
        assertThat(log.present(Changes.NIC)).contains(first);

        Epoch second = begin(Changes.NIC, "change 1", 2_000);

        assertThat(log.present(Changes.NIC)).contains(second);
        assertThat(log.present(Changes.OTHER_NIC)).contains(other);
        assertThat(log.latest(Changes.NIC, 10)).extracting(Epoch::endedMillis).containsExactly(null, 2_000L);
        assertThat(log.latest(Changes.NIC, 1)).containsExactly(second);
    }

    @Test
    void theOldestAreDroppedExceptThePresent() throws Exception {
        Epoch present = begin(Changes.OTHER_NIC, "first look", 0);
        for (int i = 1; i <= 5; i++) {
            begin(Changes.NIC, "somebody else", i);
        }

        assertThat(log.latest(Changes.NIC, 10)).extracting(Epoch::begunMillis).containsExactly(5L, 4L, 3L);
        assertThat(log.present(Changes.OTHER_NIC)).contains(present);
    }
}
