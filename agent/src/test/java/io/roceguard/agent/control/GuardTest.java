// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.adp.ProfilePresets;
import io.roceguard.agent.poll.SimulatedHost;
import io.roceguard.agent.store.ChangeKind;
import io.roceguard.diagnosis.Evidence;
import io.roceguard.sim.SimulatedInventory;
import io.roceguard.sim.SimulatedNicSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardTest {

    private static final long SECOND = 1_000_000_000;
    private static final Set<GuardEvidence> ALL = EnumSet.allOf(GuardEvidence.class);

    @TempDir
    private Path directory;

    private static Baseline baseline(int seconds, long packets, long retransmissions, long dead) {
        return new Baseline(
                new Evidence(seconds * SECOND, packets * seconds, retransmissions * seconds, 0, 0, dead), 1, false);
    }

    private static List<Evidence> after(int seconds, long packets, long retransmissions, long dead) {
        return Collections.nCopies(seconds, new Evidence(SECOND, packets, retransmissions, 0, 1, dead));
    }

    @Test
    void oneDeadQueuePairAfterTenQuietMinutesIsWorse() {
        assertThat(Guard.worse(ALL, baseline(600, 1000, 1, 0), after(1, 1000, 1, 1)))
                .hasValueSatisfying(
                        why -> assertThat(why).isEqualTo("1 queue pairs died of RETRY_EXC in 1 s, 0 in 600 s before"));
    }

    @Test
    void withoutABaselineOneDeadQueuePairProvesNothing() {
        assertThat(Guard.worse(ALL, baseline(1, 1000, 1, 0), after(1, 1000, 1, 1)))
                .isEmpty();
        assertThat(Guard.worse(ALL, Baseline.of(List.of()), after(1, 1000, 1, 1)))
                .isEmpty();
    }

    @Test
    void asManyAsBeforeAreNotWorse() {
        assertThat(Guard.worse(ALL, baseline(600, 1000, 5, 60), after(10, 1000, 5, 0)))
                .isEmpty();
        assertThat(Guard.worse(ALL, baseline(600, 1000, 5, 600), after(10, 1000, 5, 1)))
                .isEmpty();
    }

    @Test
    void retransmissionsCountByThePacketsThatAreSent() {
        Baseline before = baseline(600, 1000, 5, 0);

        assertThat(Guard.worse(ALL, before, after(60, 3000, 15, 0)))
                .as("three times the load")
                .isEmpty();
        assertThat(Guard.worse(ALL, before, after(60, 1000, 15, 0)))
                .hasValueSatisfying(why -> assertThat(why)
                        .isEqualTo("900 retransmissions of 60000 packets in 60 s, 3000 of 600000 in 600 s before"));
        assertThat(Guard.worse(EnumSet.of(GuardEvidence.RETRY_EXC), before, after(60, 1000, 15, 0)))
                .as("is not watched")
                .isEmpty();
    }

    @Test
    void oneBurstIsNotTakenForAHigherRate() {
        List<Evidence> burst = new ArrayList<>(after(59, 1000, 0, 0));
        burst.add(new Evidence(SECOND, 1000, 900, 0, 1, 0));

        assertThat(Guard.worse(ALL, baseline(600, 1000, 5, 0), burst)).isEmpty();
    }

    @Test
    void spuriousRetransmissionsAreWorseUnlessTheyWereThereBefore() {
        List<Evidence> spurious = Collections.nCopies(10, new Evidence(SECOND, 1000, 100, 100, 0, 0));
        Set<GuardEvidence> watched = EnumSet.of(GuardEvidence.SPURIOUS);

        assertThat(Guard.worse(watched, baseline(600, 1000, 0, 0), spurious))
                .hasValueSatisfying(why -> assertThat(why).contains("so they are spurious"));
        assertThat(Guard.worse(watched, Baseline.of(spurious), spurious)).isEmpty();
        assertThat(Guard.worse(watched, Baseline.of(spurious.subList(0, 5)), spurious))
                .as("as many in a time too short to call them spurious")
                .isEmpty();
    }

    @Test
    void aBaselineIsReadAsItWasWritten() {
        Baseline before = new Baseline(new Evidence(Long.MAX_VALUE / 3, 2, 3, 4, 5, 6), 1.25, true);

        assertThat(Baseline.parse(before.text())).isEqualTo(before);
    }

    @Test
    void aProfileThatKillsQueuePairsIsTakenBackByItsGuard() throws Exception {
        SimulatedHost host =
                new SimulatedHost("link-flap", SimulatedInventory.defaultNics().toArray(SimulatedNicSpec[]::new));
        try (ControlledHost controlled = new ControlledHost(host, directory, List.of())) {
            host.start();
            ChangeRequest robust = ChangeRequest.of(
                    ProfilePresets.read("flap-10s").assignments(), ControlledHost.ALICE, "", "", "", "", "", "");
            controlled.control.apply("mlx5_0", robust);
            seconds(controlled, 300);
            ChangeRequest fragile = ChangeRequest.of(
                    ProfilePresets.read("fast-detect").assignments(),
                    ControlledHost.ALICE,
                    "report failures sooner",
                    "",
                    "1h",
                    "all",
                    "",
                    "");
            controlled.control.apply("mlx5_0", fragile);
            assertThat(controlled.read().get("retx_total_timeout")).isEqualTo(12);

            seconds(controlled, 300);

            assertThat(controlled.read().get("retx_total_timeout"))
                    .as("flap-10s is in force again")
                    .isEqualTo(ProfilePresets.read("flap-10s").profile().retxTotalTimeout());
            assertThat(controlled.last().intent().kind()).isEqualTo(ChangeKind.REVERT);
            assertThat(controlled.last().intent().reason())
                    .contains("its guard found it worse")
                    .contains("queue pairs died of RETRY_EXC");
            assertThat(controlled.control.waiting("mlx5_0")).isEmpty();
        }
    }

    @Test
    void aChangeThatHarmsNobodyStaysOnALossyFabric() throws Exception {
        try (ControlledHost controlled = ControlledHost.withDefaults(directory)) {
            seconds(controlled, 120);
            controlled.control.apply(
                    "mlx5_0",
                    ChangeRequest.of(
                            ControlledHost.parse("roce_tx_window_en=1"),
                            ControlledHost.ALICE,
                            "",
                            "",
                            "1h",
                            "all",
                            "",
                            ""));

            seconds(controlled, 600);

            assertThat(controlled.read().get("roce_tx_window_en")).isEqualTo(1);
            assertThat(controlled.control.waiting("mlx5_0").orElseThrow().state())
                    .isEqualTo("waiting");
        }
    }

    private static void seconds(ControlledHost controlled, int seconds) {
        for (int second = 0; second < seconds; second++) {
            controlled.host.poll();
            controlled.tick();
        }
    }
}
