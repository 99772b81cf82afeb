// SPDX-License-Identifier: Apache-2.0
package io.roceguard.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The valid name closest to a mistyped one, by edit distance without regard to case. */
public final class NearestName {

    private NearestName() {}

    /**
     * The close candidate with the smallest Damerau-Levenshtein distance to {@code name}, the first of equals. Close means
     * that no more than a third of the longer name, or 2 edits, would have to change.
     *
     * @return empty when nothing is close
     */
    public static Optional<String> of(String name, Collection<String> candidates) {
        String wanted = name.toLowerCase(Locale.ROOT);
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : candidates) {
            int limit = Math.max(2, Math.max(name.length(), candidate.length()) / 3);
            // The difference in length is a lower bound, and keeps an endless name from costing anything.
            if (Math.abs(name.length() - candidate.length()) > limit) {
                continue;
            }
            int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT));
            if (distance <= limit && distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** " Did you mean NAME?" with the closest candidate, or nothing. */
    public static String hint(String name, Collection<String> candidates) {
        return of(name, candidates).map(near -> " Did you mean " + near + "?").orElse("");
    }

    private static int distance(String a, String b) {
        int[] beforePrevious = new int[b.length() + 1];
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitute = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substitute, Math.min(previous[j], current[j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    current[j] = Math.min(current[j], beforePrevious[j - 2] + 1);
                }
            }
            int[] spare = beforePrevious;
            beforePrevious = previous;
            previous = current;
            current = spare;
        }
        return previous[b.length()];
    }
}
