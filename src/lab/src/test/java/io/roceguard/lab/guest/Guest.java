// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab.guest;

import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roceguard.bridge.host.HostInventory;
import io.roceguard.bridge.host.HostOptions;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicInventory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.jr.ob.JSON;

/** The machine around a test in the guest: what it can be asked and told from a shell, and the inventory under test. */
final class Guest {

    private Guest() {}

    /** The inventory that all tests are about. */
    static NicInventory inventory() {
        return new HostInventory(HostOptions.of(Path.of("/sys")), System::nanoTime);
    }

    /** Skips the test where that inventory knows no queue pairs. */
    static void assumeQueuePairs() {
        try (NicInventory inventory = inventory()) {
            assumeFalse(
                    nic(inventory, "rxe0").queuePairs().source().equals("none"),
                    inventory.source() + " knows no queue pairs.");
        } catch (NicException failed) {
            throw new AssertionError(failed);
        }
    }

    /** The device of that name. */
    static Nic nic(NicInventory inventory, String name) throws NicException {
        return inventory.scan().stream()
                .filter(nic -> nic.identity().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(inventory.source() + " has no " + name));
    }

    /** What a program prints; words are separated by single spaces. */
    static String run(String words) {
        return run(new ProcessBuilder(words.split(" ", -1)));
    }

    static String run(ProcessBuilder builder) {
        try {
            Process process = builder.redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new AssertionError(builder.command() + " ended with " + status + ": " + output);
            }
            return output;
        } catch (IOException failed) {
            throw new AssertionError(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    /** The list that {@code rdma -j} prints for these words. */
    static List<Map<String, Object>> rdma(String words) {
        return objects(run("rdma -j " + words));
    }

    /** JSON's list of objects. */
    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> objects(String json) {
        return JSON.std.listFrom(json).stream()
                .map(object -> (Map<String, Object>) object)
                .toList();
    }

    /**
     * Does something while a part of the packets that the switch sends to rxe1 is lost.
     *
     * @param percent {@code 5%}
     */
    static void losingOnTheWayToRxe1(String percent, Action action) throws Exception {
        run("ip netns exec switch tc qdisc add dev switchb root netem loss " + percent);
        try {
            action.run();
        } finally {
            run("ip netns exec switch tc qdisc del dev switchb root");
        }
    }

    /** A part of a test. */
    interface Action {
        void run() throws Exception;
    }

    /** A program that {@code src/lab/guest/build} makes; skips the test where it could not. */
    static String program(String name) {
        Path program = Path.of(System.getProperty("roceguard.guest.programs"), name);
        assumeTrue(
                Files.isExecutable(program),
                name + " could not be built, because gcc or libibverbs-dev is not installed.");
        return program.toString();
    }
}
