// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a firmware version that all ConnectX NICs have in common: {@code 28.46.1006} is release 46.1006 of a
 * ConnectX-7.
 */
public record FirmwareVersion(int release, int build) implements Comparable<FirmwareVersion> {

    private static final Pattern TEXT = Pattern.compile("(?:[0-9]{1,3}\\.)?([0-9]{1,4})\\.([0-9]{1,6})");
    private static final Comparator<FirmwareVersion> ORDER =
            Comparator.comparingInt(FirmwareVersion::release).thenComparingInt(FirmwareVersion::build);

    /** {@code 28.46.1006} or {@code 46.1006}; empty for anything else. */
    public static Optional<FirmwareVersion> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(
                        new FirmwareVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public int compareTo(FirmwareVersion other) {
        return ORDER.compare(this, other);
    }

    /** {@code xx.46.1006}. */
    @Override
    public String toString() {
        return "xx." + release + "." + build;
    }
}
