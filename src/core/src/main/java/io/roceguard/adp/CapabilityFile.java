// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.register.Access;
import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RoceAccl;
import io.roceguard.text.YamlNode;
import java.util.regex.Pattern;

/**
 * What a device can do, as people keep it: what {@code mlxreg --get} printed there, the words of the register, or YAML with
 * read-only fields of the register, of which those that are not given are as {@link ProfileLimits#USUAL}.
 */
public final class CapabilityFile {

    private static final Pattern KEY = Pattern.compile("[A-Za-z_0-9]+\\s*:(\\s.*)?");

    private CapabilityFile() {}

    /**
     * @param source file name for messages
     * @throws io.roceguard.text.TextException when it is neither, with the position and the nearest valid name
     */
    public static ProfileLimits read(String source, String text) {
        if (!isYaml(text)) {
            return ProfileLimits.of(MlxregText.parseReading(source, text).image());
        }
        String[] names = RoceAccl.FIELDS.stream()
                .filter(field -> field.access() == Access.RO || field.isSelect())
                .map(RegisterField::name)
                .toArray(String[]::new);
        YamlNode root = YamlNode.parse(source, text).mapping(names);
        ProfileLimits usual = ProfileLimits.USUAL;
        return new ProfileLimits(
                value(root, "adp_retx_base_timeout_min", usual.baseTimeoutMinNanos()),
                (int) value(root, "adp_retx_profile_max_range_num", usual.maxRangeNum()),
                (int) value(root, "adp_retx_profile_max_id", usual.maxProfileId()),
                value(root, "adp_retx_profile_select", usual.profileSelect() ? 1 : 0) == 1,
                value(root, "roce_adp_retrans_field_select", usual.retransFieldSelect() ? 1 : 0) == 1);
    }

    /** Whether the first thing in a text that is no comment is YAML's, and so the text is none of the register. */
    public static boolean isYaml(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .findFirst()
                .filter(line -> line.startsWith("{")
                        || line.equals("---")
                        || KEY.matcher(line).matches())
                .isPresent();
    }

    private static long value(YamlNode root, String name, long usual) {
        return root.opt(name)
                .map(node -> node.integer(0, RoceAccl.field(name).max()))
                .orElse(usual);
    }
}
