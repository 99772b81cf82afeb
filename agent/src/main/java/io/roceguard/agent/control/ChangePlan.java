// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import java.util.ArrayList;
import java.util.List;

/**
 * What a change would do.
 *
 * @param before the active state, read just now
 * @param edit the SET that would be sent
 */
public record ChangePlan(String nic, RegisterImage before, RegisterEdit edit) {

    /** {@code time_base 4 -> 8}, a line a field; fields that keep their value are left out. */
    public List<String> changed() {
        return differences(
                before, edit.appliedTo(before), List.copyOf(edit.written().keySet()));
    }

    /** The mlxreg commands that send the same SET. */
    public List<String> mlxreg() {
        return MlxregText.setCommands(edit, nic);
    }

    static List<String> differences(RegisterImage before, RegisterImage after, List<RegisterField> fields) {
        List<String> differences = new ArrayList<>();
        for (RegisterField field : fields) {
            if (before.get(field) != after.get(field)) {
                differences.add(field.name() + " " + before.get(field) + " -> " + after.get(field));
            }
        }
        return differences;
    }
}
