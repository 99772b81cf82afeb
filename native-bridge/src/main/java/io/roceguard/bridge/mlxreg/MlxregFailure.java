// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What a message of mlxreg or mstreg means, whatever its version. The texts are those behind {@code -E-}, in versions
 * 4.14 to 4.36 of mstflint ({@code mlxreg/mlxreg_ui.cpp}, {@code mlxreg_lib.cpp}, {@code mlxreg_parser.cpp}) under the
 * locale C.
 */
enum MlxregFailure {
    /** Missing, removed or resetting. */
    DEVICE_GONE,
    /** Not root. */
    PERMISSION,
    /** The kernel keeps even root away from PCI configuration space. */
    LOCKDOWN,
    /** Somebody holds the device or its semaphore, or one who held it was killed. */
    BUSY,
    /** The tool gave up waiting for the firmware, which may still work on it. */
    NO_ANSWER,
    /** Device or firmware has no such register access. */
    UNSUPPORTED,
    /** This version of the tool knows no such kind of device. */
    DEVICE_KIND_UNKNOWN,
    /** The register table of this version of the tool is too old. */
    TOOL_TABLE_TOO_OLD,
    /** The register is longer or shorter than the tool was told. */
    REG_LEN_TOO_SHORT,
    /** A value that does not fit. */
    VALIDATION,
    /** The command line is wrong. */
    BUG_IN_REQUEST,
    /** The firmware said no. */
    FW_REJECTED,
    /** Anything else, also an end without a message. */
    UNKNOWN;

    private record Rule(Pattern text, MlxregFailure failure) {}

    /** The first that matches counts. */
    private static final List<Rule> RULES = List.of(
            rule("lockdown|lock down|direct PCI access", LOCKDOWN),
            rule("^Failed to open device: .*, Permission denied", PERMISSION),
            // mopen refuses other users with EACCES before it opens anything, so that EPERM comes from the kernel.
            rule("^Failed to open device: .*, Operation not permitted", LOCKDOWN),
            rule("^Failed to open device: .*, (Device or resource busy|Resource temporarily unavailable)", BUSY),
            rule("^Failed to open device: ", DEVICE_GONE),
            rule("does not support generic access register|^Device is not supported", UNSUPPORTED),
            rule("^No supported access registers found", UNSUPPORTED),
            rule(
                    "^Can't find (access register name|field name|INDEX name|OP name|access register with id)",
                    TOOL_TABLE_TOO_OLD),
            rule("^Address: 0x[0-9a-f]+ is out of range", REG_LEN_TOO_SHORT),
            rule("exceeds maximum value", VALIDATION),
            rule("^Field: .* (is ReadOnly|is not an? (INDEX|OP)|appears twice)", BUG_IN_REQUEST),
            rule("^you (must|can't) |^no operation flag|^failed to parse arguments|^Unrecognized ", BUG_IN_REQUEST),
            rule("^Argument: .* is invalid|^Invalid size: |^Register length: .* is too large", BUG_IN_REQUEST),
            rule("^Address: .* is not 4-bytes aligned|is out of address range", BUG_IN_REQUEST),
            rule("flag is only valid|^Index: .* was not provided", BUG_IN_REQUEST));

    private static Rule rule(String text, MlxregFailure failure) {
        return new Rule(Pattern.compile(text), failure);
    }

    /** What the text means, unless it is of a refusal, which {@link ToolStatus} knows. */
    static MlxregFailure of(String text) {
        return RULES.stream()
                .filter(rule -> rule.text().matcher(text).find())
                .findFirst()
                .map(Rule::failure)
                .orElse(UNKNOWN);
    }
}
