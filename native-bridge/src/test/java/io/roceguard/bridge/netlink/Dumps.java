// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import io.roceguard.device.QueuePair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kernel's answers, as {@code drivers/infiniband/core/nldev.c} puts them together. */
final class Dumps {

    private static final List<String> TYPES =
            List.of("SMI", "GSI", "RC", "UC", "UD", "-", "-", "-", "RAW_PACKET", "XRC_INI", "XRC_TGT");
    private static final List<String> STATES = List.of("RESET", "INIT", "RTR", "RTS", "SQD", "SQE", "ERR");

    static final RdmaDevice MLX5_0 =
            new RdmaDevice(0, "mlx5_0", 1, "28.46.1006", "0c42:a103:0065:1b2a", "0c42:a103:0065:1b2a", "CA", "roce");

    private Dumps() {}

    static Datagram device(Datagram to, int sequence, int index, String name) {
        return to.message(0x1401, Datagram.MULTI, sequence)
                .u32(1, index)
                .string(2, name)
                .u32(3, 1)
                .u64(4, 0x1234567890L)
                .string(5, "28.46.1006")
                .u64(6, 0x0c42a10300651b2aL)
                .u64(7, 0x0c42a10300651b2aL)
                .u8(14, 1)
                .u8(84, 1)
                .string(67, "roce");
    }

    static byte[] devices(int sequence, String... namesByIndex) {
        Datagram datagram = new Datagram();
        for (int i = 0; i < namesByIndex.length; i++) {
            device(datagram, sequence, i, namesByIndex[i]);
        }
        return datagram.done(sequence).toBytes();
    }

    static Datagram handle(Datagram to, int type, int flags, int sequence) {
        return to.message(type, flags, sequence).u32(1, MLX5_0.index()).string(2, MLX5_0.name());
    }

    static byte[] counters(int sequence, Map<String, Long> values) {
        Datagram datagram = handle(new Datagram(), 0x1411, 0, sequence).u32(3, 1);
        return hardwareCounters(datagram, values).toBytes();
    }

    static Datagram hardwareCounters(Datagram to, Map<String, Long> values) {
        return to.nest(
                80 | Datagram.NESTED,
                () -> values.forEach((name, value) ->
                        to.nest(81 | Datagram.NESTED, () -> to.string(82, name).u64(83, value))));
    }

    /** One message with its queue pairs; no DONE. */
    static Datagram queuePairs(Datagram to, int sequence, List<QueuePair> queuePairs) {
        handle(to, 0x140a, Datagram.MULTI, sequence);
        return to.nest(19, () -> queuePairs.forEach(queuePair -> to.nest(20, () -> queuePair(to, queuePair))));
    }

    private static void queuePair(Datagram to, QueuePair queuePair) {
        if (queuePair.port() != null) {
            to.u32(3, queuePair.port());
        }
        to.u32(21, queuePair.number());
        if (queuePair.remoteNumber() != null) {
            to.u32(22, queuePair.remoteNumber()).u32(23, 5);
        }
        to.u32(24, 9).u8(25, 0).u8(26, TYPES.indexOf(queuePair.type())).u8(27, STATES.indexOf(queuePair.state()));
        owner(to, queuePair.pid(), queuePair.command());
    }

    private static void owner(Datagram to, @Nullable Integer pid, @Nullable String command) {
        if (pid != null) {
            to.u32(60, 3).u32(28, pid);
        } else if (command != null) {
            to.string(29, command);
        }
    }

    /** A whole dump of RC queue pairs, some hundred a datagram, DONE in the last one. */
    static List<byte[]> manyQueuePairs(int sequence, List<QueuePair> queuePairs) {
        List<byte[]> datagrams = new ArrayList<>();
        int perDatagram = 300;
        for (int i = 0; i < queuePairs.size(); i += perDatagram) {
            Datagram datagram = new Datagram();
            List<QueuePair> part = queuePairs.subList(i, Math.min(i + perDatagram, queuePairs.size()));
            queuePairs(datagram, sequence, part);
            if (i + perDatagram >= queuePairs.size()) {
                datagram.done(sequence);
            }
            datagrams.add(datagram.toBytes());
        }
        return datagrams;
    }
}
