// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** In the process that is killed: tells the parent every step, and stops for ever at the one where it is to be killed. */
final class KillPoint implements Consumer<String> {

    private final int killAt;
    private final PrintStream parent = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private boolean armed;
    private int reached;

    /** @param killAt 1 is the first step; 0 for none */
    KillPoint(int killAt) {
        this.killAt = killAt;
    }

    /** Steps count from now on. */
    synchronized void arm() {
        armed = true;
    }

    @Override
    public synchronized void accept(String step) {
        if (!armed) {
            return;
        }
        reached++;
        parent.println(step);
        if (reached == killAt) {
            awaitDeath();
        }
    }

    private static void awaitDeath() {
        try {
            int unused = System.in.read();
        } catch (IOException parentIsGone) {
            // As when the stream has ended.
        }
        // The parent died first.
        Runtime.getRuntime().halt(1);
    }
}
