// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;

/** One question: an operation, whether it is for one thing or a dump of all, and attributes, all of 32 bits. */
final class Request {

    private static final int NLM_F_REQUEST = 1;
    private static final int NLM_F_DUMP = 0x300;
    private static final int ATTRIBUTE = 8;

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** The kernel asks the firmware about each queue pair, at some tenths of a millisecond. */
    private static final Duration PATIENCE_FOR_QUEUE_PAIRS = Duration.ofSeconds(30);

    private final Operation operation;
    private final boolean dump;
    private final int[] attributes;

    private Request(Operation operation, boolean dump, int... attributes) {
        this.operation = operation;
        this.dump = dump;
        this.attributes = attributes;
    }

    /** For one thing: one message comes back. */
    static Request one(Operation operation) {
        return new Request(operation, false);
    }

    /** For all: messages come back until DONE. */
    static Request dump(Operation operation) {
        return new Request(operation, true);
    }

    /** The same with one attribute more. */
    Request with(int attribute, int value) {
        int[] more = Arrays.copyOf(attributes, attributes.length + 2);
        more[attributes.length] = attribute;
        more[attributes.length + 1] = value;
        return new Request(operation, dump, more);
    }

    Operation operation() {
        return operation;
    }

    boolean isDump() {
        return dump;
    }

    /** How long the answer may take in all. */
    Duration patience() {
        return operation == Operation.RES_QP_GET ? PATIENCE_FOR_QUEUE_PAIRS : PATIENCE;
    }

    /** Fills the buffer, which is in the machine's byte order, from its beginning, ready to be sent. */
    void write(ByteBuffer into, int sequence) {
        into.clear()
                .putInt(Messages.HEADER + ATTRIBUTE * attributes.length / 2)
                .putShort((short) operation.type())
                .putShort((short) (NLM_F_REQUEST | (dump ? NLM_F_DUMP : 0)))
                .putInt(sequence)
                .putInt(0);
        for (int i = 0; i < attributes.length; i += 2) {
            into.putShort((short) ATTRIBUTE).putShort((short) attributes[i]).putInt(attributes[i + 1]);
        }
        into.flip();
    }

    /** For messages: {@code STAT_GET over RDMA netlink}. */
    @Override
    public String toString() {
        return operation + " over RDMA netlink";
    }
}
