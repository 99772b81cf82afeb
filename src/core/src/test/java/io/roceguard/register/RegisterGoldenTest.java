// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.register.GoldenRegister.Layout;
import io.roceguard.register.GoldenRegister.SetLine;
import io.roceguard.register.GoldenRegister.Vector;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RegisterGoldenTest {

    static List<Layout> layout() {
        return GoldenRegister.layout();
    }

    static List<Vector> vectors() {
        return GoldenRegister.vectors();
    }

    static List<SetLine> setLines() {
        return GoldenRegister.setLines();
    }

    @ParameterizedTest
    @MethodSource("layout")
    void tablePlacesTheFieldWhereItsBitsAre(Layout golden) {
        RegisterField field = RoceAccl.field(golden.name());

        assertThat(field.printedName()).isEqualTo(golden.name());
        assertThat(field.offset()).isEqualTo(golden.offset());
        assertThat(field.lsb()).isEqualTo(golden.lsb());
        assertThat(field.width()).isEqualTo(golden.width());
        assertThat(field.access()).isEqualTo(golden.access());
        assertThat(RegisterImage.zero().with(field, field.max())).isEqualTo(golden.atMax());
    }

    @Test
    void tableAddsOnlyTheProbeModeFields() {
        List<String> golden = layout().stream()
                .map(field -> RoceAccl.field(field.name()).name())
                .toList();

        assertThat(RoceAccl.names())
                .containsAll(golden)
                .filteredOn(name -> !golden.contains(name))
                .containsExactly("cc_probe_mp_mode_field_select", "cc_probe_mp_mode");
    }

    @Test
    void fieldsOfTheTableNeverOverlapAndFollowTheirBits() {
        int position = -1;
        for (RegisterField field : RoceAccl.FIELDS) {
            int first = 8 * field.offset() + field.lsb();
            assertThat(first).as(field.name()).isGreaterThan(position);
            position = first + field.width() - 1;
        }
    }

    @Test
    void everyWritableFieldNamesItsSelectBit() {
        assertThat(RoceAccl.FIELDS).allSatisfy(field -> {
            boolean selected = !field.isSelect() && field.access() != Access.RO;
            assertThat(field.select() != null).isEqualTo(selected);
            if (field.select() != null) {
                assertThat(RoceAccl.field(field.select()).isSelect()).isTrue();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void wordsDecodeToTheirFields(Vector golden) {
        Map<String, Integer> decoded =
                golden.fields().keySet().stream().collect(Collectors.toMap(name -> name, golden.words()::get));

        assertThat(decoded).isEqualTo(golden.fields());
        assertThat(golden.words().unknownBits()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void fieldsEncodeToTheirWords(Vector golden) {
        RegisterImage image = RegisterImage.zero();
        for (Map.Entry<String, Integer> field : golden.fields().entrySet()) {
            image = image.with(RoceAccl.field(field.getKey()), field.getValue());
        }

        assertThat(image).isEqualTo(golden.words());
    }

    @ParameterizedTest
    @MethodSource("setLines")
    void setLineTurnsOneImageIntoTheOther(SetLine golden) {
        RegisterImage image = golden.appliedTo();
        for (Assignment assignment : MlxregText.parseAssignments(golden.setLine())) {
            image = image.with(assignment.field(), assignment.value());
        }

        assertThat(image).isEqualTo(golden.words());
    }

    @ParameterizedTest
    @MethodSource("setLines")
    void minimalEditOfASetLineLeadsToTheSameImage(SetLine golden) {
        RegisterEdit edit = RegisterEdit.of(golden.appliedTo(), MlxregText.parseAssignments(golden.setLine()));

        assertThat(edit.appliedTo(golden.appliedTo())).isEqualTo(golden.words());
        assertThat(edit.image().word(0)).isEqualTo(0x10000001);
    }
}
