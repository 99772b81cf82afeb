// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

/**
 * On whose behalf something is done.
 *
 * @param name user name, {@code anonymous}, or {@code local} for a JMX client attached to the process itself
 * @param role what the caller may do
 * @param channel {@code http}, {@code jmx}, {@code local} or {@code daemon}
 * @param client what the caller says of itself, {@code roceguard-cli (uid=1000)}; nobody proves it; {@code ""} for nothing
 */
public record Caller(String name, Role role, String channel, String client) {

    /** Says nothing of itself. */
    public Caller(String name, Role role, String channel) {
        this(name, role, channel, "");
    }

    /** Whoever calls an MBean inside this process: local attach, which the operating system restricts to our own uid. */
    public static final Caller LOCAL = new Caller("local", Role.OPERATOR, "local");

    /** The daemon itself: it takes back what nobody confirmed, and sets what the configuration wants. */
    public static final Caller DAEMON = new Caller("roceguard", Role.OPERATOR, "daemon");

    /** {@code alice via http}. */
    @Override
    public String toString() {
        return name + " via " + channel;
    }
}
