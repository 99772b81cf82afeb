// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.util.List;
import java.util.stream.Stream;

/** Compares what was sent with what is read afterwards. */
final class ReadBack {

    private ReadBack() {}

    /**
     * The fields that a SET selected and that read otherwise, as {@code 0x4.0:1 roce_adp_retrans_en reads 1 instead of
     * 0}. Fields behind select bits that were sent as 0 are none of its business.
     *
     * @param sent the words of the SET
     * @param after the active state, so that a profile that was written and is not the active one shows by its id
     */
    static List<String> differences(RegisterImage sent, RegisterImage after) {
        return selected(sent)
                .filter(field -> sent.get(field) != after.get(field))
                .map(field -> field.position() + " " + field.name() + " reads " + after.get(field) + " instead of "
                        + sent.get(field))
                .toList();
    }

    private static Stream<RegisterField> selected(RegisterImage sent) {
        return RoceAccl.FIELDS.stream()
                .filter(field -> field.isSelect() && sent.get(field) == 1)
                .flatMap(select -> RoceAccl.selectedBy(select).stream());
    }
}
