// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A global identifier, 128 bits.
 *
 * @param subnetPrefix the upper 64
 * @param interfaceId the lower 64
 */
public record Gid(long subnetPrefix, long interfaceId) {

    private static final Pattern FORM = Pattern.compile("(?:[0-9a-f]{4}:){7}[0-9a-f]{4}");

    /**
     * A GID as sysfs prints it, {@code fe80:0000:0000:0000:0e42:a1ff:fe65:1b2a}.
     *
     * @throws IllegalArgumentException on any other form
     */
    public static Gid parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("A GID is 8 groups of 4 hexadecimal digits: " + text);
        }
        String digits = text.replace(":", "");
        return new Gid(HexFormat.fromHexDigitsToLong(digits, 0, 16), HexFormat.fromHexDigitsToLong(digits, 16, 32));
    }

    /** As sysfs prints it. */
    @Override
    public String toString() {
        String digits =
                HexFormat.of().toHexDigits(subnetPrefix) + HexFormat.of().toHexDigits(interfaceId);
        return digits.replaceAll("(.{4})(?!$)", "$1:");
    }
}
