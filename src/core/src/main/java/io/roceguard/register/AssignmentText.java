// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import io.roceguard.text.Excerpt;
import io.roceguard.text.NearestName;
import io.roceguard.text.TextException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** mlxreg's two notations of "set this to that": {@code time_base=4} and {@code 0x10.0:16=4}, mixed in one list. */
final class AssignmentText {

    private static final String SOURCE = "assignments";

    private static final Map<String, Integer> SWITCH =
            anyCase(Map.of("on", 1, "true", 1, "enabled", 1, "off", 0, "false", 0, "disabled", 0));

    private static final Map<String, Integer> DEC_MODES =
            anyCase(Arrays.stream(DecMode.values()).collect(Collectors.toMap(DecMode::name, DecMode::code)));

    private AssignmentText() {}

    static List<Assignment> parse(String text) {
        List<Assignment> assignments = new ArrayList<>();
        int start = 0;
        for (int comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', start)) {
            assignments.addAll(item(text, start, comma));
            start = comma + 1;
        }
        assignments.addAll(item(text, start, text.length()));
        return List.copyOf(assignments);
    }

    static String byName(List<Assignment> assignments) {
        return assignments.stream().map(Assignment::toString).collect(Collectors.joining(","));
    }

    static String byId(List<Assignment> assignments) {
        return assignments.stream()
                .map(assignment -> assignment.field().position() + "=" + assignment.value())
                .collect(Collectors.joining(","));
    }

    private static Map<String, Integer> anyCase(Map<String, Integer> words) {
        Map<String, Integer> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        anyCase.putAll(words);
        return Collections.unmodifiableMap(anyCase);
    }

    private static List<Assignment> item(String text, int from, int to) {
        int start = from;
        while (start < to && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        return new Item(text.substring(start, to).strip(), start + 1).assignments();
    }

    /** One element of the list and the 1-based column it starts at. */
    private record Item(String text, int column) {

        List<Assignment> assignments() {
            if (text.isEmpty()) {
                throw fail(
                        "An assignment is missing here. Write field=value,field=value, as in roce_adp_retrans_en=1.");
            }
            if (text.charAt(0) == '"' || text.charAt(0) == '\'') {
                throw fail("Quotes are the shell's; leave them out: " + Excerpt.of(text));
            }
            int equals = text.indexOf('=');
            if (equals < 0) {
                throw fail(Excerpt.of(text) + " assigns nothing. Write field=value, as in roce_adp_retrans_en=1.");
            }
            String key = text.substring(0, equals).strip();
            String value = text.substring(equals + 1).strip();
            boolean byId = !key.isEmpty() && key.charAt(0) >= '0' && key.charAt(0) <= '9';
            return byId ? bits(key, value) : List.of(named(key, value));
        }

        private Assignment named(String name, String value) {
            RegisterField field = FieldPaths.find(name).orElseThrow(() -> fail(FieldPaths.unknown(name)));
            Map<String, Integer> words = words(field);
            Integer word = words.get(value);
            if (word != null) {
                return new Assignment(field, word);
            }
            boolean wordMeant = !value.isEmpty() && Character.isLetter(value.charAt(0));
            if (wordMeant && !words.isEmpty()) {
                throw fail(field.name() + " must be a number or one of "
                        + String.join(", ", words.keySet()) + ": value="
                        + Excerpt.of(value) + "." + NearestName.hint(value, words.keySet()));
            }
            return new Assignment(field, number(field.name(), value));
        }

        private static Map<String, Integer> words(RegisterField field) {
            if (field.width() == 1 && !field.isSelect()) {
                return SWITCH;
            }
            return field.name().startsWith("dec_mode_") ? DEC_MODES : Map.of();
        }

        private List<Assignment> bits(String key, String value) {
            int dot = key.indexOf('.');
            int colon = key.indexOf(':', Math.max(dot, 0));
            if (dot < 0 || colon < 0) {
                throw fail(Excerpt.of(key) + " is no position. Write ADDRESS.BIT:SIZE=VALUE, as in 0x4.28:3=1.");
            }
            long address = number("The address", key.substring(0, dot));
            long lsb = number("The bit", key.substring(dot + 1, colon));
            long size = number("The size", key.substring(colon + 1));
            long bits = number("The value", value);
            if (address % 4 != 0 || address >= 4 * RegisterImage.LONG_DWORDS) {
                throw fail("The address must be a multiple of 4 from 0x0 to 0x7c: address="
                        + Excerpt.of(key.substring(0, dot)) + ".");
            }
            if (size < 1 || lsb + size > Integer.SIZE) {
                throw fail("The bits must lie inside the 32 bits of one dword: bit=" + lsb + " size=" + size + ".");
            }
            if (bits >>> size != 0) {
                throw fail("The value must fit " + size + " bits: value=" + bits + ".");
            }
            int mask = (int) (((1L << size) - 1) << lsb);
            return fields((int) address, mask, (int) (bits << lsb));
        }

        private List<Assignment> fields(int address, int mask, int bits) {
            List<Assignment> assignments = new ArrayList<>();
            for (RegisterField field : RoceAccl.FIELDS) {
                if (field.offset() != address || (field.mask() & mask) == 0) {
                    continue;
                }
                if ((field.mask() & ~mask) != 0) {
                    throw fail(Excerpt.of(text) + " covers " + field.name() + " (" + field.position()
                            + ") only in part. Cover it whole or leave it out.");
                }
                assignments.add(new Assignment(field, (bits & field.mask()) >>> field.lsb()));
            }
            int reserved = bits & ~RoceAccl.knownBits(address / 4);
            if (reserved != 0) {
                throw fail(Excerpt.of(text) + " writes 1 to the reserved bit 0x" + Integer.toHexString(address) + "."
                        + Integer.numberOfTrailingZeros(reserved) + ", which must stay 0.");
            }
            return assignments;
        }

        /** What strtoul with base 0 takes, but neither negative nor octal, 0..2^32-1. */
        private long number(String what, String text) {
            boolean hex = text.startsWith("0x") || text.startsWith("0X");
            String digits = hex ? text.substring(2) : text;
            int base = hex ? 16 : 10;
            if (digits.startsWith("-")) {
                throw fail(what + " must not be negative: value=" + Excerpt.of(text) + ".");
            }
            if (digits.isEmpty() || !digits.chars().allMatch(c -> c < 0x80 && Character.digit(c, base) >= 0)) {
                throw fail(what + " must be a decimal number or hexadecimal with 0x: value=" + Excerpt.of(text) + ".");
            }
            if (!hex && digits.length() > 1 && digits.startsWith("0")) {
                throw fail(
                        what + " is ambiguous: mlxreg reads a number with a leading 0 as octal. Write it without the 0,"
                                + " or with 0x: value=" + Excerpt.of(text) + ".");
            }
            // Anything above 2^32-1 has more than 8 hex digits or 10 decimal ones before it can overflow a long.
            String significant = digits.replaceFirst("^0+(?=.)", "");
            if (significant.length() > 10 || Long.parseLong(significant, base) > 0xffff_ffffL) {
                throw fail(what + " is larger than 32 bits: value=" + Excerpt.of(text) + ".");
            }
            return Long.parseLong(significant, base);
        }

        private TextException fail(String problem) {
            return new TextException(SOURCE, 1, column, problem);
        }
    }
}
