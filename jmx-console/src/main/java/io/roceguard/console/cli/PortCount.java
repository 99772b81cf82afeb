// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.json.JsonObject;

/**
 * How many ports of a NIC are up. A port whose state is not told is neither up nor down.
 *
 * @param active whose state is ACTIVE
 * @param known whose state is told
 */
record PortCount(long active, long known, long all) {

    /** @param nic its Nic MBean with the attribute Ports */
    static PortCount of(JsonObject nic) {
        return new PortCount(
                nic.objects("Ports").stream()
                        .filter(port -> port.text("state").orElse("").equalsIgnoreCase("ACTIVE"))
                        .count(),
                nic.objects("Ports").stream()
                        .filter(port -> port.text("state").isPresent())
                        .count(),
                nic.objects("Ports").size());
    }

    long unknown() {
        return all - known;
    }

    /** Whether it is sure that none is up. */
    boolean dark() {
        return all > 0 && active == 0 && known == all;
    }

    /** {@code 1/2 up}. */
    String text() {
        if (all > 0 && unknown() == all) {
            return "?/" + all + " up";
        }
        return active + "/" + all + " up" + (unknown() > 0 ? ", " + unknown() + " ?" : "");
    }
}
