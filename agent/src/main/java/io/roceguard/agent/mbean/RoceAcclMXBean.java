// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import org.jspecify.annotations.Nullable;

/**
 * The half of {@code io.roceguard:type=RoceAccl,nic=...} that is the same on every NIC. The other half is one {@code
 * long} attribute a register field, under its mlxreg name in lower case: null while the register cannot be read, writable
 * where the device says so.
 */
@Description("The firmware register ROCE_ACCL (0x402c) of one NIC. One attribute a field, named as mlxreg names it; "
        + "setting one sends the smallest SET, reads the register again and verifies. A profile is rewritten whole; "
        + "use apply to change several fields at once.")
public interface RoceAcclMXBean {

    @Description("ok, or why the register cannot be read.")
    String getStatus();

    @Description("Whether adaptive retransmission is on: unsupported, off, firmware, profile or unknown.")
    String getAdpMode();

    @Description("Time since the register was last read; null when it never was.")
    @Unit("ms")
    @Range(min = 0)
    @Nullable
    Long getAgeMillis();

    @Description("The register as hexadecimal dwords, big-endian, from offset 0; empty when it was never read.")
    String getWords();

    @Description("Bits that are 1 and belong to no known field, as 0x0.12 (dword offset, bit).")
    String[] getUnknownBits();

    @Description("What a change would do, for the ack_timeout and retry_cnt of the queue pairs seen on this NIC;"
            + " nothing is changed.")
    PlanView plan(@Description("name=value,... as mlxreg takes it (time_base=4 or 0x10.0:16=4).") String assignments);

    @Description("As plan, for given queue pairs.")
    PlanView planFor(
            @Description("name=value,... as mlxreg takes it (time_base=4 or 0x10.0:16=4).") String assignments,
            @Description("ack_timeout, 0..31.") int ackTimeout,
            @Description("retry_cnt, 0..7.") int retryCount);

    @ChangesState
    @Description("Sends the smallest SET for these assignments, reads the register again and verifies. Refused when the"
            + " resulting profile has errors, or warnings: see applyChange.")
    ChangeView apply(
            @Description("name=value,... as mlxreg takes it (time_base=4 or 0x10.0:16=4).") String assignments);

    @ChangesState
    @Description("As apply, with a reason for the journal.")
    ChangeView applyWithReason(
            @Description("name=value,... as mlxreg takes it (time_base=4 or 0x10.0:16=4).") String assignments,
            @Description("Why, for the journal; at most 500 characters.") @Nullable String reason);

    @ChangesState
    @Description("As apply, with everything that can be said about it. What is not wanted stays empty.")
    ChangeView applyChange(
            @Description("name=value,... as mlxreg takes it (time_base=4 or 0x10.0:16=4).") String assignments,
            @Description("Why, for the journal; at most 500 characters.") @Nullable String reason,
            @Description("Codes of warnings that are accepted, such as W_STORM,W_INIT_FIXED.") @Nullable String accept,
            @Description("The change is taken back unless it is confirmed within this time, such as 5m.") @Nullable
                    String confirmWithin,
            @Description("Evidence that takes it back before that: all, or some of retry_exc, spurious, ratio.")
                    @Nullable
                    String guard,
            @Description("Id of the plan it follows: refused when the register has changed since.") @Nullable
                    String plan,
            @Description("The client's id of this request: one that was made already is not made again.") @Nullable
                    String request);

    @ChangesState
    @Description("Reads the register now and returns its dwords as hexadecimal.")
    String refresh();
}
