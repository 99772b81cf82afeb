// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a register text says.
 *
 * @param image 16 or 32 dwords; a listing by name gives 16
 * @param form how it was written
 * @param notListed canonical names of the fields that a listing by name leaves out, in table order; they are 0 in the
 *     image, which says nothing about the device
 * @param unplaced values printed for {@link RoceAccl#UNPLACED} names, 0..2^32-1, which have no place in the image
 */
public record RegisterReading(RegisterImage image, Form form, List<String> notListed, Map<String, Long> unplaced) {

    /** The ways to write a register down. */
    public enum Form {
        /** {@code mlxreg --reg_name ROCE_ACCL --get}: a line a field. */
        NAMES,
        /** {@code mlxreg --reg_id 0x402c --reg_len 0x40 --get}: a line a dword. */
        IDS,
        /** Nothing but hex words. */
        WORDS
    }

    public RegisterReading {
        notListed = List.copyOf(notListed);
        unplaced = Collections.unmodifiableMap(new LinkedHashMap<>(unplaced));
    }
}
