// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

/**
 * How well one interface of a NIC can be read.
 *
 * @param part {@code device}, {@code register}, {@code counters port 1}
 * @param ok false when it cannot be read
 * @param state {@code ok}, or the reason
 */
public record HealthView(String part, boolean ok, String state) {

    static HealthView of(String part, String state) {
        return new HealthView(part, state.equals("ok"), state);
    }
}
