// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab.guest;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Real RC traffic from rxe0 to rxe1, by {@code src/lab/guest/rc_pair.c}. A program that hangs is killed after two
 * minutes, so that reading what it says always ends.
 */
final class RcPair implements AutoCloseable {

    private final Process process;
    private final BufferedReader events;
    private final List<String> seen = new ArrayList<>();
    private final int sender;
    private final int receiver;

    private RcPair(Process process) {
        this.process = process;
        this.events = process.inputReader(StandardCharsets.UTF_8);
        String[] connected = await("connected").split(" ", -1);
        this.sender = Integer.parseInt(connected[2]);
        this.receiver = Integer.parseInt(connected[4]);
    }

    /**
     * Starts it and waits until messages arrive.
     *
     * @param options {@code retry=3}
     */
    static RcPair start(String... options) {
        List<String> command = new ArrayList<>(List.of(Guest.program("rc_pair"), "rxe0", "rxe1"));
        command.addAll(List.of(options));
        try {
            RcPair pair = new RcPair(
                    new ProcessBuilder(command).redirectErrorStream(true).start());
            pair.await("flowing");
            return pair;
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    int pid() {
        return (int) process.pid();
    }

    /** Number of the queue pair on rxe0. */
    int sender() {
        return sender;
    }

    /** Number of the queue pair on rxe1. */
    int receiver() {
        return receiver;
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** The first completion of a send that did not succeed, for instance {@code failed rxe0 17 12 transport ...}. */
    String awaitFailure() {
        return await("failed");
    }

    /** The next event that begins with that word. */
    private String await(String event) {
        try {
            for (String line = events.readLine(); line != null; line = events.readLine()) {
                seen.add(line);
                if (line.startsWith(event)) {
                    return line;
                }
            }
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
        throw new AssertionError("rc_pair ended and never said " + event + ": " + seen);
    }

    /** Lets the messages under way arrive, and gives the queue pairs back. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            await("sent");
            process.waitFor();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
