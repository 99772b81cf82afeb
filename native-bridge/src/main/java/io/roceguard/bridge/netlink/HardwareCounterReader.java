// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers to STAT_GET for a port: all its counters in one message. */
final class HardwareCounterReader implements ReplyReader<Map<String, Long>> {

    @Override
    public void read(Attributes message, List<Map<String, Long>> into) throws MalformedMessage {
        Map<String, Long> values = new LinkedHashMap<>();
        while (message.next(Nldev.STAT_HWCOUNTERS)) {
            readTable(message.nested(), values);
        }
        into.add(values);
    }

    /**
     * Reads the inside of STAT_HWCOUNTERS.
     *
     * @param into gets name and value in the kernel's order; a value above {@code Long.MAX_VALUE} becomes that
     */
    static void readTable(Attributes table, Map<String, Long> into) throws MalformedMessage {
        while (table.next(Nldev.STAT_HWCOUNTER_ENTRY)) {
            Attributes entry = table.nested();
            String name = null;
            Long value = null;
            while (entry.next()) {
                switch (entry.type()) {
                    case Nldev.STAT_HWCOUNTER_ENTRY_NAME -> name = entry.string();
                    case Nldev.STAT_HWCOUNTER_ENTRY_VALUE -> value = saturated(entry.u64());
                    default -> {}
                }
            }
            if (name == null || value == null) {
                throw new MalformedMessage("a counter without name or value", entry.offset());
            }
            into.put(name, value);
        }
    }

    private static long saturated(long unsigned) {
        return unsigned < 0 ? Long.MAX_VALUE : unsigned;
    }
}
