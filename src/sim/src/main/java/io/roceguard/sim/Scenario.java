// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.text.NearestName;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What happens on the wire of a simulated NIC. Time is cut into periods; in each there is one disturbed stretch, at a
 * place that depends on seed and port, and outside it the port has its normal load.
 *
 * @param id as configuration names it, {@code link-flap}
 * @param normal load outside the disturbed stretch
 * @param disturbed load inside it
 * @param period length of one period
 * @param disturbance how much of each period is disturbed, 0 or more and less than three quarters of it
 * @param linkDown whether the link is down while disturbed
 * @param outageQueuePairs of so many queue pairs nothing gets through while disturbed
 * @param roundTrip until a packet that is not lost is acknowledged
 */
public record Scenario(
        String id,
        Load normal,
        Load disturbed,
        Duration period,
        Duration disturbance,
        boolean linkDown,
        int outageQueuePairs,
        Duration roundTrip) {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration NEAR = Duration.ofNanos(10_000);

    /** Traffic without a loss, and a little congestion. */
    public static final Scenario CALM = steady("calm", new Load(100_000, 0, 0, 0, 2), NEAR);

    /** A fabric that drops packets all the time: at the tail of messages (timers) and inside them (NAKs). */
    public static final Scenario LOSSY = steady("lossy", new Load(80_000, 40, 15, 1, 25), NEAR);

    /** The link goes down for 6 s in every 2 minutes; what the timeouts in force do not survive dies. */
    public static final Scenario LINK_FLAP = new Scenario(
            "link-flap",
            new Load(100_000, 0, 0, 0, 2),
            Load.NONE,
            MINUTE.multipliedBy(2),
            Duration.ofSeconds(6),
            true,
            32,
            NEAR);

    /** The link stays up, but some peers cannot be reached for 90 s in every 3 minutes. */
    public static final Scenario DEAD_PATH = new Scenario(
            "dead-path",
            new Load(80_000, 0, 0, 0, 5),
            new Load(30_000, 0, 0, 0, 5),
            MINUTE.multipliedBy(3),
            Duration.ofSeconds(90),
            false,
            10,
            NEAR);

    /** Receivers that post too few buffers: RNR NAKs, and no loss that a timer would find. */
    public static final Scenario SLOW_RECEIVER = steady("slow-receiver", new Load(40_000, 0, 0, 3_000, 5), NEAR);

    /** Queue pairs over 30 ms: timeouts that are shorter send again what nobody has lost. */
    public static final Scenario LONG_RTT = steady("long-rtt", new Load(130, 0, 0, 0, 1), Duration.ofMillis(30));

    /** Many senders at once for 10 s in every 30 s: congestion, and packets lost inside messages and at their tail. */
    public static final Scenario INCAST = new Scenario(
            "incast",
            new Load(80_000, 0, 0, 0, 5),
            new Load(120_000, 15, 400, 10, 4_000),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            false,
            0,
            Duration.ofNanos(60_000));

    private static final List<Scenario> SHIPPED =
            List.of(CALM, LOSSY, LINK_FLAP, DEAD_PATH, SLOW_RECEIVER, LONG_RTT, INCAST);

    private static Scenario steady(String id, Load load, Duration roundTrip) {
        return new Scenario(id, load, load, MINUTE, Duration.ZERO, false, 0, roundTrip);
    }

    /**
     * Mean events per second and port.
     *
     * @param requests RDMA requests in each direction
     * @param tailLosses losses that only the sender's timer finds
     * @param gapLosses losses that the responder finds by a gap and NAKs
     * @param rnrNaks requests that find no receive buffer
     * @param cnps congestion notification packets in each direction
     */
    public record Load(double requests, double tailLosses, double gapLosses, double rnrNaks, double cnps) {
        static final Load NONE = new Load(0, 0, 0, 0, 0);
    }

    /**
     * @param id of a scenario that is shipped, or the path of a scenario file: {@code my.yaml}
     * @throws IllegalArgumentException when there is none of that id, with the nearest and all; when the file cannot be
     *     read or is none
     */
    public static Scenario of(String id) {
        if (id.endsWith(".yaml") || id.endsWith(".yml")) {
            return file(Path.of(id));
        }
        return SHIPPED.stream()
                .filter(scenario -> scenario.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no scenario " + id + "."
                        + NearestName.hint(id, ids()) + " Scenarios: " + String.join(", ", ids())
                        + "; or give a scenario file that ends in .yaml."));
    }

    private static Scenario file(Path file) {
        try {
            return ScenarioFile.read(file.toString(), Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("There is no scenario file " + file + ".");
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("The scenario file " + file + " is no text in UTF-8.");
        } catch (IOException e) {
            String reason = e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
            throw new IllegalArgumentException("The scenario file " + file + " cannot be read: " + reason + ".");
        }
    }

    /** All that are shipped. */
    static List<Scenario> shipped() {
        return SHIPPED;
    }

    /** The ids of all scenarios that are shipped. */
    public static List<String> ids() {
        return SHIPPED.stream().map(Scenario::id).toList();
    }

    Load load(boolean inDisturbance) {
        return inDisturbance ? disturbed : normal;
    }
}
