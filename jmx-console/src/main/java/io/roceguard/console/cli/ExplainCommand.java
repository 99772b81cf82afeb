// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.AdpReading;
import io.roceguard.adp.DeadPath;
import io.roceguard.adp.ProfileValidator;
import io.roceguard.adp.QpTiming;
import io.roceguard.adp.Validation;
import io.roceguard.adp.ValidationContext;
import io.roceguard.console.plot.DeadPathPlot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "explain",
        header = "Show what a profile does to a queue pair whose path dies.",
        description = {
            "When it fails, how much it retransmits until then, which outages it survives and how long after one it goes"
                    + " on: exact figures of the algorithm as the document describes it, over all initial timeouts. Not"
                    + " verified on hardware; where another reading of the document moves a figure by more than 1 %%, that"
                    + " is said.",
            "The exit code is 1 when the profile has an error and so no figures."
        },
        footer = {
            "",
            "Examples:",
            "  roceguard explain profile.yaml --ack-timeout 20 --retry-count 7",
            "  roceguard explain profile.yaml --ack-timeout 20 --retry-count 7 --outage 300ms --plot profile.svg"
        })
final class ExplainCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ProfileArgument profile = new ProfileArgument();

    @Mixin
    private final TimingOptions timing = new TimingOptions();

    @Option(
            names = "--outage",
            paramLabel = "D",
            converter = DurationArgument.class,
            description = "An outage to look at, such as 300ms; may be repeated. Without it some usual ones.")
    private List<Duration> outages = new ArrayList<>();

    @Option(
            names = "--plot",
            paramLabel = "FILE.svg",
            description = "Also draw the timeouts over time and the recovery delay over the outage.")
    private @Nullable String plot;

    ExplainCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        QpTiming qp = timing.required();
        ProfileArgument.Given given = profile.read(surroundings.stdin());
        Validation validation = ProfileValidator.validate(
                given.profile(),
                new ValidationContext(
                        given.limits(),
                        given.file().profileId(),
                        given.file().enable(),
                        qp,
                        null,
                        null,
                        AdpReading.DEFAULT));
        FindingList findings = new FindingList(validation, given.file());
        if (!validation.valid()) {
            output.print(Explanation.invalid(findings), () -> refusal(given, findings));
            return ExitCode.NO;
        }
        DeadPath path = DeadPath.of(given.profile(), qp, given.limits(), AdpReading.DEFAULT);
        Explanation explanation = new Explanation(given, qp, path, lengths(path), findings);
        if (plot != null) {
            write(plot, new DeadPathPlot(path, explanation.title()).svg());
        }
        output.print(explanation.document(), () -> explanation.lines(output::bold));
        return ExitCode.OK;
    }

    private List<String> refusal(ProfileArgument.Given given, FindingList findings) {
        List<String> lines = new ArrayList<>();
        lines.add(output.bold(given.source() + ": not valid") + ", " + findings.count() + ". There are no figures.");
        lines.addAll(findings.lines());
        return lines;
    }

    /** Those that were asked for, or powers of ten until nothing survives. */
    private List<Long> lengths(DeadPath path) {
        if (!outages.isEmpty()) {
            return outages.stream().map(Duration::toNanos).toList();
        }
        long last = path.atBestSurvivedNanos(0).orElse(Duration.ofMinutes(10).toNanos());
        List<Long> lengths = new ArrayList<>();
        for (long length = 100_000; length <= last; length *= 10) {
            lengths.add(length);
        }
        return lengths;
    }

    private static void write(String file, String svg) {
        try {
            Files.writeString(Path.of(file), svg, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw CliException.usage(
                    "The plot cannot be written to " + PrintableText.line(file) + ": there is no such directory.");
        } catch (IOException | InvalidPathException e) {
            String reason = e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
            throw CliException.usage("The plot cannot be written to " + PrintableText.line(file) + ": " + reason + ".");
        }
    }
}
