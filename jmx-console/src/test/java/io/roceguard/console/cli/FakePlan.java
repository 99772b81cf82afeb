// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A plan as the daemon answers it. */
final class FakePlan {

    private FakePlan() {}

    static Map<String, Object> of(String obstacle, String severity) {
        Map<String, Object> plan = new LinkedHashMap<>();
        plan.put("id", "1a2b3c");
        plan.put("nic", "mlx5_0");
        plan.put("message", "2 values of profile 1 would change.");
        plan.put("obstacle", obstacle);
        plan.put("words", List.of("0x10000000", "0x10000000", "0x00000000", "0x00000000"));
        plan.put("selects", List.of("adp_retx_profile_select"));
        plan.put("changed", List.of("time_base 4 -> 8", "time_unit 0 -> 1"));
        plan.put("mlxreg", List.of("mlxreg -d mlx5_0 --yes"));
        plan.put(
                "findings",
                List.of(Map.of(
                        "severity", severity,
                        "code", "W_STORM",
                        "path", "ranges[0]",
                        "message", "It retransmits too fast.",
                        "fix", "Use a longer timeout.")));
        plan.put("mustAccept", severity.equals("WARN") ? List.of("W_STORM") : List.of());
        plan.put("affected", List.of("All queue pairs of the PF and its VFs."));
        plan.put("cannotUndo", List.of("Only fwreset leads back to the firmware's own timeouts."));
        Map<String, Object> off = new LinkedHashMap<>();
        off.put("mode", "firmware");
        off.put("prediction", null);
        off.put("text", "The firmware's own timeouts, about 2 min.");
        plan.put(
                "comparison",
                List.of(
                        Map.of(
                                "ackTimeout",
                                20,
                                "retryCount",
                                7,
                                "queuePairs",
                                3,
                                "source",
                                "seen",
                                "before",
                                off,
                                "after",
                                Map.of("mode", "profile", "prediction", fails(), "text", "")),
                        Map.of(
                                "ackTimeout",
                                0,
                                "retryCount",
                                7,
                                "queuePairs",
                                0,
                                "source",
                                "given",
                                "before",
                                off,
                                "after",
                                Map.of("mode", "profile", "prediction", endless(), "text", ""))));
        plan.put("caller", "olga");
        return plan;
    }

    private static Map<String, Object> fails() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("totalNanos", 9_007_199_254_740_993L);
        figures.put("detectionMinNanos", 16_896_000);
        figures.put("detectionMeanNanos", 17_472_001);
        figures.put("detectionMaxNanos", 17_984_000);
        figures.put("retransmissionsMin", 9);
        figures.put("retransmissionsMax", 13);
        figures.put("surelySurvivedNanos", 16_384_000);
        figures.put("atBestSurvivedNanos", 17_000_000);
        figures.put("worstRecoveryNanos", 2_048_000);
        figures.put("peakPerSecond", 7812.5);
        figures.put("steadyPerSecond", 488.28125);
        return figures;
    }

    private static Map<String, Object> endless() {
        Map<String, Object> figures = new LinkedHashMap<>(fails());
        for (String name : List.of(
                "totalNanos",
                "detectionMinNanos",
                "detectionMeanNanos",
                "detectionMaxNanos",
                "retransmissionsMin",
                "retransmissionsMax",
                "surelySurvivedNanos")) {
            figures.put(name, null);
        }
        return figures;
    }
}
