// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.access.Caller;
import io.roceguard.register.Assignment;
import io.roceguard.text.DurationText;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A change that somebody wants.
 *
 * @param assignments what to set
 * @param caller on whose behalf
 * @param reason why, {@code ""} when none is given
 * @param accepted codes of warnings that are accepted
 * @param confirmWithin the change is taken back unless it is confirmed within this time; null for never
 * @param guard the evidence that takes it back before that
 * @param plan id of the plan that it follows, {@code ""} for none
 * @param request the client's id of this request, {@code ""} for none
 */
public record ChangeRequest(
        List<Assignment> assignments,
        Caller caller,
        String reason,
        Set<String> accepted,
        @Nullable Duration confirmWithin,
        Set<GuardEvidence> guard,
        String plan,
        String request) {

    private static final int LONGEST_REASON = 500;
    private static final int LONGEST_REQUEST = 100;
    private static final Duration SHORTEST_CONFIRMATION = Duration.ofSeconds(1);
    private static final Duration LONGEST_CONFIRMATION = Duration.ofDays(1);

    /** @throws ChangeRefusedException when something is too long, or a guard has no confirmation to guard */
    public ChangeRequest {
        assignments = List.copyOf(assignments);
        accepted = Set.copyOf(accepted);
        guard = guard.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(guard));
        if (reason.length() > LONGEST_REASON) {
            throw new ChangeRefusedException("The reason must be at most " + LONGEST_REASON + " characters.");
        }
        if (request.length() > LONGEST_REQUEST) {
            throw new ChangeRefusedException("The request id must be at most " + LONGEST_REQUEST + " characters.");
        }
        if (confirmWithin != null
                && (confirmWithin.compareTo(SHORTEST_CONFIRMATION) < 0
                        || confirmWithin.compareTo(LONGEST_CONFIRMATION) > 0)) {
            throw new ChangeRefusedException("The time to confirm must be 1s to 24h.");
        }
        if (confirmWithin == null && !guard.isEmpty()) {
            throw new ChangeRefusedException(
                    "A guard watches until the change is confirmed, so it needs a time to confirm, such as 5m.");
        }
    }

    /** Nothing but assignments. */
    public static ChangeRequest of(List<Assignment> assignments, Caller caller) {
        return new ChangeRequest(assignments, caller, "", Set.of(), null, Set.of(), "", "");
    }

    /**
     * With everything else as text, null or empty for nothing.
     *
     * @throws ChangeRefusedException when some of it cannot be taken
     */
    public static ChangeRequest of(
            List<Assignment> assignments,
            Caller caller,
            @Nullable String reason,
            @Nullable String accept,
            @Nullable String confirmWithin,
            @Nullable String guard,
            @Nullable String plan,
            @Nullable String request) {
        return new ChangeRequest(
                assignments,
                caller,
                text(reason),
                Arrays.stream(text(accept).split(",", -1))
                        .map(String::strip)
                        .filter(code -> !code.isEmpty())
                        .collect(Collectors.toUnmodifiableSet()),
                duration(text(confirmWithin)),
                GuardEvidence.parse(text(guard)),
                text(plan),
                text(request));
    }

    private static String text(@Nullable String given) {
        return given == null ? "" : given.strip();
    }

    private static @Nullable Duration duration(String text) {
        if (text.isEmpty()) {
            return null;
        }
        return DurationText.parse(text)
                .orElseThrow(() -> new ChangeRefusedException(
                        "The time to confirm must be a duration with its unit, such as 90s or 5m: value=" + text
                                + "."));
    }
}
