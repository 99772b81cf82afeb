// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import io.roceguard.device.QueuePair;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers to RES_QP_GET: some hundred queue pairs a message. */
final class QueuePairReader implements ReplyReader<QueuePair> {

    private static final int NONE = -1;

    private final ProcessNames processes;

    QueuePairReader(ProcessNames processes) {
        this.processes = processes;
    }

    @Override
    public void read(Attributes message, List<QueuePair> into) throws MalformedMessage {
        while (message.next(Nldev.RES_QP)) {
            Attributes table = message.nested();
            while (table.next(Nldev.RES_QP_ENTRY)) {
                into.add(entry(table.nested()));
            }
        }
    }

    private QueuePair entry(Attributes entry) throws MalformedMessage {
        int number = NONE;
        int type = NONE;
        int state = NONE;
        Integer port = null;
        Integer remoteNumber = null;
        Integer pid = null;
        String kernelClient = null;
        String subtype = null;
        while (entry.next()) {
            switch (entry.type()) {
                case Nldev.RES_LQPN -> number = entry.index();
                case Nldev.PORT_INDEX -> port = entry.index();
                case Nldev.RES_RQPN -> remoteNumber = entry.index();
                case Nldev.RES_TYPE -> type = entry.u8();
                case Nldev.RES_SUBTYPE -> subtype = entry.string();
                case Nldev.RES_STATE -> state = entry.u8();
                case Nldev.RES_PID -> pid = entry.index();
                case Nldev.RES_KERN_NAME -> kernelClient = entry.string();
                default -> {}
            }
        }
        if (number == NONE || type == NONE || state == NONE) {
            throw new MalformedMessage("a queue pair without number, type or state", entry.offset());
        }
        return new QueuePair(
                number,
                port,
                subtype == null ? type(type) : subtype,
                state(state),
                remoteNumber,
                kernelClient == null ? pid : null,
                kernelClient == null ? commandOf(pid) : kernelClient);
    }

    private @Nullable String commandOf(@Nullable Integer pid) {
        return pid == null ? null : processes.nameOf(pid);
    }

    private static String type(int type) {
        return switch (type) {
            case 0 -> "SMI";
            case 1 -> "GSI";
            case 2 -> "RC";
            case 3 -> "UC";
            case 4 -> "UD";
            case 8 -> "RAW_PACKET";
            case 9 -> "XRC_INI";
            case 10 -> "XRC_TGT";
            case 255 -> "DRIVER";
            default -> "type " + type;
        };
    }

    private static String state(int state) {
        return switch (state) {
            case 0 -> "RESET";
            case 1 -> "INIT";
            case 2 -> "RTR";
            case 3 -> "RTS";
            case 4 -> "SQD";
            case 5 -> "SQE";
            case 6 -> QueuePair.ERROR_STATE;
            default -> "state " + state;
        };
    }
}
