// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import io.roceguard.bridge.netlink.CounterMode.Binding;
import java.util.List;

/** Answers to STAT_GET for the counter mode of a port. */
final class CounterModeReader implements ReplyReader<CounterMode> {

    private static final int BY_TYPE = 1;
    private static final int BY_PID = 2;

    @Override
    public void read(Attributes message, List<CounterMode> into) throws MalformedMessage {
        int mode = -1;
        int mask = 0;
        while (message.next()) {
            switch (message.type()) {
                case Nldev.STAT_MODE -> mode = message.u32();
                case Nldev.STAT_AUTO_MODE_MASK -> mask = message.u32();
                default -> {}
            }
        }
        Binding[] bindings = Binding.values();
        if (mode < 0 || mode >= bindings.length) {
            throw new MalformedMessage("the counter mode " + mode, message.offset());
        }
        into.add(new CounterMode(bindings[mode], (mask & BY_TYPE) != 0, (mask & BY_PID) != 0));
    }
}
