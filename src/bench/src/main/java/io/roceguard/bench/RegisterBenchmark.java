// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import io.roceguard.register.Assignment;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Reading every field of an image, and making the SET of one field and of a whole profile. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class RegisterBenchmark {

    private final byte[] wire = RegisterImage.ofWords(
                    0x1800065f, 0x10000005, 0x41000fa0, 0, 0x90400004, 2, 0x04010002, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            .toBytes();
    private final RegisterImage image = RegisterImage.ofBytes(wire);
    private final List<Assignment> oneField = List.of(new Assignment(RoceAccl.field("roce_adp_retrans_en"), 0));
    private final List<Assignment> profile = List.of(
            new Assignment(RoceAccl.field("adp_retx_profile_id"), 1),
            new Assignment(RoceAccl.field("time_base"), 8),
            new Assignment(RoceAccl.field("range_low_bound_0"), 5),
            new Assignment(RoceAccl.field("range_size_0"), 3));

    /** 64 bytes from the wire to every field's value. */
    @Benchmark
    public void decode(Blackhole sink) {
        RegisterImage decoded = RegisterImage.ofBytes(wire);
        for (RegisterField field : RoceAccl.FIELDS) {
            sink.consume(decoded.get(field));
        }
    }

    @Benchmark
    public RegisterEdit editOneField() {
        return RegisterEdit.of(image, oneField);
    }

    @Benchmark
    public RegisterEdit editProfile() {
        return RegisterEdit.of(image, profile);
    }
}
