// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.register.RegisterImage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChosenRegisterTest {

    private static final RegisterImage BY_FWCTL = RegisterImage.ofWords(1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    private static final RegisterImage BY_MLXREG =
            RegisterImage.ofWords(2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    private final ScriptedWay fwctl = new ScriptedWay("fwctl", BY_FWCTL);
    private final ScriptedWay mlxreg = new ScriptedWay("mlxreg", BY_MLXREG);
    private long nanos;

    private final ChosenRegister register = register("mlx5_core", fwctl, mlxreg);

    private ChosenRegister register(String driver, Way... ways) {
        NicIdentity nic = new NicIdentity("mlx5_0", "0000:1a:00.0", null, driver, null, null, null, false);
        return new ChosenRegister(nic, List.of(ways), () -> nanos);
    }

    private static NicException unreachable(String cameBack) {
        return new NicException.Unreachable("mlx5_0", "GET ROCE_ACCL", cameBack, "Wait.");
    }

    @Test
    void prefersFwctlAndNeedsNoReasonThen() throws Exception {
        assertThat(register.get(1)).isEqualTo(BY_FWCTL);

        assertThat(register.accessPath()).isEqualTo("fwctl");
        assertThat(register.accessReason()).isEmpty();
        assertThat(fwctl.asked).containsExactly("open", "get 1");
        assertThat(mlxreg.asked).isEmpty();
    }

    @Test
    void takesTheNextWayAndSaysWhyTheBetterOneIsClosed() throws Exception {
        fwctl.closedBecause = "no device for 0000:1a:00.0";

        assertThat(register.get(0)).isEqualTo(BY_MLXREG);
        assertThat(register.accessPath()).isEqualTo("mlxreg");
        assertThat(register.accessReason()).isEqualTo("fwctl: no device for 0000:1a:00.0.");
    }

    @Test
    void takesTheNextWayWhereTheFirmwareRefusesThisProcess() throws Exception {
        fwctl.failure = new NicException.Refused("mlx5_0", "GET ROCE_ACCL", 3, "BAD_PARAM", 0x9a6171, "Ask.");

        assertThat(register.get(0)).isEqualTo(BY_MLXREG);
        assertThat(register.accessReason())
                .contains("BAD_PARAM")
                .contains("0x9a6171")
                .endsWith(" Ask.");
        assertThat(fwctl.open).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"resetting", "timeout", "busy"})
    void aNicThatDoesNotAnswerNowIsNotAskedInAnotherWay(String what) {
        fwctl.failure = switch (what) {
            case "timeout" -> new NicException.Timeout("mlx5_0", "GET ROCE_ACCL", "ETIMEDOUT", "Wait.");
            case "busy" -> new NicException.Busy("mlx5_0", "GET ROCE_ACCL", "BUSY", "Wait.");
            default -> unreachable("ENXIO, the device is down or resetting");
        };

        assertThatThrownBy(() -> register.get(0)).isSameAs(fwctl.failure);
        assertThat(mlxreg.asked).isEmpty();
        assertThat(fwctl.open).isZero();
        assertThat(register.accessPath()).isEqualTo("none");
        assertThat(register.accessReason()).isEqualTo("fwctl: " + fwctl.failure.cameBack() + ". Wait.");
    }

    @Test
    void saysThatNothingIsReachedOnceTheWayThatWorkedIsLost() throws Exception {
        register.get(0);
        fwctl.failure = unreachable("ENODEV");
        assertThatThrownBy(() -> register.get(0)).isSameAs(fwctl.failure);
        fwctl.failure = unreachable("ENXIO");
        assertThatThrownBy(() -> register.get(0)).isSameAs(fwctl.failure);

        assertThat(register.accessPath()).isEqualTo("none");
        assertThat(register.accessReason()).isEqualTo("fwctl: ENXIO. Wait.");
    }

    @Test
    void choosesAnewAfterItsWayWasLost() throws Exception {
        register.get(0);
        fwctl.failure = unreachable("ENODEV");
        assertThatThrownBy(() -> register.get(0)).isSameAs(fwctl.failure);
        assertThat(fwctl.open).isZero();

        fwctl.failure = null;
        fwctl.asked.clear();
        assertThat(register.get(0)).isEqualTo(BY_FWCTL);
        assertThat(fwctl.asked).containsExactly("open", "get 0");
    }

    @Test
    void keepsItsWayWhenTheFirmwareRefusesOneRequest() throws Exception {
        register.get(0);
        fwctl.failure = new NicException.Refused("mlx5_0", "SET ROCE_ACCL", 3, "BAD_PARAM", 1, "Look.");

        assertThatThrownBy(() -> register.set(BY_FWCTL)).isSameAs(fwctl.failure);
        assertThat(fwctl.open).isEqualTo(1);
        assertThat(mlxreg.asked).isEmpty();
    }

    @Test
    void sendsASetOnceWhateverComesBack() throws Exception {
        register.get(0);
        fwctl.asked.clear();
        fwctl.failure = unreachable("ENODEV");

        assertThatThrownBy(() -> register.set(BY_FWCTL)).isSameAs(fwctl.failure);
        assertThat(fwctl.asked).containsExactly("set", "close");
        assertThat(mlxreg.asked).isEmpty();
    }

    @Test
    void readsBeforeItSetsByAWayThatWasNotUsedYet() throws Exception {
        register.set(BY_FWCTL);

        assertThat(fwctl.asked).containsExactly("open", "get 0", "set");
    }

    @Test
    void goesOverToABetterWayOnceItHasOpened() throws Exception {
        fwctl.closedBecause = "no device";
        register.get(0);
        fwctl.closedBecause = null;
        assertThat(register.get(0)).isEqualTo(BY_MLXREG);

        nanos += ChosenRegister.LOOK_AGAIN.toNanos();
        assertThat(register.get(0)).isEqualTo(BY_FWCTL);
        assertThat(mlxreg.open).isZero();
        assertThat(register.accessReason()).isEmpty();
    }

    @Test
    void keepsTheWayThatWorksUntilABetterOneAnswers() throws Exception {
        fwctl.failure = new NicException.Refused("mlx5_0", "GET ROCE_ACCL", 3, "BAD_PARAM", 1, "Ask.");
        register.get(0);
        mlxreg.asked.clear();

        nanos += ChosenRegister.LOOK_AGAIN.toNanos();
        assertThat(register.get(0)).isEqualTo(BY_MLXREG);
        assertThat(mlxreg.asked).containsExactly("get 0");
        assertThat(fwctl.open).isZero();
        assertThat(register.accessPath()).isEqualTo("mlxreg");
        assertThat(register.accessReason()).contains("BAD_PARAM");
    }

    @Test
    void aBetterWayThatOpensAndFailsIsTriedLessAndLessOften() throws Exception {
        fwctl.failure = new NicException.Refused("mlx5_0", "GET ROCE_ACCL", 3, "BAD_PARAM", 1, "Ask.");
        register.get(0);
        fwctl.asked.clear();

        for (int minute = 0; minute < 24 * 60; minute++) {
            nanos += ChosenRegister.LOOK_AGAIN.toNanos();
            register.get(0);
        }

        assertThat(fwctl.asked.stream().filter("open"::equals)).hasSizeBetween(24, 40);
        assertThat(fwctl.open).isZero();
    }

    @Test
    void saysWhyEachWayIsClosedWhenNoneWorks() {
        fwctl.closedBecause = "no device";
        mlxreg.closedBecause = "not installed";

        assertThatThrownBy(() -> register.get(0))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessage("GET ROCE_ACCL on mlx5_0 failed: no way to it works. "
                        + "fwctl: no device. mlxreg: not installed. One of them must be made to work.");
        assertThat(register.accessPath()).isEqualTo("none");
        assertThat(register.accessReason()).isEqualTo("fwctl: no device. mlxreg: not installed.");
    }

    @Test
    void believesTheFirmwareThatSaysThereIsNoSuchRegister() {
        fwctl.failure = new NicException.NotSupported("mlx5_0", "GET ROCE_ACCL", "BAD_OP", "Update.");
        mlxreg.closedBecause = "not installed";

        assertThatThrownBy(() -> register.get(0))
                .isInstanceOf(NicException.NotSupported.class)
                .hasMessageContaining("BAD_OP")
                .hasMessageContaining("not installed");
    }

    @Test
    void anotherVendorsNicHasNoSuchRegister() {
        ChosenRegister none = register("bnxt_en");

        assertThatThrownBy(() -> none.get(0))
                .isInstanceOf(NicException.NotSupported.class)
                .hasMessageContaining("driven by bnxt_en");
    }

    @Test
    void saysThatTheConfigurationAllowsNoWay() {
        ChosenRegister none = register("mlx5_core");

        assertThatThrownBy(() -> none.get(0))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("nics.register_access");
    }

    @Test
    void asksForTheTimingOfAQueuePairByTheWayThatIsOpen() throws Exception {
        assertThat(register.timing(18).ackTimeout()).isEqualTo(14);

        assertThat(fwctl.asked).containsExactly("open", "get 0", "timing 18");
    }

    @Test
    void closesWhatItOpened() throws Exception {
        register.get(0);
        register.close();

        assertThat(fwctl.open).isZero();
    }
}
