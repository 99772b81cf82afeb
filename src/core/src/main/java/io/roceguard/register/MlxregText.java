// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import io.roceguard.text.TextException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The texts of NVIDIA's {@code mlxreg} and mstflint's {@code mstreg}, in and out: what they print of the register, and what
 * they take to change it.
 */
public final class MlxregText {

    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_./:@%+-]+");

    private MlxregText() {}

    /**
     * The assignments of a comma-separated list that mixes both of mlxreg's notations.
     *
     * <ul>
     *   <li>By name: {@code time_base=4}; array elements as {@code range_size_0}, or behind the path that
     *       {@code mlxreg --full_path} prints ({@code timeout_range[0].range_size}); names match without case. A field of
     *       one bit that is no select bit also takes on, off, true, false, enabled, disabled; {@code dec_mode_0..3} also
     *       take the names of {@link DecMode}.
     *   <li>By id: {@code ADDRESS.BIT:SIZE=VALUE}, {@code 0x4.28:3=1}. Bits that cover several whole fields give an
     *       assignment for each; reserved bits among them must be 0.
     * </ul>
     *
     * <p>Numbers are decimal or hexadecimal with 0x, 0..2^32-1. Whether a value fits a field that is given by name, and
     * whether a field is given twice, is for {@link RegisterEdit} to judge.
     *
     * @return in the order of the text; empty only when nothing but reserved bits is set to 0
     * @throws TextException with the 1-based column of the assignment that cannot be taken
     */
    public static List<Assignment> parseAssignments(String text) {
        return AssignmentText.parse(text);
    }

    /**
     * The register in a text whose form is told by its content: the listing of {@code mlxreg --get} by name or by id, the
     * one {@code --set} shows before it asks, or 16 or 32 bare hex words. What a terminal shows around a listing is passed
     * over.
     *
     * @param source file name for messages
     * @throws TextException with the line and column of what cannot be taken; also for two listings in one text
     */
    public static RegisterReading parseReading(String source, String text) {
        return ListingReader.read(source, text);
    }

    /** The table of {@code mstreg --reg_name ROCE_ACCL --get}, for every field of {@link RoceAccl#FIELDS}. */
    public static String listingByName(RegisterImage image) {
        return ListingText.byName(image);
    }

    /** The table of {@code mstreg --reg_id 0x402c --reg_len 0x40 --get} (or 0x80). */
    public static String listingById(RegisterImage image) {
        return ListingText.byId(image);
    }

    /** {@code time_base=4,time_unit=1}. */
    public static String assignmentsByName(List<Assignment> assignments) {
        return AssignmentText.byName(assignments);
    }

    /** {@code 0x10.0:16=4,0x10.22:2=1}. */
    public static String assignmentsById(List<Assignment> assignments) {
        return AssignmentText.byId(assignments);
    }

    /**
     * Two mlxreg commands that each send exactly {@link RegisterEdit#image()}. The first, by name, needs a tool that knows
     * {@code --overwrite} and every field named (4.33 for the profile); the second, by id, works with all of them.
     *
     * @param device as mlxreg takes it: a PCI address, an RDMA or mst device name
     */
    public static List<String> setCommands(RegisterEdit edit, String device) {
        String start = "mlxreg -d " + quoted(device) + " --yes ";
        RegisterImage image = edit.image();
        String named = Stream.concat(
                        edit.selects().stream().map(select -> select.printedName() + "=1"),
                        edit.written().entrySet().stream()
                                .map(field -> field.getKey().printedName() + "=" + field.getValue()))
                .collect(Collectors.joining(","));
        String dwords = IntStream.range(0, image.dwords())
                .mapToObj(i -> "0x" + Integer.toHexString(4 * i) + ".0:32=" + RegisterImage.hex(image.word(i)))
                .collect(Collectors.joining(","));
        return List.of(
                start + "--reg_name " + RoceAccl.NAME + " --overwrite --set \"" + named + "\"",
                start + "--reg_id 0x" + Integer.toHexString(RoceAccl.ID) + " --reg_len 0x"
                        + Integer.toHexString(image.bytes()) + " --set \"" + dwords + "\"");
    }

    private static String quoted(String device) {
        return PLAIN_WORD.matcher(device).matches() ? device : "'" + device.replace("'", "'\\''") + "'";
    }
}
