// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import io.roceguard.register.RegisterReading.Form;
import io.roceguard.text.Excerpt;
import io.roceguard.text.TextException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** {@code 0x00000004 | 0x10000005}: a row for each of the 16 or 32 dwords, in any order. */
final class IdRows implements ListingRows {

    private final String source;
    private final int[] words = new int[RegisterImage.LONG_DWORDS];
    private final BitSet seen = new BitSet();

    IdRows(String source) {
        this.source = source;
    }

    @Override
    public void add(ListingRow row) {
        int address = row.keyBits();
        if (address % 4 != 0 || address < 0 || address >= 4 * words.length) {
            throw row.failKey(
                    "The address must be a multiple of 4 from 0x0 to 0x7c: address=" + Excerpt.of(row.key()) + ".");
        }
        if (seen.get(address / 4)) {
            throw row.failKey("The address " + Excerpt.of(row.key()) + " is listed twice.");
        }
        words[address / 4] = row.valueBits();
        seen.set(address / 4);
    }

    @Override
    public boolean isEmpty() {
        return seen.isEmpty();
    }

    @Override
    public RegisterReading reading() {
        int dwords =
                seen.length() > RegisterImage.SHORT_DWORDS ? RegisterImage.LONG_DWORDS : RegisterImage.SHORT_DWORDS;
        int missing = seen.nextClearBit(0);
        if (missing < dwords) {
            throw new TextException(
                    source,
                    0,
                    0,
                    "The listing must hold every dword from 0x0 to 0x" + Integer.toHexString(4 * dwords - 4)
                            + "; address " + RegisterImage.hex(4 * missing) + " is missing.");
        }
        return new RegisterReading(RegisterImage.ofWords(Arrays.copyOf(words, dwords)), Form.IDS, List.of(), Map.of());
    }
}
