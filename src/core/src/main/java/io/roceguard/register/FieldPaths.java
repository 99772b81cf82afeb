// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import io.roceguard.text.Excerpt;
import io.roceguard.text.NearestName;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The ways to spell a field: its name, and any dotted end of the path that {@code mlxreg --full_path} prints, as in
 * {@code adp_retx_profile.timeout_range[0].range_size_0}. Behind an index the name may leave its own {@code _0} out.
 */
final class FieldPaths {

    private static final String PROFILE = "adp_retx_profile.";
    private static final Map<String, RegisterField> BY_SPELLING = spellings();

    private FieldPaths() {}

    /** The field of that spelling, without regard to case. */
    static Optional<RegisterField> find(String spelling) {
        return Optional.ofNullable(BY_SPELLING.get(spelling.toLowerCase(Locale.ROOT)));
    }

    /** True for the names that are printed but have no known position, with or without a path. */
    static boolean unplaced(String spelling) {
        return RoceAccl.UNPLACED.contains(leaf(spelling).toLowerCase(Locale.ROOT));
    }

    /** True for every name that a listing may hold. */
    static boolean known(String spelling) {
        return unplaced(spelling) || find(spelling).isPresent();
    }

    /** One sentence that says what is wrong with a spelling that names no field. */
    static String unknown(String spelling) {
        if (spelling.indexOf('.') < 0 || unplaced(spelling)) {
            return RoceAccl.unknown(spelling);
        }
        return RoceAccl.find(leaf(spelling))
                .map(field -> field.name() + " is " + path(field) + ", not " + Excerpt.of(spelling) + ".")
                .orElseGet(() -> RoceAccl.NAME + " has no field " + Excerpt.of(spelling) + "."
                        + NearestName.hint(spelling, BY_SPELLING.keySet()));
    }

    private static String leaf(String spelling) {
        return spelling.substring(spelling.lastIndexOf('.') + 1);
    }

    private static Map<String, RegisterField> spellings() {
        Map<String, RegisterField> spellings = new LinkedHashMap<>();
        for (RegisterField field : RoceAccl.FIELDS) {
            String path = path(field);
            putEnds(spellings, path, field);
            if (path.indexOf('[') >= 0) {
                spellings.put(withoutIndex(path.substring(PROFILE.length())), field);
                spellings.put(withoutIndex(path), field);
            }
        }
        return spellings;
    }

    private static void putEnds(Map<String, RegisterField> spellings, String path, RegisterField field) {
        spellings.put(path, field);
        int dot = path.indexOf('.');
        if (dot >= 0) {
            putEnds(spellings, path.substring(dot + 1), field);
        }
    }

    private static String withoutIndex(String path) {
        return path.substring(0, path.lastIndexOf('_'));
    }

    private static String path(RegisterField field) {
        if (!field.inProfile()) {
            return field.name();
        }
        boolean inRange = field.offset() >= RoceAccl.PROFILE_OFFSET + 8;
        int range = (field.offset() - RoceAccl.PROFILE_OFFSET - 8) / 4;
        return PROFILE + (inRange ? "timeout_range[" + range + "]." : "") + field.name();
    }
}
