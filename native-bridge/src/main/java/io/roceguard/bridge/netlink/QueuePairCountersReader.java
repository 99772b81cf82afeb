// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import io.roceguard.device.QueuePairCounters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers to STAT_GET for queue pairs: the counter sets that are bound to some. */
final class QueuePairCountersReader implements ReplyReader<QueuePairCounters> {

    @Override
    public void read(Attributes message, List<QueuePairCounters> into) throws MalformedMessage {
        while (message.next(Nldev.STAT_COUNTER)) {
            Attributes table = message.nested();
            while (table.next(Nldev.STAT_COUNTER_ENTRY)) {
                into.add(entry(table.nested()));
            }
        }
    }

    private static QueuePairCounters entry(Attributes entry) throws MalformedMessage {
        int id = -1;
        int port = -1;
        Integer pid = null;
        List<Integer> numbers = new ArrayList<>();
        Map<String, Long> values = new LinkedHashMap<>();
        while (entry.next()) {
            switch (entry.type()) {
                case Nldev.STAT_COUNTER_ID -> id = entry.index();
                case Nldev.PORT_INDEX -> port = entry.index();
                case Nldev.RES_PID -> pid = entry.index();
                case Nldev.RES_QP -> readNumbers(entry.nested(), numbers);
                case Nldev.STAT_HWCOUNTERS -> HardwareCounterReader.readTable(entry.nested(), values);
                default -> {}
            }
        }
        if (id < 0 || port < 0) {
            throw new MalformedMessage("a counter set without id or port", entry.offset());
        }
        Collections.sort(numbers);
        return new QueuePairCounters(id, port, pid, numbers, values);
    }

    private static void readNumbers(Attributes table, List<Integer> into) throws MalformedMessage {
        while (table.next(Nldev.RES_QP_ENTRY)) {
            Attributes entry = table.nested();
            while (entry.next(Nldev.RES_LQPN)) {
                into.add(entry.index());
            }
        }
    }
}
