// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.text.NearestName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a change is made: what is accepted, what takes it back, and what it follows. */
final class ChangeOptions {

    static final String REQUEST_ID = "--request-id";

    private static final String ALL = "all";
    private static final List<String> EVIDENCE = List.of("retry_exc", "spurious", "ratio");
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the daemon's journal.")
    private String reason = "";

    @Option(
            names = "--accept",
            paramLabel = "CODE",
            split = ",",
            description = "Warnings that are accepted, by their codes as plan shows them.")
    private List<String> accept = new ArrayList<>();

    @Option(
            names = "--confirm-within",
            paramLabel = "D",
            converter = DurationArgument.class,
            description = "Take the change back unless roceguard confirm comes within this time, such as 5m.")
    private @Nullable Duration confirmWithin;

    @Option(
            names = "--guard",
            paramLabel = "EVIDENCE",
            arity = "0..1",
            fallbackValue = ALL,
            description =
                    "With --confirm-within: take it back earlier when this gets significantly worse: all (default),"
                            + " or some of retry_exc,spurious,ratio.")
    private @Nullable String guard;

    @Option(
            names = "--plan",
            paramLabel = "ID",
            description = "The plan it follows: refused when the register has changed since.")
    private @Nullable String plan;

    @Option(
            names = REQUEST_ID,
            paramLabel = "ID",
            description = "Names this request: one that was made already is not made again. Random by default.")
    private @Nullable String requestId;

    /** The id of this request. */
    String requestId() {
        if (requestId == null) {
            requestId = UUID.randomUUID().toString();
        }
        return given(REQUEST_ID, requestId);
    }

    /**
     * What applyChange and applyProfile take after the change itself.
     *
     * @throws CliException when the options contradict each other or name what there is not
     */
    String[] arguments() {
        return new String[] {
            reason, accepted(), within(), evidence(), plan == null ? "" : given("--plan", plan), requestId()
        };
    }

    /** An empty id is that of a script that lost it, and must not do without what the id is for. */
    private static String given(String option, String id) {
        if (id.isBlank()) {
            throw CliException.usage(option + " needs an id: it is empty.");
        }
        return id;
    }

    private String accepted() {
        return String.join(
                ",",
                accept.stream()
                        .map(code -> code.strip().toUpperCase(Locale.ROOT))
                        .filter(code -> !code.isEmpty())
                        .distinct()
                        .toList());
    }

    private String within() {
        if (confirmWithin == null) {
            return "";
        }
        return confirmWithin.getNano() == 0
                ? confirmWithin.getSeconds() + "s"
                : confirmWithin.getSeconds() * NANOS_PER_SECOND + confirmWithin.getNano() + "ns";
    }

    private String evidence() {
        if (guard == null) {
            return "";
        }
        String asked = guard;
        Set<String> wanted =
                new LinkedHashSet<>(List.of(asked.toLowerCase(Locale.ROOT).split(",", -1)));
        for (String name : wanted) {
            if (!name.equals(ALL) && !EVIDENCE.contains(name)) {
                throw CliException.usage("--guard must be all, or some of " + String.join(",", EVIDENCE) + ": value="
                        + PrintableText.cell(asked, 40) + "." + NearestName.hint(name, EVIDENCE)
                        + " Write it with =, as in --guard=ratio, or last.");
            }
        }
        if (confirmWithin == null) {
            throw CliException.usage(
                    "--guard needs --confirm-within, the time that it watches, for instance" + " --confirm-within 5m.");
        }
        return wanted.contains(ALL) ? ALL : String.join(",", wanted);
    }
}
