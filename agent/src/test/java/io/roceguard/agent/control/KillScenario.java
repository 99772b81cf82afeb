// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.device.NicException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** What a daemon does when it is killed. */
enum KillScenario {
    APPLY {
        @Override
        void run(KillableHost host) throws NicException {
            host.apply(null);
        }
    },
    APPLY_AND_CONFIRM {
        @Override
        void run(KillableHost host) throws NicException {
            host.apply(KillableHost.WITHIN);
            host.control.confirm(KillableHost.NIC, ControlledHost.ALICE);
        }
    },
    REVERT {
        @Override
        void prepare(Path directory) throws IOException, NicException {
            super.prepare(directory);
            applyAndWait(directory);
        }

        @Override
        void run(KillableHost host) throws NicException {
            letTimeRunOut(host);
        }
    },
    ROLLBACK {
        @Override
        void prepare(Path directory) throws IOException, NicException {
            super.prepare(directory);
            applyAndWait(directory);
        }

        @Override
        void run(KillableHost host) throws NicException {
            host.control.rollback(KillableHost.NIC, null, ControlledHost.ALICE, "");
        }
    },
    /** A daemon that was killed before finds a change that it does not know the outcome of, and takes it back. */
    RECOVERY {
        @Override
        void prepare(Path directory) throws IOException, NicException {
            super.prepare(directory);
            try (KillableHost host = new KillableHost(directory, LATER, KillScenario::dieAfterSet)) {
                host.start();
                host.apply(KillableHost.WITHIN);
            } catch (IllegalStateException died) {
                // As meant: the SET is in force, and the journal does not know.
            }
        }

        @Override
        boolean fromTheStart() {
            return true;
        }

        @Override
        void run(KillableHost host) throws NicException {
            host.tick();
            letTimeRunOut(host);
        }
    };

    /** From the first run of the daemon to the next. */
    static final Duration LATER = Duration.ofSeconds(1);

    /** What an earlier daemon leaves in the directory: a profile is in force. */
    void prepare(Path directory) throws IOException, NicException {
        try (KillableHost host = new KillableHost(directory, Duration.ZERO, step -> {})) {
            host.start();
            host.control.apply(
                    KillableHost.NIC, KillableHost.request(ControlledHost.DOCUMENT_LINE, null, "preparation"));
        }
    }

    /** Whether the steps of starting count too. */
    boolean fromTheStart() {
        return false;
    }

    abstract void run(KillableHost host) throws NicException;

    private static void applyAndWait(Path directory) throws IOException, NicException {
        try (KillableHost host = new KillableHost(directory, LATER, step -> {})) {
            host.start();
            host.apply(KillableHost.WITHIN);
        }
    }

    private static void letTimeRunOut(KillableHost host) throws NicException {
        host.pass(KillableHost.WITHIN.plusSeconds(1));
        host.tick();
    }

    private static void dieAfterSet(String step) {
        if (step.equals("after a SET")) {
            throw new Error("This daemon dies here.");
        }
    }
}
