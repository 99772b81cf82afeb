// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.roceguard.device.CommandStatus;
import io.roceguard.device.NicException;
import io.roceguard.register.RegisterImage;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FwctlRegisterTest extends OnFwctlDouble {

    /** The document's SET: profile 1, base 4 us, one range, and adaptive retransmission on. */
    private static final RegisterImage PROFILE_1 =
            image(0x10000001, 0x10000001, 0, 0, 0x90400004, 0x00000002, 0x04010002);

    private FwctlRegister register;

    @BeforeEach
    void open() {
        register = new FwctlRegister(device);
    }

    @Test
    void isReachedThroughItsNode() {
        assertThat(register.accessPath()).isEqualTo("fwctl0");
        assertThat(register.accessReason()).isEmpty();
        assertThat(FwctlDouble.opens()).isZero();
    }

    @Test
    void getReadsTheActiveProfileInScope1() throws NicException {
        assertThat(register.get(0)).isEqualTo(image(DEFAULTS));

        assertThat(lastRequest()).isEqualTo("08050000000000010000402c00000000" + "00".repeat(64));
        assertThat(FwctlDouble.lastRoom()).isEqualTo(80);
        assertThat(FwctlDouble.commandsInScope(0)).isZero();
        assertThat(FwctlDouble.commandsInScope(1)).isEqualTo(1);
    }

    @Test
    void getReadsAProfileByItsId() throws NicException {
        FwctlDouble.setProfileWord(4, 0x90400004);

        RegisterImage profile = register.get(1);

        assertThat(profile.get("adp_retx_profile_id")).isEqualTo(1);
        assertThat(profile.get("time_base")).isEqualTo(4);
        assertThat(lastRequest()).isEqualTo("08050000000000010000402c00000000" + "0000000010000000" + "00".repeat(56));
    }

    @Test
    void setSendsExactlyItsWordsInScope0() throws NicException {
        register.set(PROFILE_1);

        assertThat(lastRequest())
                .isEqualTo("08050000000000000000402c00000000"
                        + "10000001" + "10000001" + "00000000" + "00000000" + "90400004" + "00000002" + "04010002"
                        + "00".repeat(36));
        assertThat(FwctlDouble.commandsInScope(0)).isEqualTo(1);
        assertThat(FwctlDouble.commandsInScope(1)).isZero();
        assertThat(register.get(0))
                .isEqualTo(image(0x1800065f, 0x10000005, 0x41000fa0, 0, 0x90400004, 0x00000002, 0x04010002));
    }

    @Test
    void takesTheLongRegisterWhereTheShortOneIsRefusedAndRemembersIt() throws NicException {
        FwctlDouble.setRegisterBytes(0x80);

        assertThat(register.get(0)).isEqualTo(image(DEFAULTS).resized(32));
        assertThat(FwctlDouble.rpcs()).isEqualTo(2);
        assertThat(FwctlDouble.lastRequest()).hasSize(144);
        assertThat(FwctlDouble.lastRoom()).isEqualTo(144);

        register.set(PROFILE_1);
        assertThat(FwctlDouble.rpcs()).isEqualTo(3);
        assertThat(lastRequest()).endsWith("04010002" + "00".repeat(36 + 64)).hasSize(2 * 144);
        assertThat(FwctlDouble.word(6)).isEqualTo(0x04010002);
    }

    @Test
    void forgetsTheLengthWhenTheDeviceIsOpenedAnew() throws NicException {
        FwctlDouble.setRegisterBytes(0x80);
        register.get(0);
        FwctlDouble.remove();
        FwctlDouble.setRegisterBytes(0x40);
        assertThatThrownBy(() -> register.get(0)).isInstanceOf(NicException.Unreachable.class);

        int before = FwctlDouble.rpcs();
        assertThat(register.get(0)).isEqualTo(image(DEFAULTS));
        assertThat(FwctlDouble.rpcs() - before).isEqualTo(1);
    }

    @Test
    void findsTheOtherLengthAgainWhenTheFirmwareChangesUnderAnOpenDevice() throws NicException {
        FwctlDouble.setRegisterBytes(0x80);
        register.get(0);
        FwctlDouble.setRegisterBytes(0x40);

        assertThat(register.get(0)).isEqualTo(image(DEFAULTS));
    }

    @Test
    void aLongImageIsCutOnlyWhereNothingIsLost() throws NicException {
        register.set(PROFILE_1.resized(32));
        assertThat(FwctlDouble.lastRequest()).hasSize(80);

        int[] words = new int[32];
        words[20] = 1;
        assertThatThrownBy(() -> register.set(RegisterImage.ofWords(words)))
                .isInstanceOf(NicException.Refused.class)
                .hasMessageContaining("BAD_INP_LEN");
        assertThat(FwctlDouble.lastRequest()).hasSize(144);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x50, 0x51})
    void triesEachLengthOnceWhereBothAreRefused(int status) {
        FwctlDouble.refuse(status, 0x1234, 100);

        assertThatThrownBy(() -> register.get(0))
                .asInstanceOf(type(NicException.Refused.class))
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(status))
                .satisfies(refused -> assertThat(refused.syndrome()).isEqualTo(0x1234))
                .extracting(Throwable::getMessage)
                .asString()
                .contains(CommandStatus.nameOf(status), "neither 0x40 nor 0x80");
        assertThat(FwctlDouble.rpcs()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "0x1,  INTERNAL,       Refused,      support",
        "0x2,  BAD_OP,         NotSupported, ConnectX-5",
        "0x3,  BAD_PARAM,      Refused,      adp_retx_profile_max_id",
        "0x4,  BAD_SYS_STATE,  Refused,      xx.46.1006",
        "0x5,  BAD_RES,        Refused,      support",
        "0x6,  BUSY,           Busy,         later",
        "0x7,  FW_NOT_READY,   Unreachable,  started",
        "0x8,  LIM,            Refused,      support",
        "0x9,  BAD_RES_STATE,  Refused,      xx.46.1006",
        "0xa,  IX,             Refused,      adp_retx_profile_max_id",
        "0xf,  NO_RES,         Busy,         later",
        "0x10, BAD_QP_STATE,   Refused,      xx.46.1006",
        "0x30, BAD_PKT,        Refused,      support",
        "0x40, BAD_SIZE_OUTS_CQES, Refused,  support",
        "0xee, unknown status, Refused,      support"
    })
    void namesTheStatusOfARefusedSet(String status, String name, String kind, String remedy) {
        FwctlDouble.refuse(Integer.decode(status), 0x00c0ffee, 1);

        assertThatThrownBy(() -> register.set(PROFILE_1))
                .isInstanceOf(NicException.class)
                .hasMessageStartingWith("SET ROCE_ACCL on mlx5_0 failed: the firmware ")
                .hasMessageContaining(name + " (status " + status + ", syndrome 0xc0ffee). ")
                .hasMessageContaining(remedy)
                .hasMessageEndingWith(".")
                .extracting(failed -> failed.getClass().getSimpleName())
                .isEqualTo(kind);
        assertThat(FwctlDouble.rpcs()).isEqualTo(1);
    }

    @Test
    void aProfileThatTheDeviceDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> register.get(2))
                .isInstanceOf(NicException.Refused.class)
                .hasMessageStartingWith(
                        "GET ROCE_ACCL on mlx5_0 failed: the firmware refused with BAD_PARAM (status 0x3")
                .hasMessageContaining("no profile of that id");
    }

    @ParameterizedTest
    @ValueSource(ints = {0x2, 0x3, 0xee})
    void aRefusalSaysWhenTheProcessHasNoToolsRights(int status) {
        FwctlDouble.identify(1, 0x2, 8);
        FwctlDouble.refuse(status, 0, 1);

        assertThatThrownBy(() -> register.get(0))
                .isInstanceOf(NicException.Refused.class)
                .hasMessageContaining("uctx_caps 0x2 without TOOLS_RESOURCES 0x4");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8, 16, 79})
    void aShortReplyIsAnErrorAndNoValue(int bytes) {
        FwctlDouble.cutReplies(bytes);

        assertThatThrownBy(() -> register.get(0))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageStartingWith("GET ROCE_ACCL on mlx5_0 failed: the reply has " + bytes + " of 80 bytes. ");
        assertThatThrownBy(() -> register.set(PROFILE_1))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageEndingWith("Whether the change took effect is unknown: read the register again.");
    }

    @Test
    void aRefusalIsReadFromAShortReplyToo() {
        FwctlDouble.refuse(0x3, 7, 1);
        FwctlDouble.cutReplies(8);

        assertThatThrownBy(() -> register.get(0))
                .isInstanceOf(NicException.Refused.class)
                .hasMessageContaining("BAD_PARAM (status 0x3, syndrome 0x7)");
    }

    private static RegisterImage image(int... words) {
        return RegisterImage.ofWords(Arrays.copyOf(words, RegisterImage.SHORT_DWORDS));
    }

    private static String lastRequest() {
        return HexFormat.of().formatHex(FwctlDouble.lastRequest());
    }
}
