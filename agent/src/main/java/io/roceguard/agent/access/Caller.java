// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

/**
 * On whose behalf something is done.
 *
 * @param name user name, {@code anonymous}, or {@code local} for a JMX client attached to the process itself
 * @param role what the caller may do
 * @param channel {@code http}, {@code jmx} or {@code local}
 */
public record Caller(String name, Role role, String channel) {

    /** Whoever calls an MBean inside this process: local attach, which the operating system restricts to our own uid. */
    public static final Caller LOCAL = new Caller("local", Role.OPERATOR, "local");

    /** {@code alice via http}. */
    @Override
    public String toString() {
        return name + " via " + channel;
    }
}
