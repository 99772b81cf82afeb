// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.register.DecMode;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.text.TimeText;

/** What the value of a field says, in a few words. */
final class FieldMeaning {

    private static final int MICROSECONDS = 1;

    private FieldMeaning() {}

    static String of(RegisterField field, RegisterImage image) {
        int value = image.get(field);
        String name = field.name();
        return switch (name) {
            case "adp_retx_profile_id" -> value == 0 ? "the firmware's own timeouts" : "profile " + value;
            case "adp_retx_base_timeout_min" -> TimeText.of(value);
            case "cc_burst_size" -> burst(value);
            case "cc_probe_mp_mode" -> named(value, "PROBE_ACCEPT", "PROBE_DISCARD");
            case "time_base" -> time(image, 0);
            case "time_unit" -> value == MICROSECONDS ? "microseconds" : "reserved";
            case "qp_total_timeout" ->
                value == 1
                        ? "a QP fails after its own ACK timeout x retry count"
                        : "a QP fails after retx_total_timeout";
            case "retx_total_timeout" -> image.get("qp_total_timeout") == 1 ? "not used" : time(image, value);
            case "timeout_init_low_bound" -> time(image, value);
            case "timeout_init_range_size" -> values(image, image.get("timeout_init_low_bound"), value);
            default -> general(field, image, value);
        };
    }

    private static String general(RegisterField field, RegisterImage image, int value) {
        String name = field.name();
        if (field.isSelect()) {
            return value == 1 ? "configurable" : "not configurable";
        }
        if (name.startsWith("range_low_bound_")) {
            return time(image, value);
        }
        if (name.startsWith("range_size_")) {
            String index = name.substring("range_size_".length());
            return values(image, image.get("range_low_bound_" + index), value);
        }
        if (name.startsWith("dec_mode_")) {
            return DecMode.of(value).map(DecMode::name).orElse("reserved");
        }
        return field.width() == 1 ? (value == 1 ? "on" : "off") : "";
    }

    /** {@code 4 us .. 16 us}: the timeouts of a range with so many exponents from the low bound on. */
    static String values(RegisterImage image, int lowBound, int size) {
        if (image.get("time_base") == 0) {
            return "";
        }
        return switch (size) {
            case 0 -> "no value";
            case 1 -> time(image, lowBound);
            default -> time(image, lowBound) + " .. " + time(image, lowBound + size - 1);
        };
    }

    /** {@code time_base << exponent}, or how it is composed where the unit is reserved; nothing for base 0. */
    static String time(RegisterImage image, int exponent) {
        int base = image.get("time_base");
        if (base == 0) {
            return "";
        }
        return image.get("time_unit") == MICROSECONDS
                ? TimeText.of(TimeText.shifted(base, exponent))
                : base + " << " + exponent + " of a reserved unit";
    }

    private static String burst(int value) {
        return value == 7 ? "1.5 KB" : named(value, "4 KB", "8 KB", "16 KB");
    }

    private static String named(int value, String... names) {
        return value < names.length ? names[value] : "reserved";
    }
}
