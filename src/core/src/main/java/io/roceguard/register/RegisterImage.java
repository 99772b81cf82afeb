// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The content of ROCE_ACCL: 16 (0x40 bytes) or 32 (0x80 bytes) big-endian dwords. Immutable; every bit is kept, known or
 * not.
 */
public final class RegisterImage {

    /** Dwords of the 0x40-byte form, which old and new firmware take. */
    public static final int SHORT_DWORDS = 16;

    /** Dwords of the 0x80-byte form (register tables since April 2025); the upper half has no fields. */
    public static final int LONG_DWORDS = 32;

    private static final RegisterImage ZERO = new RegisterImage(new int[SHORT_DWORDS]);

    private final int[] words;

    private RegisterImage(int[] words) {
        this.words = words;
    }

    /** All zero, 0x40 bytes. */
    public static RegisterImage zero() {
        return ZERO;
    }

    /**
     * @param words 16 or 32 dwords
     * @throws IllegalArgumentException on any other number
     */
    public static RegisterImage ofWords(int... words) {
        if (words.length != SHORT_DWORDS && words.length != LONG_DWORDS) {
            throw new IllegalArgumentException(
                    "A " + RoceAccl.NAME + " image has 16 or 32 dwords (0x40 or 0x80 bytes): dwords=" + words.length);
        }
        return new RegisterImage(words.clone());
    }

    /**
     * @param bytes 0x40 or 0x80 bytes as they stand on the wire, each dword big-endian
     * @throws IllegalArgumentException on any other number
     */
    public static RegisterImage ofBytes(byte[] bytes) {
        if (bytes.length != 4 * SHORT_DWORDS && bytes.length != 4 * LONG_DWORDS) {
            throw new IllegalArgumentException(
                    "A " + RoceAccl.NAME + " image has 0x40 or 0x80 bytes: bytes=" + bytes.length);
        }
        int[] words = new int[bytes.length / 4];
        for (int i = 0; i < words.length; i++) {
            int at = 4 * i;
            words[i] = (bytes[at] & 0xff) << 24
                    | (bytes[at + 1] & 0xff) << 16
                    | (bytes[at + 2] & 0xff) << 8
                    | (bytes[at + 3] & 0xff);
        }
        return new RegisterImage(words);
    }

    /** The bytes as they stand on the wire. */
    public byte[] toBytes() {
        byte[] bytes = new byte[4 * words.length];
        for (int i = 0; i < words.length; i++) {
            int at = 4 * i;
            bytes[at] = (byte) (words[i] >>> 24);
            bytes[at + 1] = (byte) (words[i] >>> 16);
            bytes[at + 2] = (byte) (words[i] >>> 8);
            bytes[at + 3] = (byte) words[i];
        }
        return bytes;
    }

    /** 16 or 32. */
    public int dwords() {
        return words.length;
    }

    /** 0x40 or 0x80. */
    public int bytes() {
        return 4 * words.length;
    }

    /** That dword, all 32 bits. */
    public int word(int dword) {
        return words[dword];
    }

    /** The value of the field, 0..{@link RegisterField#max()}. */
    public int get(RegisterField field) {
        return words[field.dword()] >>> field.lsb() & field.max();
    }

    /** The value of the field of that name. */
    public int get(String name) {
        return get(RoceAccl.field(name));
    }

    /**
     * This image with one field replaced and every other bit kept.
     *
     * @throws IllegalArgumentException when the value does not fit the field
     */
    public RegisterImage with(RegisterField field, long value) {
        if (value < 0 || value > field.max()) {
            throw new IllegalArgumentException(
                    field.name() + " must be 0.." + field.max() + " (" + field.width() + " bits): value=" + value);
        }
        int[] changed = words.clone();
        changed[field.dword()] = (changed[field.dword()] & ~field.mask()) | ((int) value << field.lsb());
        return new RegisterImage(changed);
    }

    /** This image with the 48 bytes of {@code adp_retx_profile} taken from another one. */
    public RegisterImage withProfileOf(RegisterImage other) {
        int[] changed = words.clone();
        System.arraycopy(
                other.words,
                RoceAccl.PROFILE_OFFSET / 4,
                changed,
                RoceAccl.PROFILE_OFFSET / 4,
                RoceAccl.PROFILE_LENGTH / 4);
        return new RegisterImage(changed);
    }

    /** This image cut or padded with zeros to 16 or 32 dwords. */
    public RegisterImage resized(int dwords) {
        return dwords == words.length ? this : ofWords(Arrays.copyOf(words, dwords));
    }

    /** The bits that are 1 and belong to no field of the table, in mlxreg's notation {@code 0x0.12}, lowest first. */
    public List<String> unknownBits() {
        List<String> unknown = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            int bits = words[i] & ~RoceAccl.knownBits(i);
            for (; bits != 0; bits &= bits - 1) {
                unknown.add("0x" + Integer.toHexString(4 * i) + "." + Integer.numberOfTrailingZeros(bits));
            }
        }
        return List.copyOf(unknown);
    }

    /** The dwords as {@code 0x1800065f}. */
    public List<String> hexWords() {
        return Arrays.stream(words).mapToObj(RegisterImage::hex).toList();
    }

    static String hex(int word) {
        return String.format("0x%08x", word);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RegisterImage image && Arrays.equals(words, image.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        return String.join(" ", hexWords());
    }
}
