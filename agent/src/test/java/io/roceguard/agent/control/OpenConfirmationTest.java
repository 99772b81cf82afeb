// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.store.ChangeOutcome;
import io.roceguard.device.NicException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change that waits for its confirmation while it is not known what became of it, or of what takes it back. */
class OpenConfirmationTest {

    @TempDir
    private Path directory;

    @BeforeEach
    void prepare() throws Exception {
        KillScenario.APPLY.prepare(directory);
    }

    private KillableHost start(Consumer<String> step) throws IOException, NicException {
        KillableHost host = new KillableHost(directory, KillScenario.LATER, step);
        host.start();
        return host;
    }

    /** Ends the work of a daemon at a step, as far as that can be done without killing it. */
    private static Consumer<String> dieAt(String last) {
        return step -> {
            if (step.equals(last)) {
                throw new Error("This daemon dies here.");
            }
        };
    }

    @Test
    void aChangeThatWasNeverSentIsNotWaitedForAfterTheRestart() throws Exception {
        try (KillableHost dying = start(dieAt("before a SET"))) {
            assertThatThrownBy(() -> dying.apply(KillableHost.WITHIN)).isInstanceOf(IllegalStateException.class);
        }

        try (KillableHost host = start(step -> {})) {
            ChangeResult next = host.control.apply(
                    KillableHost.NIC, KillableHost.request("roce_tx_window_en=1", null, "maintenance-2"));

            assertThat(next.verified()).isTrue();
            assertThat(host.history().get(1).outcome()).isEqualTo(ChangeOutcome.NOT_SENT);
            assertThat(host.control.waiting(KillableHost.NIC)).isEmpty();
        }
    }

    @Test
    void nothingIsConfirmedThatMayHaveBeenTakenBackAlready() throws Exception {
        try (KillableHost host = start(step -> {})) {
            host.apply(KillableHost.WITHIN);
        }
        try (KillableHost dying = start(dieAt("after a SET"))) {
            assertThatThrownBy(() -> dying.control.rollback(KillableHost.NIC, null, ControlledHost.ALICE, ""))
                    .isInstanceOf(IllegalStateException.class);
        }

        try (KillableHost host = start(step -> {})) {
            assertThatThrownBy(() -> confirm(host))
                    .isInstanceOf(ChangeRefusedException.class)
                    .hasMessageContaining("What became of change 3 of mlx5_0 is not known");
            host.tick();
            assertThatThrownBy(() -> confirm(host))
                    .isInstanceOf(ChangeRefusedException.class)
                    .hasMessageContaining("No change of mlx5_0 waits");
        }
    }

    @Test
    void aChangeIsConfirmedOnceItIsKnownToHaveTakenEffect() throws Exception {
        try (KillableHost dying = start(dieAt("after a SET"))) {
            assertThatThrownBy(() -> dying.apply(KillableHost.WITHIN)).isInstanceOf(IllegalStateException.class);
        }

        try (KillableHost host = start(step -> {})) {
            assertThatThrownBy(() -> confirm(host)).hasMessageContaining("What became of change 2 of mlx5_0");
            host.tick();
            confirm(host);
            host.pass(KillableHost.WITHIN.plus(Duration.ofSeconds(1)));
            host.tick();

            assertThat(KillableHost.register(directory).get(0).get("timeout_retry_num_0"))
                    .isEqualTo(5);
            assertThat(KillableHost.register(directory).sets()).isEqualTo(2);
        }
    }

    @Test
    void aConfirmationThatComesJustAfterARollbackIsRefused() throws Exception {
        List<Runnable> meanwhile = new ArrayList<>();
        try (KillableHost host = start(step -> {
            if (step.equals("after the commit of UPDATE change") && !meanwhile.isEmpty()) {
                meanwhile.remove(0).run();
            }
        })) {
            host.apply(KillableHost.WITHIN);
            List<String> said = new ArrayList<>();
            meanwhile.add(() -> {
                try {
                    confirm(host);
                    said.add("confirmed");
                } catch (ChangeRefusedException refused) {
                    said.add(String.valueOf(refused.getMessage()));
                }
            });

            host.control.rollback(KillableHost.NIC, null, ControlledHost.ALICE, "");

            assertThat(said)
                    .containsExactly(
                            "Change 2 of mlx5_0 does not wait for a confirmation any more: it was taken back.");
        }
    }

    private static void confirm(KillableHost host) {
        host.control.confirm(KillableHost.NIC, ControlledHost.ALICE);
    }
}
