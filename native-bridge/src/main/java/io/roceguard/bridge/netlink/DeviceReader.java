// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers to GET: one device a message. */
final class DeviceReader implements ReplyReader<RdmaDevice> {

    @Override
    public void read(Attributes message, List<RdmaDevice> into) throws MalformedMessage {
        int index = -1;
        String name = null;
        int ports = 0;
        String firmware = null;
        long nodeGuid = 0;
        long systemImageGuid = 0;
        int nodeType = 0;
        String protocol = null;
        while (message.next()) {
            switch (message.type()) {
                case Nldev.DEV_INDEX -> index = message.index();
                case Nldev.DEV_NAME -> name = message.string();
                // For a device, and only there, this is how many ports it has.
                case Nldev.PORT_INDEX -> ports = message.index();
                case Nldev.FW_VERSION -> firmware = nullIfEmpty(message.string());
                case Nldev.NODE_GUID -> nodeGuid = message.u64();
                case Nldev.SYS_IMAGE_GUID -> systemImageGuid = message.u64();
                case Nldev.DEV_NODE_TYPE -> nodeType = message.u8();
                case Nldev.DEV_PROTOCOL -> protocol = nullIfEmpty(message.string());
                default -> {}
            }
        }
        if (index < 0 || name == null) {
            throw new MalformedMessage("a device without DEV_INDEX or DEV_NAME", message.offset());
        }
        into.add(new RdmaDevice(
                index, name, ports, firmware, guid(nodeGuid), guid(systemImageGuid), nodeType(nodeType), protocol));
    }

    private static @Nullable String nullIfEmpty(String text) {
        return text.isEmpty() ? null : text;
    }

    /** As sysfs prints it. */
    private static String guid(long value) {
        return String.format(
                "%04x:%04x:%04x:%04x", value >>> 48, value >>> 32 & 0xffff, value >>> 16 & 0xffff, value & 0xffff);
    }

    private static String nodeType(int type) {
        return switch (type) {
            case 1 -> "CA";
            case 2 -> "SWITCH";
            case 3 -> "ROUTER";
            case 4 -> "RNIC";
            case 5 -> "USNIC";
            case 6 -> "USNIC_UDP";
            case 7 -> "UNSPECIFIED";
            default -> "type " + type;
        };
    }
}
