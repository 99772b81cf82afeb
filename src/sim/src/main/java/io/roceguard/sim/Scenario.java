// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.text.NearestName;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * What happens on the wire of a simulated NIC. Time is cut into periods; in each there is one disturbed stretch, at a
 * place that depends on seed and port, and outside it the port has its normal load.
 */
@SuppressWarnings("ImmutableEnumChecker") // Load is a record of doubles.
public enum Scenario {

    /** Traffic without a loss, and a little congestion. */
    CALM("calm", new Load(100_000, 0, 0, 0, 2, 0), Load.NONE, Duration.ofSeconds(60), Duration.ZERO, false),

    /** A fabric that drops packets all the time: at the tail of messages (timers) and inside them (NAKs). */
    LOSSY("lossy", new Load(80_000, 40, 15, 1, 25, 0), Load.NONE, Duration.ofSeconds(60), Duration.ZERO, false),

    /** The link goes down for 6 s in every 2 minutes; senders retransmit meanwhile, no queue pair dies. */
    LINK_FLAP(
            "link-flap",
            new Load(100_000, 0, 0, 0, 2, 0),
            new Load(0, 30, 0, 0, 0, 0),
            Duration.ofSeconds(120),
            Duration.ofSeconds(6),
            true),

    /** The link stays up, but some peers cannot be reached for 20 s in every minute, and queue pairs to them die. */
    DEAD_PATH(
            "dead-path",
            new Load(80_000, 0, 0, 0, 5, 0),
            new Load(30_000, 20, 0, 0, 5, 0.5),
            Duration.ofSeconds(60),
            Duration.ofSeconds(20),
            false);

    /**
     * Mean events per second and port.
     *
     * @param requests RDMA requests in each direction
     * @param tailLosses losses that only the sender's timer finds
     * @param gapLosses losses that the responder finds by a gap and NAKs
     * @param rnrNaks requests that find no receive buffer
     * @param cnps congestion notification packets in each direction
     * @param deaths queue pairs that run out of transport retries
     */
    record Load(double requests, double tailLosses, double gapLosses, double rnrNaks, double cnps, double deaths) {
        static final Load NONE = new Load(0, 0, 0, 0, 0, 0);
    }

    private final String id;
    private final Load normal;
    private final Load disturbed;
    private final Duration period;
    private final Duration disturbance;
    private final boolean linkDown;

    Scenario(String id, Load normal, Load disturbed, Duration period, Duration disturbance, boolean linkDown) {
        this.id = id;
        this.normal = normal;
        this.disturbed = disturbed;
        this.period = period;
        this.disturbance = disturbance;
        this.linkDown = linkDown;
    }

    /**
     * @param id as {@link #id()} spells it
     * @throws IllegalArgumentException when there is none of that id; the message names the nearest and all
     */
    public static Scenario of(String id) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no scenario " + id + "."
                        + NearestName.hint(id, ids()) + " Scenarios: " + String.join(", ", ids()) + "."));
    }

    /** The ids of all scenarios. */
    public static List<String> ids() {
        return Arrays.stream(values()).map(Scenario::id).toList();
    }

    /** As configuration names it, {@code link-flap}. */
    public String id() {
        return id;
    }

    /** Length of one period. */
    public Duration period() {
        return period;
    }

    /** How much of each period is disturbed. */
    public Duration disturbance() {
        return disturbance;
    }

    /** True where the link is down while disturbed. */
    boolean linkDown() {
        return linkDown;
    }

    /** True where queue pairs run out of retries while disturbed. */
    boolean queuePairsDie() {
        return disturbed.deaths() > 0;
    }

    Load load(boolean inDisturbance) {
        return inDisturbance ? disturbed : normal;
    }
}
