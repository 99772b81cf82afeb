// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.agent.config.ConfigFile;
import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.agent.control.ControlState;
import io.roceguard.agent.control.EvidenceWindow;
import io.roceguard.agent.control.RegisterControl;
import io.roceguard.agent.inventory.NicSource;
import io.roceguard.agent.poll.Watcher;
import io.roceguard.agent.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonViewTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void write() throws Exception {
        file = Files.writeString(directory.resolve("roceguard.yaml"), "simulation: {}\nanonymous: viewer\n");
    }

    @Test
    void fileThatIsInForceDiffersInNothing() throws Exception {
        assertThat(reload(UnaryOperator.identity(), ""))
                .isEqualTo("Log level is info. Nothing else differs from what is in force.");
    }

    @Test
    void whatOnlyARestartTakesOverIsNamed() throws Exception {
        assertThat(reload(UnaryOperator.identity(), "simulation: {}\nanonymous: none\npoll: {interval: 2s}\n"))
                .isEqualTo("Log level is info. Not in force as the file has it: poll, anonymous."
                        + " A restart takes it over, unless the command line overrides it.");
    }

    @Test
    void portOfTheCommandLineIsNotPromisedToChangeWithARestart() throws Exception {
        assertThat(reload(read -> read.withHttpPort(0), ""))
                .isEqualTo("Log level is info. Not in force as the file has it: http."
                        + " A restart takes it over, unless the command line overrides it.");
    }

    /** @param text of the file at the reload, empty to leave it as it is */
    private String reload(UnaryOperator<DaemonConfig> commandLine, String text) throws IOException {
        DaemonConfig config = commandLine.apply(ConfigFile.read(file));
        Clock clock = Clock.systemUTC();
        try (Watcher watcher =
                        new Watcher(NicSource.open(config.nics(), () -> 0), config.poll(), clock, System::nanoTime);
                Store store = Store.open(file.resolveSibling("state"), clock)) {
            if (!text.isEmpty()) {
                Files.writeString(file, text);
            }
            ControlState state = new ControlState(
                    watcher,
                    store.journal(),
                    List.of(),
                    new EvidenceWindow(),
                    (nic, image, since) -> "",
                    clock,
                    System::nanoTime);
            RegisterControl control = new RegisterControl(watcher, store.journal(), state, clock, System::nanoTime);
            return new DaemonView(config, watcher, "simulation", control, "", clock).reload();
        }
    }
}
