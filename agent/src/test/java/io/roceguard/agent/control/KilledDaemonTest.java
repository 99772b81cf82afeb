// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.agent.store.ChangeOutcome;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.agent.store.Confirmation.State;
import io.roceguard.agent.store.WatchedStore;
import io.roceguard.register.RegisterImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * The daemon is killed (SIGKILL) at every step of apply, confirm, revert, rollback and of the recovery from such a kill:
 * before and after each commit, each GET and SET, and each look at who the NIC is.
 */
class KilledDaemonTest {

    private static final int LEAST_FAULT_POINTS = 12;

    /** Processes that run, and are killed, while earlier ones are looked at. */
    private static final int CHILDREN = 2;

    @TempDir
    private Path directory;

    @TestFactory
    List<DynamicNode> everyStep(TestReporter reporter) throws Exception {
        ChildDaemon child = new ChildDaemon(directory);
        ExecutorService ahead = Executors.newFixedThreadPool(CHILDREN);
        List<DynamicNode> scenarios = new ArrayList<>();
        int total = 0;
        for (KillScenario scenario : KillScenario.values()) {
            Path prepared = Files.createDirectory(directory.resolve(scenario.name()));
            scenario.prepare(prepared);
            List<String> steps = child.run(scenario, copy(prepared, scenario + "-0"), 0);
            total += steps.size();
            List<DynamicTest> kills = new ArrayList<>();
            for (int step = 1; step <= steps.size(); step++) {
                Path state = copy(prepared, scenario + "-" + step);
                int killAt = step;
                Future<List<String>> killed = ahead.submit(() -> child.run(scenario, state, killAt));
                kills.add(test(scenario, state, steps.subList(0, step), killed));
            }
            scenarios.add(DynamicContainer.dynamicContainer(scenario.name(), kills));
        }
        ahead.shutdown();
        reporter.publishEntry("fault points", Integer.toString(total));
        assertThat(total).as("fault points").isGreaterThanOrEqualTo(LEAST_FAULT_POINTS);
        return scenarios;
    }

    private DynamicTest test(KillScenario scenario, Path state, List<String> steps, Future<List<String>> killed) {
        String name = scenario + ", killed at step " + steps.size() + ", " + steps.get(steps.size() - 1);
        return DynamicTest.dynamicTest(name, () -> {
            try {
                assertThat(killed.get()).as("the same steps as without a kill").isEqualTo(steps);
                checkAftermath(scenario, state, steps.contains("the answer"));
            } catch (AssertionError | Exception failed) {
                // Reports of the build number the tests and do not name them.
                throw new AssertionError(name + ": " + failed.getMessage(), failed);
            }
        });
    }

    private void checkAftermath(KillScenario scenario, Path state, boolean answered) throws Exception {
        RegisterImage unchanged = KillableHost.register(directory.resolve(KillScenario.APPLY.name()))
                .get(0);
        boolean confirmed = WatchedStore.confirmations(state).containsValue(State.CONFIRMED);
        int sets;
        try (Aftermath after = Aftermath.begin(state, KillScenario.LATER.multipliedBy(2))) {
            after.checkSameStory("after the restart");
            after.repeatTheApply(scenario);
            after.checkSameStory("after the repetition");
            after.letTimeRunOut();
            after.checkSameStory("in the end");
            checkEnd(scenario, state, after, confirmed, unchanged);
            sets = after.sets();
        }
        if (scenario == KillScenario.APPLY_AND_CONFIRM && answered) {
            assertThat(confirmed).as("what was answered is on disk").isTrue();
        }
        try (Aftermath again = Aftermath.begin(state, Duration.ofHours(1))) {
            again.letTimeRunOut();
            again.checkSameStory("after another restart");
            assertThat(again.sets()).as("SETs after another restart").isEqualTo(sets);
        }
    }

    private static void checkEnd(
            KillScenario scenario, Path state, Aftermath after, boolean confirmed, RegisterImage unchanged)
            throws Exception {
        ChangeRecord change = after.asked().orElseThrow();
        RegisterImage changed = change.meant();
        boolean sent = change.outcome() == ChangeOutcome.VERIFIED;
        boolean stays = sent && (confirmed || scenario == KillScenario.APPLY);
        assertThat(change.intent().before()).as("the state before").isEqualTo(unchanged);
        assertThat(after.register()).as("the register in the end").isEqualTo(stays ? changed : unchanged);
        assertThat(after.takenBack(change)).as("how often it was taken back").hasSize(sent && !stays ? 1 : 0);
        if (scenario != KillScenario.APPLY) {
            Map<Long, State> confirmations = new HashMap<>(WatchedStore.confirmations(state));
            assertThat(confirmations)
                    .as("confirmations in the end")
                    .containsEntry(change.id(), !sent ? State.VOID : confirmed ? State.CONFIRMED : State.REVERTED);
            confirmations.remove(change.id());
            assertThat(confirmations.values())
                    .as("those of requests that were not sent and were made again")
                    .allMatch(ended -> ended == State.VOID);
        }
    }

    private Path copy(Path prepared, String name) throws Exception {
        Path copy = Files.createDirectory(directory.resolve(name));
        for (String file : List.of("state.db", "register")) {
            Files.copy(prepared.resolve(file), copy.resolve(file));
        }
        return copy;
    }
}
