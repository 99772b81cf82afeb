// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import org.jspecify.annotations.Nullable;

/**
 * One field of ROCE_ACCL: {@code width} bits of the big-endian dword at byte {@code offset}, the lowest at bit
 * {@code lsb} (bit 0 = LSB).
 *
 * @param name canonical name: mlxreg's in lower case
 * @param printedName the name as mlxreg prints it; differs from {@code name} only in case
 * @param offset byte offset of the dword in the register, a multiple of 4
 * @param lsb 0..31
 * @param width 1..20 bits
 * @param access how it may be used
 * @param select the name of the select bit that must be 1 in a SET for this field to be taken; null for select bits and
 *     read-only fields
 * @param unit unit of the value as printed for people, {@code ""} for a flag or a plain number
 * @param since year and month (or year) in which public register tables first name it
 * @param description one full sentence
 */
public record RegisterField(
        String name,
        String printedName,
        int offset,
        int lsb,
        int width,
        Access access,
        @Nullable String select,
        String unit,
        String since,
        String description) {

    public RegisterField {
        if (offset < 0 || offset % 4 != 0 || lsb < 0 || width < 1 || width > 31 || lsb + width > 32) {
            throw new IllegalArgumentException("field must lie inside one dword: name=" + name + " offset=" + offset
                    + " lsb=" + lsb + " width=" + width);
        }
    }

    /** The largest value that fits: {@code 2^width - 1}. */
    public int max() {
        return (1 << width) - 1;
    }

    /** Index of the dword that holds this field. */
    public int dword() {
        return offset / 4;
    }

    /** The bits of this field inside its dword. */
    public int mask() {
        return max() << lsb;
    }

    /** True for the bits of dword 0 that select which fields a SET modifies. */
    public boolean isSelect() {
        return offset == 0;
    }

    /** True for the 48 bytes of {@code adp_retx_profile}, which a SET always rewrites whole. */
    public boolean inProfile() {
        return offset >= RoceAccl.PROFILE_OFFSET;
    }

    /** The position in mlxreg's own notation, {@code 0x4.28:3}. */
    public String position() {
        return "0x" + Integer.toHexString(offset) + "." + lsb + ":" + width;
    }
}
