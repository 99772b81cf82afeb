// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import io.roceguard.adp.AdpEngine;
import io.roceguard.adp.AdpReading;
import io.roceguard.adp.DeadPath;
import io.roceguard.adp.ProfileValidator;
import io.roceguard.adp.QpTiming;
import io.roceguard.adp.Severity;
import io.roceguard.adp.Spread;
import io.roceguard.adp.ValidationContext;
import io.roceguard.console.cli.CliException;
import io.roceguard.console.cli.DurationArgument;
import io.roceguard.console.cli.Output;
import io.roceguard.console.cli.ProfileArgument;
import io.roceguard.console.cli.TimingOptions;
import io.roceguard.sim.FabricPath;
import io.roceguard.sim.FabricRun;
import io.roceguard.sim.SimulatedFabric;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code roceguard simulate}: many queue pairs through an outage. */
@Command(
        name = "simulate",
        header = "Run many queue pairs with a profile through an outage.",
        description = {
            "All send their first packet when the outage begins; each has an initial timeout of its own. Shows how many go"
                    + " on and when, how many fail, and the retransmissions over time. The same seed gives the same run."
                    + " The algorithm is that of the document, not verified on hardware."
        },
        footer = {
            "",
            "Examples:",
            "  roceguard simulate profile.yaml --qps 10000 --outage 300ms --ack-timeout 20 --retry-count 7",
            "  roceguard simulate profile.yaml --outage 1s --loss 0.01 --seed 7 --ack-timeout 20 --retry-count 7"
        })
final class SimulateCommand implements Callable<Integer> {

    private static final int MOST_QUEUE_PAIRS = 10_000_000;

    /** A run that is over sooner needs no word in between. */
    private static final long QUIET_NANOS = Duration.ofSeconds(2).toNanos();

    private static final int STEP_PERCENT = 10;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ProfileArgument profile = new ProfileArgument();

    @Mixin
    private final TimingOptions timing = new TimingOptions();

    @Option(names = "--qps", paramLabel = "N", description = "How many queue pairs (1000).")
    private int queuePairs = 1000;

    @Option(
            names = "--outage",
            required = true,
            paramLabel = "D",
            converter = DurationArgument.class,
            description = "How long nothing gets through, such as 300ms.")
    private Duration outage = Duration.ZERO;

    @Option(
            names = "--loss",
            paramLabel = "P",
            description = "Probability that a packet is lost after the outage, 0 to 1 (0).")
    private double loss;

    @Option(
            names = "--rtt",
            paramLabel = "D",
            converter = DurationArgument.class,
            description = "Round trip between the queue pairs (10us).")
    private Duration roundTrip = Duration.ofNanos(10_000);

    @Option(names = "--seed", paramLabel = "S", description = "Of the random numbers (1).")
    private long seed = 1;

    @Override
    public Integer call() {
        if (queuePairs < 1 || queuePairs > MOST_QUEUE_PAIRS) {
            throw CliException.usage("--qps must be 1.." + MOST_QUEUE_PAIRS + ": value=" + queuePairs + ".");
        }
        if (!(loss >= 0 && loss < 1)) {
            throw CliException.usage("--loss must be 0 or more and below 1: value=" + loss + ".");
        }
        QpTiming qp = timing.required();
        ProfileArgument.Given given = profile.read(System.in);
        requireSound(given, qp);
        AdpEngine engine = new AdpEngine(given.profile(), qp, given.limits(), AdpReading.DEFAULT);
        FabricPath path = FabricPath.outage(outage.toNanos(), loss, roundTrip.toNanos());
        FabricRun run =
                new SimulatedFabric(engine, path, outage.toNanos(), seed).run(queuePairs, horizon(given, qp), told());
        SimulationText text = new SimulationText(run, outage.toNanos(), seed);
        output.print(text.document(), text::lines);
        return 0;
    }

    /** Beyond the outage until the last queue pair has gone on, or beyond the last failure where that comes first. */
    private long horizon(ProfileArgument.Given given, QpTiming qp) {
        DeadPath path = DeadPath.of(given.profile(), qp, given.limits(), AdpReading.DEFAULT);
        long failed = path.detectionNanos().map(Spread::max).orElse(Long.MAX_VALUE);
        long after = path.recovery(outage.toNanos()).max().orElse(0);
        long end = Math.min(Math.max(outage.toNanos(), outage.toNanos() + after), failed);
        return end > Long.MAX_VALUE / 2 ? end : end + end / 4;
    }

    private static void requireSound(ProfileArgument.Given given, QpTiming qp) {
        ValidationContext context = new ValidationContext(
                given.limits(), given.file().profileId(), given.file().enable(), qp, null, null, AdpReading.DEFAULT);
        String errors = ProfileValidator.validate(given.profile(), context).findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(finding -> finding.code() + ": " + finding.message())
                .collect(Collectors.joining(" "));
        if (!errors.isEmpty()) {
            throw CliException.no(given.source() + " is not valid. " + errors);
        }
    }

    private IntConsumer told() {
        long begin = System.nanoTime();
        return percent -> {
            if (percent % STEP_PERCENT == 0 && percent < 100 && System.nanoTime() - begin > QUIET_NANOS) {
                output.note(percent + " % of the queue pairs are done.");
            }
        };
    }
}
