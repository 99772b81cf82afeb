// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every image and every edit, on seeded random ones; the seed is the argument shown. */
class RegisterPropertiesTest {

    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    private static RegisterImage anyBits(Random random) {
        int dwords = random.nextBoolean() ? RegisterImage.SHORT_DWORDS : RegisterImage.LONG_DWORDS;
        return RegisterImage.ofWords(random.ints(dwords).toArray());
    }

    private static RegisterImage knownBits(Random random) {
        RegisterImage image = RegisterImage.zero();
        for (RegisterField field : RoceAccl.FIELDS) {
            image = image.with(field, random.nextInt(field.max() + 1));
        }
        return image;
    }

    /** A device that lets everything be configured, in a random state. */
    private static RegisterImage configurable(Random random) {
        RegisterImage image = anyBits(random);
        for (RegisterField field : RoceAccl.FIELDS) {
            image = field.isSelect() ? image.with(field, 1) : image;
        }
        return image.with(RoceAccl.field("adp_retx_profile_max_id"), 7)
                .with(RoceAccl.field("adp_retx_profile_id"), 1 + random.nextInt(7));
    }

    private static List<Assignment> someAssignments(Random random) {
        List<RegisterField> writable = new ArrayList<>(RoceAccl.FIELDS.stream()
                .filter(field -> field.select() != null && field.access() != Access.INDEX)
                .toList());
        Collections.shuffle(writable, random);
        return writable.subList(0, 1 + random.nextInt(6)).stream()
                .map(field -> new Assignment(field, random.nextInt(field.max() + 1)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void bytesAndWordsAreTheSameImage(long seed) {
        RegisterImage image = anyBits(new Random(seed));

        assertThat(RegisterImage.ofBytes(image.toBytes())).isEqualTo(image).hasSameHashCodeAs(image);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void listingByIdReadsBackToEveryBit(long seed) {
        RegisterImage image = anyBits(new Random(seed));

        assertThat(MlxregText.parseReading("listing", MlxregText.listingById(image))
                        .image())
                .isEqualTo(image);
        assertThat(MlxregText.parseReading("words", image.toString()).image()).isEqualTo(image);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void listingByNameReadsBackToEveryKnownBit(long seed) {
        RegisterImage image = knownBits(new Random(seed));

        RegisterReading reading = MlxregText.parseReading("listing", MlxregText.listingByName(image));

        assertThat(reading.image()).isEqualTo(image);
        assertThat(reading.notListed()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void withReplacesOneFieldAndKeepsEveryOtherBit(long seed) {
        Random random = new Random(seed);
        RegisterImage image = anyBits(random);
        for (RegisterField field : RoceAccl.FIELDS) {
            int value = random.nextInt(field.max() + 1);

            RegisterImage changed = image.with(field, value);

            assertThat(changed.get(field)).isEqualTo(value);
            assertThat(changed.with(field, image.get(field))).isEqualTo(image);
            assertThat(changed.word(field.dword()) & ~field.mask())
                    .isEqualTo(image.word(field.dword()) & ~field.mask());
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void editNeverTouchesAnotherFieldsBits(long seed) {
        Random random = new Random(seed);
        RegisterImage current = configurable(random);
        RegisterEdit edit = RegisterEdit.of(current, someAssignments(random));

        int[] allowed = new int[current.dwords()];
        edit.written().keySet().forEach(field -> allowed[field.dword()] |= field.mask());
        RegisterImage after = edit.appliedTo(current);
        for (int i = 0; i < allowed.length; i++) {
            assertThat((after.word(i) ^ current.word(i)) & ~allowed[i])
                    .as("dword %d", i)
                    .isZero();
        }

        edit.selects().forEach(select -> allowed[select.dword()] |= select.mask());
        for (int i = 0; i < allowed.length; i++) {
            assertThat(edit.image().word(i) & ~allowed[i])
                    .as("dword %d of the SET", i)
                    .isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void editWritesWhatIsAssignedAndKeepsTheRestOfItsGroups(long seed) {
        Random random = new Random(seed);
        RegisterImage current = configurable(random);
        List<Assignment> assignments = someAssignments(random);
        RegisterEdit edit = RegisterEdit.of(current, assignments);

        RegisterImage expected = current;
        for (Assignment assignment : assignments) {
            expected = expected.with(assignment.field(), assignment.value());
        }
        assertThat(edit.appliedTo(current)).isEqualTo(expected);
        assertThat(edit.notTaken(expected)).isEmpty();
        assertThat(edit.changedByOthers(current, expected)).isEmpty();
        for (Map.Entry<RegisterField, Integer> field : edit.written().entrySet()) {
            assertThat(edit.image().get(field.getKey())).isEqualTo(field.getValue());
            assertThat(edit.image().get(field.getKey().select())).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void assignmentsReadBackFromBothNotations(long seed) {
        List<Assignment> assignments = someAssignments(new Random(seed));

        assertThat(MlxregText.parseAssignments(MlxregText.assignmentsByName(assignments)))
                .isEqualTo(assignments);
        assertThat(MlxregText.parseAssignments(MlxregText.assignmentsById(assignments)))
                .isEqualTo(assignments);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void bothSetCommandsCarryExactlyTheWordsOfTheEdit(long seed) {
        Random random = new Random(seed);
        RegisterEdit edit = RegisterEdit.of(configurable(random), someAssignments(random));

        assertThat(MlxregText.setCommands(edit, "mlx5_0")).hasSize(2).allSatisfy(command -> {
            String set = command.substring(command.indexOf('"') + 1, command.lastIndexOf('"'));
            RegisterImage sent = RegisterImage.zero().resized(edit.image().dwords());
            for (Assignment assignment : MlxregText.parseAssignments(set)) {
                sent = sent.with(assignment.field(), assignment.value());
            }
            assertThat(sent).isEqualTo(edit.image());
        });
    }
}
