// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import io.roceguard.adp.AdpEngine;
import io.roceguard.adp.AdpProfile;
import io.roceguard.adp.AdpReading;
import io.roceguard.adp.Advice;
import io.roceguard.adp.DeadPath;
import io.roceguard.adp.ProfileAdvisor;
import io.roceguard.adp.ProfileLimits;
import io.roceguard.adp.QpState;
import io.roceguard.adp.QpTiming;
import io.roceguard.adp.TimeoutRange;
import io.roceguard.sim.FabricPath;
import io.roceguard.sim.FabricRun;
import io.roceguard.sim.SimulatedFabric;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The engine event by event, the exact analysis, the search for a profile, and 100,000 queue pairs in an outage of 60 s. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EngineBenchmark {

    private static final int EVENTS = 100_000;
    private static final int QUEUE_PAIRS = 100_000;
    private static final long OUTAGE_NANOS = 60_000_000_000L;

    private static final QpTiming TIMING = new QpTiming(20, 7);

    /** Four ranges, to 4 s. */
    private static final AdpProfile LONG = new AdpProfile(
            4,
            1,
            0,
            4,
            false,
            24,
            9,
            4,
            List.of(
                    new TimeoutRange(9, 4, 2, 1, 0),
                    new TimeoutRange(13, 3, 4, 1, 0),
                    new TimeoutRange(16, 2, 4, 0, 1),
                    new TimeoutRange(18, 1, 1, 2, 2)));

    /** The most timeouts and uses that fit the register. */
    private static final AdpProfile WORST = new AdpProfile(
            4,
            1,
            0,
            4,
            false,
            44,
            0,
            255,
            List.of(
                    new TimeoutRange(0, 63, 1023, 1, 0),
                    new TimeoutRange(63, 64, 1023, 1, 0),
                    new TimeoutRange(127, 64, 1023, 1, 1),
                    new TimeoutRange(191, 64, 1023, 1, 2)));

    private final AdpEngine engine = engine(LONG);

    private static AdpEngine engine(AdpProfile profile) {
        return new AdpEngine(profile, TIMING, ProfileLimits.USUAL, AdpReading.DEFAULT);
    }

    /** Timeouts and forward progress, one after the other, as on a path that loses every second packet. */
    @Benchmark
    @OperationsPerInvocation(2 * EVENTS)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public long events() {
        QpState qp = engine.send(10);
        for (int i = 0; i < EVENTS; i++) {
            engine.timeout(qp);
            engine.progress(qp, 1000);
        }
        return qp.nowNanos();
    }

    @Benchmark
    public DeadPath deadPath() {
        return DeadPath.of(LONG, TIMING);
    }

    @Benchmark
    public DeadPath deadPathOfTheWorst() {
        return DeadPath.of(WORST, TIMING);
    }

    @Benchmark
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    public Advice recommend() {
        return ProfileAdvisor.advise(
                new Advice.Goal(1_000_000_000L, 2_000_000_000L, 10_000, TIMING, ProfileLimits.USUAL));
    }

    @Benchmark
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    public FabricRun hundredThousandQueuePairs() {
        FabricPath path = FabricPath.outage(OUTAGE_NANOS, 0, 10_000);
        return new SimulatedFabric(engine(LONG), path, OUTAGE_NANOS, 1).run(QUEUE_PAIRS, OUTAGE_NANOS, percent -> {});
    }
}
