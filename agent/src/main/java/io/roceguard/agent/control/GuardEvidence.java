// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.text.NearestName;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What takes a guarded change back before its time, when it is significantly worse than before the change. */
public enum GuardEvidence {
    /** Queue pairs that die of RETRY_EXC. */
    RETRY_EXC,
    /** Retransmissions that no loss explains. */
    SPURIOUS,
    /** Retransmissions for each packet that is sent. */
    RATIO;

    private static final String ALL = "all";

    /** As it is written: {@code retry_exc}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @param text {@code all}, or labels with commas between; {@code ""} for none
     * @throws ChangeRefusedException for anything else, with the nearest label
     */
    public static Set<GuardEvidence> parse(String text) {
        Set<GuardEvidence> chosen = EnumSet.noneOf(GuardEvidence.class);
        List<String> labels = Arrays.stream(values()).map(GuardEvidence::label).toList();
        for (String word : text.split(",", -1)) {
            String label = word.strip().toLowerCase(Locale.ROOT);
            if (label.equals(ALL)) {
                chosen.addAll(EnumSet.allOf(GuardEvidence.class));
            } else if (labels.contains(label)) {
                chosen.add(valueOf(label.toUpperCase(Locale.ROOT)));
            } else if (!text.isBlank()) {
                throw new ChangeRefusedException("guard must be all, or some of " + String.join(", ", labels)
                        + ": value=" + word + "." + NearestName.hint(label, labels));
            }
        }
        return chosen;
    }

    static String text(Set<GuardEvidence> chosen) {
        return chosen.stream().sorted().map(GuardEvidence::label).collect(Collectors.joining(","));
    }
}
