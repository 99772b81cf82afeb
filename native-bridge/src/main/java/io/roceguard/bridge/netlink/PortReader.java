// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import java.util.List;

/** Answers to PORT_GET: one port a message. */
final class PortReader implements ReplyReader<RdmaPort> {

    @Override
    public void read(Attributes message, List<RdmaPort> into) throws MalformedMessage {
        int number = -1;
        int state = 0;
        int physicalState = 0;
        String netdev = null;
        Integer netdevIndex = null;
        while (message.next()) {
            switch (message.type()) {
                case Nldev.PORT_INDEX -> number = message.index();
                case Nldev.PORT_STATE -> state = message.u8();
                case Nldev.PORT_PHYS_STATE -> physicalState = message.u8();
                case Nldev.NDEV_NAME -> netdev = message.string();
                case Nldev.NDEV_INDEX -> netdevIndex = message.index();
                default -> {}
            }
        }
        if (number < 0) {
            throw new MalformedMessage("a port without PORT_INDEX", message.offset());
        }
        into.add(new RdmaPort(number, state(state), physicalState(physicalState), netdev, netdevIndex));
    }

    private static String state(int state) {
        return switch (state) {
            case 0 -> "NOP";
            case 1 -> "DOWN";
            case 2 -> "INIT";
            case 3 -> "ARMED";
            case 4 -> "ACTIVE";
            case 5 -> "ACTIVE_DEFER";
            default -> "state " + state;
        };
    }

    private static String physicalState(int state) {
        return switch (state) {
            case 0 -> "NOP";
            case 1 -> "SLEEP";
            case 2 -> "POLLING";
            case 3 -> "DISABLED";
            case 4 -> "TRAINING";
            case 5 -> "LINK_UP";
            case 6 -> "RECOVERY";
            case 7 -> "TEST";
            default -> "state " + state;
        };
    }
}
