// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import static io.roceguard.bridge.mlxreg.MlxregFailure.DEVICE_KIND_UNKNOWN;
import static io.roceguard.bridge.mlxreg.MlxregFailure.FW_REJECTED;
import static io.roceguard.bridge.mlxreg.MlxregFailure.REG_LEN_TOO_SHORT;
import static io.roceguard.bridge.mlxreg.MlxregFailure.UNKNOWN;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong in a run of the tool, as its messages tell.
 *
 * @param failure what kind it is
 * @param text what the tool said, on one line
 * @param status what the firmware answered; null where it was not asked, or the text is none that is known
 * @param syndrome of the firmware, 0 where none is told
 */
record ToolError(
        MlxregFailure failure, String text, @Nullable ToolStatus status, int syndrome) {

    private static final Pattern NOT_SENT = Pattern.compile(
            "^Failed to send access register: (.*?)(?: and the syndrome number is: 0x([0-9a-fA-F]{1,8}))?$");

    /** Any errno of the ioctl where fwctl is used; a number without a text elsewhere. */
    private static final String UNKNOWN_CODE = "Unknown error code";

    /** The error of this run; empty when it ended well as far as it says. */
    static Optional<ToolError> of(ToolRun run, MlxregDevice device) {
        List<String> errors = Lines.errors(run.errors().kept());
        if (run.exitCode() == 0 && errors.isEmpty()) {
            return Optional.empty();
        }
        if (errors.isEmpty()) {
            String said = Lines.oneLine(run.errors().kept());
            return Optional.of(new ToolError(
                    UNKNOWN, "exit code " + run.exitCode() + (said.isEmpty() ? "" : " and: " + said), null, 0));
        }
        if (device.isFwctl() && run.errors().kept().contains("Unable to parse device name")) {
            return Optional.of(new ToolError(DEVICE_KIND_UNKNOWN, Lines.oneLine(errors.get(0)), null, 0));
        }
        return Optional.of(of(errors.get(0), device));
    }

    private static ToolError of(String message, MlxregDevice device) {
        String text = Lines.oneLine(message);
        Matcher notSent = NOT_SENT.matcher(message);
        if (!notSent.matches()) {
            return new ToolError(MlxregFailure.of(message), text, null, 0);
        }
        String result = notSent.group(1).strip();
        String digits = notSent.group(2);
        int syndrome = digits == null ? 0 : Integer.parseUnsignedInt(digits, 16);
        ToolStatus status = ToolStatus.of(result).orElse(null);
        return new ToolError(failure(result, status, device), text, status, syndrome);
    }

    /**
     * Over fwctl, versions up to 4.33 print a command status by the name that its number has elsewhere, so there most
     * names prove no more than that the firmware said no.
     */
    private static MlxregFailure failure(String result, @Nullable ToolStatus status, MlxregDevice device) {
        if (result.equals(UNKNOWN_CODE)) {
            return UNKNOWN;
        }
        if (status == null || (device.isFwctl() && status.failure() != REG_LEN_TOO_SHORT)) {
            return FW_REJECTED;
        }
        return status.failure();
    }

    /** Whether the other length of the register may do: fwctl's length statuses had no name of their own up to 4.33. */
    boolean mayBeLength(MlxregDevice device) {
        return failure == REG_LEN_TOO_SHORT || (device.isFwctl() && status == ToolStatus.ME_REG_ACCESS_UNKNOWN_ERR);
    }
}
