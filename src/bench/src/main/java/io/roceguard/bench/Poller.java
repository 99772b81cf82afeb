// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import java.io.IOException;
import java.time.Duration;

/** Something that reads all counters of a tree, in a process whose processor time can be told. */
interface Poller extends AutoCloseable {

    String name();

    /** Reads all counters so many times, and checks that they were read. */
    void poll(int times) throws IOException;

    ProcessHandle process();

    @Override
    void close() throws IOException;

    /** Processor time of the process for one poll, in microseconds: user and system, all its threads. */
    default double microsOfOnePoll(int times) throws IOException {
        Duration before = processorTime();
        poll(times);
        return processorTime().minus(before).toNanos() / 1e3 / times;
    }

    private Duration processorTime() throws IOException {
        return process()
                .info()
                .totalCpuDuration()
                .orElseThrow(() -> new IOException("This host does not tell the processor time of " + name() + "."));
    }
}
