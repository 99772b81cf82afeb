// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import static io.roceguard.sim.Images.DUMP_1;
import static io.roceguard.sim.Images.DUMP_2;
import static io.roceguard.sim.Images.EXAMPLE_SET;
import static io.roceguard.sim.Images.exampleWith;
import static io.roceguard.sim.Images.image;
import static io.roceguard.sim.Images.profile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.roceguard.device.CommandStatus;
import io.roceguard.register.Access;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedFirmwareTest {

    private final SimulatedFirmware firmware = firmware(CapabilityPreset.CX7_2025_07);

    private static SimulatedFirmware firmware(CapabilityPreset preset) {
        return new SimulatedFirmware(preset, () -> true, () -> {});
    }

    private RegisterImage active() throws FirmwareRefusal {
        return firmware.get(RegisterImage.zero());
    }

    private void refuses(RegisterImage words, Syndrome syndrome) throws FirmwareRefusal {
        RegisterImage before = active();
        RegisterImage profileBefore = firmware.get(profile(1));
        assertThatExceptionOfType(FirmwareRefusal.class)
                .isThrownBy(() -> firmware.set(words))
                .satisfies(refusal -> {
                    assertThat(refusal.status()).isEqualTo(CommandStatus.BAD_PARAM);
                    assertThat(refusal.syndrome()).isEqualTo(syndrome);
                });
        assertThat(active()).isEqualTo(before);
        assertThat(firmware.get(profile(1))).isEqualTo(profileBefore);
    }

    @Test
    void readsAsTheFirstDumpOfTheDocumentAfterReset() throws FirmwareRefusal {
        assertThat(active()).isEqualTo(DUMP_1);
    }

    @Test
    void readsAsTheSecondDumpAfterTheExampleWasSet() throws FirmwareRefusal {
        firmware.set(EXAMPLE_SET);

        assertThat(active()).isEqualTo(DUMP_2);
        assertThat(firmware.get(profile(1))).isEqualTo(DUMP_2);
    }

    @Test
    void takesTheWholeReadingBackAsMlxregSendsIt() throws FirmwareRefusal {
        RegisterImage echo = DUMP_2.with(RoceAccl.field("roce_tx_window_en"), 1);

        firmware.set(echo);

        assertThat(active()).isEqualTo(echo);
    }

    @Test
    void takesOnlyTheSelectedField() throws FirmwareRefusal {
        firmware.set(EXAMPLE_SET);

        firmware.set(image(0x00000002, 0x0000ffff));

        assertThat(active()).isEqualTo(DUMP_2.with(RoceAccl.field("roce_tx_window_en"), 1));
    }

    @Test
    void takesFieldsThatShareASelectBitTogether() throws FirmwareRefusal {
        firmware.set(image(0x00000200, 26 << 10 | 1 << 9));

        assertThat(active().get("ack_dscp")).isEqualTo(26);
        assertThat(active().get("ack_dscp_force")).isEqualTo(1);
        assertThat(active().get("roce_adp_retrans_en")).isEqualTo(1);
    }

    @Test
    void ignoresReadOnlyAndReservedBits() throws FirmwareRefusal {
        int[] words = new int[RegisterImage.LONG_DWORDS];
        Arrays.fill(words, 0xffffffff);
        words[0] = EXAMPLE_SET.word(0);
        words[1] = EXAMPLE_SET.word(1) | 0x80ff0000;
        words[4] = EXAMPLE_SET.word(4) | 0x083f0000;
        words[5] = EXAMPLE_SET.word(5) | 0x00ff0000;
        words[6] = EXAMPLE_SET.word(6) | 0x80000000;
        Arrays.fill(words, 7, 10, 0);

        firmware.set(RegisterImage.ofWords(words));

        assertThat(active()).isEqualTo(DUMP_2);
    }

    @Test
    void answersAsLongAsItWasAsked() throws FirmwareRefusal {
        firmware.set(EXAMPLE_SET.resized(RegisterImage.LONG_DWORDS));

        RegisterImage longZero = RegisterImage.zero().resized(RegisterImage.LONG_DWORDS);
        assertThat(firmware.get(longZero)).isEqualTo(DUMP_2.resized(RegisterImage.LONG_DWORDS));
        assertThat(active()).isEqualTo(DUMP_2);
    }

    @Test
    void readsAProfileThatWasNeverWrittenAsZeros() throws FirmwareRefusal {
        assertThat(firmware.get(profile(1))).isEqualTo(image(0x1800065f, 0x10000005, 0x41000fa0));
    }

    @Test
    void refusesToReadAProfileThatItDoesNotHave() {
        assertThatExceptionOfType(FirmwareRefusal.class)
                .isThrownBy(() -> firmware.get(profile(2)))
                .satisfies(refusal -> assertThat(refusal.syndrome()).isEqualTo(Syndrome.PROFILE_ID_MAX));
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 26, 29, 31})
    void refusesSelectBitsThatItDoesNotKnow(int bit) throws FirmwareRefusal {
        refuses(image(1 << bit | 1), Syndrome.SELECT_UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 7, 8, 11})
    void refusesSelectBitsThatReadZero(int bit) throws FirmwareRefusal {
        refuses(image(1 << bit | 1), Syndrome.SELECT_NOT_CONFIGURABLE);
    }

    @Test
    void refusesReservedValues() throws FirmwareRefusal {
        refuses(image(0x400, 3 << 24), Syndrome.VALUE_RESERVED);
    }

    @ParameterizedTest
    @CsvSource({
        "adp_retx_profile_id,     0, PROFILE_ID_RESERVED",
        "adp_retx_profile_id,     2, PROFILE_ID_MAX",
        "time_unit,               0, TIME_UNIT",
        "time_base,               0, TIME_BASE_POW2",
        "time_base,               6, TIME_BASE_POW2",
        "time_base,               2, TIME_BASE_MIN",
        "range_num,               0, RANGE_NUM_ZERO",
        "range_num,               5, RANGE_NUM_MAX",
        "start_range_index,       1, START_INDEX",
        "timeout_init_range_size, 0, INIT_EMPTY",
        "range_size_0,            0, RANGE_EMPTY",
        "dec_mode_0,              3, DEC_MODE",
        "prev_range_index_0,      1, PREV_INDEX",
    })
    void refusesAProfileThatBreaksARule(String field, int value, Syndrome syndrome) throws FirmwareRefusal {
        refuses(exampleWith(field, value), syndrome);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, SORTED", "2, 1, PREV_INDEX"})
    void refusesASecondRangeThatBreaksARule(int low, int previous, Syndrome syndrome) throws FirmwareRefusal {
        firmware.set(EXAMPLE_SET);

        refuses(twoRanges(low).with(RoceAccl.field("prev_range_index_1"), previous), syndrome);
    }

    private static RegisterImage twoRanges(int low) {
        return exampleWith("range_num", 2)
                .with(RoceAccl.field("range_low_bound_1"), low)
                .with(RoceAccl.field("range_size_1"), 1);
    }

    @Test
    void takesTheOtherSettingsOfARefusedSetNeither() throws FirmwareRefusal {
        refuses(exampleWith("dec_mode_0", 3).with(RoceAccl.field("roce_adp_retrans_en"), 0), Syndrome.DEC_MODE);

        assertThat(active().get("roce_adp_retrans_en")).isEqualTo(1);
    }

    @Test
    void forgetsEverythingInAReset() throws FirmwareRefusal {
        firmware.set(EXAMPLE_SET.with(RoceAccl.field("roce_adp_retrans_en"), 0));

        firmware.fwreset();

        assertThat(active()).isEqualTo(DUMP_1);
        assertThat(firmware.get(profile(1)).word(4)).isZero();
    }

    @Test
    void tellsBeforeAChangeButNotBeforeARefusal() throws FirmwareRefusal {
        AtomicInteger told = new AtomicInteger();
        SimulatedFirmware watched =
                new SimulatedFirmware(CapabilityPreset.CX7_2025_07, () -> true, told::incrementAndGet);

        watched.set(EXAMPLE_SET);
        assertThatExceptionOfType(FirmwareRefusal.class).isThrownBy(() -> watched.set(exampleWith("time_unit", 0)));
        watched.fwreset();

        assertThat(told).hasValue(2);
    }

    @Test
    void isAdaptiveUnlessSwitchedOffOrWithoutTheAckTimeoutLimit() throws FirmwareRefusal {
        assertThat(firmware.adaptive()).isTrue();
        firmware.set(image(0x1, 0x0));
        assertThat(firmware.adaptive()).isFalse();
        firmware.set(image(0x11, 0x11));
        assertThat(firmware.adaptive()).isFalse();
        firmware.set(image(0x10, 0x0));
        assertThat(firmware.adaptive()).isTrue();
    }

    @Test
    void aprilFirmwareRefusesAProfileWhileQueuePairsAreActive() throws FirmwareRefusal {
        AtomicInteger queuePairs = new AtomicInteger(1);
        SimulatedFirmware april =
                new SimulatedFirmware(CapabilityPreset.CX7_2025_04, () -> queuePairs.get() > 0, () -> {});

        assertThatExceptionOfType(FirmwareRefusal.class)
                .isThrownBy(() -> april.set(EXAMPLE_SET))
                .satisfies(refusal -> {
                    assertThat(refusal.status()).isEqualTo(CommandStatus.BAD_RES_STATE);
                    assertThat(refusal.syndrome()).isEqualTo(Syndrome.QUEUE_PAIRS_ACTIVE);
                });
        april.set(image(0x2, 0x2));
        assertThat(april.get(RegisterImage.zero()).get("adp_retx_profile_id")).isZero();
        queuePairs.set(0);
        april.set(EXAMPLE_SET);
        assertThat(april.get(RegisterImage.zero()).get("adp_retx_profile_id")).isEqualTo(1);
    }

    @Test
    void aprilFirmwareRefusesConsecutiveRangesAndJulyFirmwareTakesThem() throws FirmwareRefusal {
        SimulatedFirmware april = new SimulatedFirmware(CapabilityPreset.CX7_2025_04, () -> false, () -> {});

        assertThatExceptionOfType(FirmwareRefusal.class)
                .isThrownBy(() -> april.set(twoRanges(2)))
                .satisfies(refusal -> assertThat(refusal.syndrome()).isEqualTo(Syndrome.RANGES_ADJACENT));
        april.set(twoRanges(3));
        firmware.set(twoRanges(2));
    }

    @Test
    void aVirtualFunctionHasNoRegister() {
        SimulatedFirmware vf = firmware(CapabilityPreset.VF);

        for (RegisterImage request : List.of(RegisterImage.zero(), profile(1))) {
            assertThatExceptionOfType(FirmwareRefusal.class)
                    .isThrownBy(() -> vf.get(request))
                    .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(CommandStatus.BAD_OP));
        }
        assertThatExceptionOfType(FirmwareRefusal.class)
                .isThrownBy(() -> vf.set(EXAMPLE_SET))
                .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(CommandStatus.BAD_OP));
    }

    @ParameterizedTest
    @EnumSource(names = {"CX5", "CX6", "NO_ADP"})
    void firmwareWithoutProfilesRefusesThem(CapabilityPreset preset) throws FirmwareRefusal {
        SimulatedFirmware old = firmware(preset);

        assertThat(old.get(RegisterImage.zero()).get("adp_retx_profile_select")).isZero();
        assertThatExceptionOfType(FirmwareRefusal.class)
                .isThrownBy(() -> old.set(EXAMPLE_SET))
                .satisfies(refusal -> assertThat(refusal.syndrome()).isEqualTo(Syndrome.SELECT_NOT_CONFIGURABLE));
        assertThat(old.get(RegisterImage.zero())).isEqualTo(preset.afterReset());
    }

    @ParameterizedTest
    @CsvSource({"CX5, true", "CX6, true", "CX7_2025_04, true", "CX7_2025_07, true", "NO_ADP, false"})
    void adaptiveRetransmissionCanBeSwitchedWhereThereIsAny(CapabilityPreset preset, boolean configurable)
            throws FirmwareRefusal {
        SimulatedFirmware some = firmware(preset);

        assertThat(some.get(RegisterImage.zero()).get("roce_adp_retrans_field_select") == 1)
                .isEqualTo(configurable);
        assertThat(some.adaptive()).isEqualTo(configurable);
        if (configurable) {
            some.set(image(0x1, 0x0));
            assertThat(some.adaptive()).isFalse();
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    /** The seed is the argument, so a failure names it. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noSetEverChangesAFieldThatItDoesNotSelect(long seed) throws FirmwareRefusal {
        Random random = new Random(seed);
        int taken = 0;
        for (int round = 0; round < 200; round++) {
            RegisterImage before = active();
            RegisterImage words = randomSet(random);
            boolean refused = false;
            try {
                firmware.set(words);
                taken++;
            } catch (FirmwareRefusal refusal) {
                refused = true;
            }
            RegisterImage after = active();
            for (RegisterField field : RoceAccl.FIELDS) {
                boolean selected = !refused && field.select() != null && words.get(field.select()) == 1;
                assertThat(after.get(field))
                        .as("seed %d round %d field %s set %s", seed, round, field.name(), words)
                        .isEqualTo(selected ? words.get(field) : before.get(field));
            }
            assertThat(after.unknownBits()).isEmpty();
        }
        assertThat(taken).as("sets that were taken, seed %d", seed).isBetween(20, 199);
    }

    /** Any bits, but often select bits that are configurable and a profile that is legal. */
    private static RegisterImage randomSet(Random random) {
        int[] words = random.ints(RegisterImage.SHORT_DWORDS).toArray();
        words[0] = random.nextInt(10) == 0 ? words[0] : words[0] & random.nextInt() & DUMP_1.word(0);
        RegisterImage image = RegisterImage.ofWords(words);
        if (random.nextBoolean()) {
            for (RegisterField field : RoceAccl.FIELDS) {
                if (field.inProfile() || field.access() == Access.INDEX) {
                    image = image.with(field, EXAMPLE_SET.get(field));
                }
            }
            image = image.with(RoceAccl.field("time_base"), 4 << random.nextInt(8))
                    .with(RoceAccl.field("range_size_0"), 1 + random.nextInt(20));
        }
        return image;
    }
}
