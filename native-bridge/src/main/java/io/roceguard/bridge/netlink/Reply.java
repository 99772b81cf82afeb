// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What comes back for one request, datagram by datagram. Messages with another sequence number belong to an earlier
 * request and are skipped, as are messages of types that do not answer this one.
 */
final class Reply<T> {

    /** More than any device has; keeps a peer that never ends from filling the heap. */
    private static final int MOST_THINGS = 1 << 20;

    private final Request request;
    private final int sequence;
    private final ReplyReader<T> reader;
    private final List<T> found = new ArrayList<>();
    private boolean addressed;
    private int socket;
    private boolean complete;
    private boolean interrupted;
    private int errno;

    Reply(Request request, int sequence, ReplyReader<T> reader) {
        this.request = request;
        this.sequence = sequence;
        this.reader = reader;
    }

    /** Takes a datagram from its beginning to its limit. */
    void take(ByteBuffer datagram) throws IOException {
        Messages messages = new Messages(datagram);
        while (!complete && messages.next()) {
            if (messages.sequence() == sequence && isForUs(messages.socket())) {
                take(messages);
            }
        }
    }

    /** The kernel puts our socket's address into every message; the first one tells it. */
    private boolean isForUs(int address) {
        if (!addressed) {
            addressed = true;
            socket = address;
        }
        return socket == address;
    }

    private void take(Messages message) throws IOException {
        interrupted |= message.has(Messages.DUMP_INTERRUPTED);
        int type = message.type();
        switch (type) {
            case Messages.NOOP -> {}
            case Messages.OVERRUN -> throw new ErrnoException(request.toString(), Errno.ENOBUFS);
            case Messages.DONE -> end(message.errno());
            case Messages.ERROR -> {
                int status = message.errno();
                if (status != 0 || !request.isDump()) {
                    end(status);
                }
            }
            default -> {
                if (request.operation().answeredBy(type)) {
                    read(message.attributes());
                }
            }
        }
    }

    private void end(int status) {
        complete = true;
        errno = status;
    }

    private void read(Attributes attributes) throws IOException {
        reader.read(attributes, found);
        if (found.size() > MOST_THINGS) {
            throw new MalformedMessage("more than " + MOST_THINGS + " entries in one dump", attributes.offset());
        }
        complete = !request.isDump();
    }

    boolean complete() {
        return complete;
    }

    /** Whether what was dumped changed meanwhile. */
    boolean interrupted() {
        return interrupted;
    }

    /**
     * What came.
     *
     * @throws ErrnoException when the kernel refused
     */
    List<T> found() throws ErrnoException {
        if (errno != 0) {
            throw new ErrnoException(request.toString(), errno);
        }
        return found;
    }
}
