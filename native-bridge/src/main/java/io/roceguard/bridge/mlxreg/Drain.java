// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Reads a stream of a process to its end on a thread of its own, so that the process never waits for us, and keeps the
 * beginning of it.
 */
final class Drain {

    /** What is kept. A listing has less than 2 KiB. */
    static final int MOST_BYTES = 64 << 10;

    /**
     * What came.
     *
     * @param kept the first {@value #MOST_BYTES} bytes at most
     * @param bytesDropped how many came after them
     */
    record Text(String kept, long bytesDropped) {}

    private final InputStream stream;
    private final byte[] kept = new byte[MOST_BYTES];
    private final Thread thread;
    private int length;
    private long dropped;

    private Drain(InputStream stream, String name) {
        this.stream = stream;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    static Drain start(InputStream stream, String name) {
        Drain drain = new Drain(stream, name);
        drain.thread.start();
        return drain;
    }

    private void run() {
        byte[] buffer = new byte[8192];
        try (stream) {
            for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
                keep(buffer, read);
            }
        } catch (IOException ended) {
            // A pipe fails to read only when it is closed: what came until then is all there is.
        }
    }

    private synchronized void keep(byte[] buffer, int read) {
        int room = Math.min(read, kept.length - length);
        System.arraycopy(buffer, 0, kept, length, room);
        length += room;
        dropped += read - room;
    }

    /** What came until the end of the stream, or until this time is over: a child of the process may hold it open. */
    Text await(Duration atMost) throws InterruptedException {
        thread.join(atMost.toMillis());
        synchronized (this) {
            return new Text(new String(kept, 0, length, StandardCharsets.UTF_8), dropped);
        }
    }
}
