// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import io.roceguard.bridge.netlink.NetlinkChannel;
import io.roceguard.bridge.netlink.RdmaDevice;
import io.roceguard.bridge.netlink.RdmaNetlink;
import io.roceguard.device.QueuePair;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/** What the daemon itself needs to understand the kernel's answers: a dump of 10,000 queue pairs, and 60 counters. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class NetlinkBenchmark {

    private static final int QUEUE_PAIRS = 10_000;
    private static final int QUEUE_PAIRS_PER_DATAGRAM = 320;
    private static final int COUNTERS = 60;
    private static final int MULTI = 2;

    private static final RdmaDevice DEVICE = new RdmaDevice(0, "mlx5_0", 1, null, "", "", "CA", "roce");

    private final RdmaNetlink queuePairs = netlink(dump());
    private final RdmaNetlink counters = netlink(List.of(counters()));

    @Benchmark
    public List<QueuePair> tenThousandQueuePairs() throws IOException {
        return queuePairs.queuePairs(DEVICE);
    }

    @Benchmark
    public Map<String, Long> sixtyCounters() throws IOException {
        return counters.counters(DEVICE, 1);
    }

    private static RdmaNetlink netlink(List<ByteBuffer> answer) {
        return new RdmaNetlink(() -> new Replay(answer), Path.of("/proc"), System::nanoTime);
    }

    private static List<ByteBuffer> dump() {
        List<ByteBuffer> datagrams = new ArrayList<>();
        for (int first = 0; first < QUEUE_PAIRS; first += QUEUE_PAIRS_PER_DATAGRAM) {
            ByteBuffer datagram = message(0x140a);
            int table = open(datagram, 19);
            for (int i = first; i < Math.min(first + QUEUE_PAIRS_PER_DATAGRAM, QUEUE_PAIRS); i++) {
                queuePair(datagram, i + 2);
            }
            close(datagram, table);
            datagrams.add(ended(datagram));
        }
        ByteBuffer done = message(3);
        done.putInt(0);
        datagrams.add(ended(done));
        return datagrams;
    }

    private static void queuePair(ByteBuffer to, int number) {
        int entry = open(to, 20);
        u32(to, 3, 1);
        u32(to, 21, number);
        u32(to, 22, number + 1);
        u32(to, 23, 12_735_010);
        u32(to, 24, 10_725_113);
        u8(to, 25, 0);
        u8(to, 26, 2);
        u8(to, 27, 3);
        u32(to, 60, 1);
        u32(to, 28, 1);
        close(to, entry);
    }

    private static ByteBuffer counters() {
        ByteBuffer datagram = message(0x1411);
        u32(datagram, 3, 1);
        int table = open(datagram, 80);
        for (int i = 0; i < COUNTERS; i++) {
            int entry = open(datagram, 81);
            string(datagram, 82, "req_remote_access_err_" + i);
            datagram.putShort((short) 12).putShort((short) 83).putLong(i);
            close(datagram, entry);
        }
        close(datagram, table);
        return ended(datagram);
    }

    private static ByteBuffer message(int type) {
        ByteBuffer datagram = ByteBuffer.allocate(1 << 16).order(ByteOrder.nativeOrder());
        datagram.position(4).putShort((short) type).putShort((short) MULTI).putLong(0);
        if (type > 3) {
            u32(datagram, 1, DEVICE.index());
            string(datagram, 2, DEVICE.name());
        }
        return datagram;
    }

    private static ByteBuffer ended(ByteBuffer datagram) {
        return datagram.putInt(0, datagram.position()).flip();
    }

    private static int open(ByteBuffer to, int type) {
        to.putShort((short) 0).putShort((short) type);
        return to.position() - 4;
    }

    private static void close(ByteBuffer to, int nest) {
        to.putShort(nest, (short) (to.position() - nest));
    }

    private static void u32(ByteBuffer to, int type, int value) {
        to.putShort((short) 8).putShort((short) type).putInt(value);
    }

    private static void u8(ByteBuffer to, int type, int value) {
        to.putShort((short) 5).putShort((short) type).putInt(0);
        to.put(to.position() - 4, (byte) value);
    }

    private static void string(ByteBuffer to, int type, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
        to.putShort((short) (5 + bytes.length)).putShort((short) type).put(bytes);
        to.position(to.position() + 4 - bytes.length % 4);
    }

    /** Gives the same answer to every request. */
    private static final class Replay implements NetlinkChannel {

        private final List<ByteBuffer> answer;
        private int sequence;
        private int next;

        Replay(List<ByteBuffer> answer) {
            this.answer = answer;
        }

        @Override
        public void send(ByteBuffer message) {
            sequence = message.getInt(8);
            message.position(message.limit());
            next = 0;
        }

        @Override
        public int receive(ByteBuffer into, int timeoutMillis) {
            ByteBuffer datagram = answer.get(next++);
            into.put(datagram.putInt(8, sequence).duplicate());
            return datagram.limit();
        }

        @Override
        public void close() {}
    }
}
