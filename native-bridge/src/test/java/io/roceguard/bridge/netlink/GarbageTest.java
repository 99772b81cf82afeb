// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.device.QueuePair;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Answers that no kernel gives: whatever the bytes, an answer comes or one of the declared exceptions, in bounded time.
 * A failing case names its seed.
 */
class GarbageTest {

    private static final int MUTATIONS = 500;

    private interface Question {
        Object ask(RdmaNetlink netlink) throws IOException;
    }

    private interface Answer {
        byte[] to(int sequence);
    }

    /** What to ask, and a good answer to it. */
    private record Subject(Question question, Answer answer) {}

    private final ScriptedPeer peer = new ScriptedPeer();
    private final RdmaNetlink netlink = peer.netlink();

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 10);
    }

    private static List<Subject> subjects() {
        return List.of(
                new Subject(RdmaNetlink::devices, seq -> Dumps.devices(seq, "mlx5_0", "mlx5_1")),
                new Subject(to -> to.port(Dumps.MLX5_0, 1), GarbageTest::port),
                new Subject(
                        to -> to.counters(Dumps.MLX5_0, 1),
                        seq -> Dumps.counters(seq, Map.of("sent_pkts", 1L, "rcvd_pkts", -1L))),
                new Subject(to -> to.queuePairs(Dumps.MLX5_0), GarbageTest::queuePairs),
                new Subject(to -> to.queuePairCounters(Dumps.MLX5_0, 1), GarbageTest::counterSets));
    }

    private static byte[] port(int sequence) {
        return Dumps.handle(new Datagram(), 0x1401, 0, sequence)
                .u32(3, 1)
                .u8(12, 4)
                .u8(13, 5)
                .string(51, "vA")
                .toBytes();
    }

    private static byte[] queuePairs(int sequence) {
        List<QueuePair> queuePairs = List.of(
                new QueuePair(1, 1, "GSI", "RTS", null, null, "ib_core"),
                new QueuePair(1234, 1, "RC", "RTS", 881, 41001, null),
                new QueuePair(1301, null, "RC", "ERR", 902, 41001, null));
        return Dumps.queuePairs(new Datagram(), sequence, queuePairs)
                .done(sequence)
                .toBytes();
    }

    private static byte[] counterSets(int sequence) {
        Datagram sets = Dumps.handle(new Datagram(), 0x1411, Datagram.MULTI, sequence);
        sets.nest(
                77,
                () -> sets.nest(78, () -> {
                    sets.u32(3, 1).u32(79, 12).u32(74, 1).u32(28, 41001);
                    sets.nest(19, () -> sets.nest(20, () -> sets.u32(21, 1301)));
                    Dumps.hardwareCounters(sets, Map.of("roce_adp_retrans", 9L));
                }));
        return sets.done(sequence).toBytes();
    }

    @Test
    void everyGoodAnswerIsUnderstood() throws Exception {
        for (Subject subject : subjects()) {
            peer.then(subject.answer()::to);
            assertThat(subject.question().ask(netlink)).isNotNull();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @Timeout(60)
    void aDamagedAnswerGivesAnAnswerOrADeclaredException(long seed) {
        Random random = new Random(seed);
        int malformed = 0;
        for (Subject subject : subjects()) {
            for (int i = 0; i < MUTATIONS; i++) {
                boolean understood = survives(
                        subject.question(), seed, seq -> damage(subject.answer().to(seq), random));
                malformed += understood ? 0 : 1;
            }
        }
        assertThat(malformed).as("malformed answers of seed %d", seed).isBetween(100, 5 * MUTATIONS - 100);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @Timeout(60)
    void noiseGivesADeclaredException(long seed) {
        Random random = new Random(seed);
        for (Subject subject : subjects()) {
            for (int i = 0; i < MUTATIONS; i++) {
                byte[] noise = new byte[random.nextInt(300)];
                random.nextBytes(noise);
                survives(subject.question(), seed, seq -> noise);
            }
        }
    }

    @Test
    void everyTruncationGivesADeclaredException() {
        for (Subject subject : subjects()) {
            int whole = subject.answer().to(1).length;
            for (int i = 0; i < whole; i++) {
                int length = i;
                survives(
                        subject.question(),
                        length,
                        seq -> Arrays.copyOf(subject.answer().to(seq), length));
            }
        }
    }

    /** Whether the answer was not malformed. */
    private boolean survives(Question question, long seed, Answer answer) {
        byte[][] given = {{}};
        peer.then(seq -> given[0] = answer.to(seq));
        try {
            question.ask(netlink);
            return true;
        } catch (MalformedMessage malformed) {
            assertThat(malformed.offset()).isBetween(0, given[0].length);
            return false;
        } catch (ErrnoException | SocketTimeoutException declared) {
            return true;
        } catch (IOException | RuntimeException other) {
            return fail("seed " + seed + ", answer " + Arrays.toString(given[0]), other);
        }
    }

    private static byte[] damage(byte[] good, Random random) {
        byte[] bytes = good.clone();
        List<Integer> places = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            places.add(random.nextInt(bytes.length));
        }
        for (int place : places) {
            switch (random.nextInt(4)) {
                case 0 -> bytes[place] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[place] = (byte) random.nextInt();
                case 2 -> bytes[place & ~3] = (byte) random.nextInt(24);
                default -> bytes[place] = (byte) (random.nextBoolean() ? 0 : 0xff);
            }
        }
        return random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 8)) : bytes;
    }
}
