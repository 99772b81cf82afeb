// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.UsedHeap;
import io.roceguard.device.NicException;
import io.roceguard.register.RegisterImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FwctlDeviceTest extends OnFwctlDouble {

    private static final String UNKNOWN_EFFECT = "Whether the change took effect is unknown: read the register again.";
    private static final RegisterImage CHANGE = RegisterImage.ofWords(1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    private FwctlRegister register;

    @BeforeEach
    void open() {
        register = new FwctlRegister(device);
    }

    @Test
    void opensOnceAndTellsWhatTheFirmwareGave() throws NicException {
        assertThat(FwctlDouble.opens()).isZero();
        assertThat(device.info()).isEqualTo(new FwctlInfo(0x0a0b, 0x4));
        assertThat(device.info().toolsResources()).isTrue();
        assertThat(new FwctlInfo(1, 0xb).toolsResources()).isFalse();
        assertThat(FwctlDouble.opens()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "1,   Denied,      'EPERM on opening /dev/fwctl/fwctl0'",
        "13,  Denied,      'EACCES on opening /dev/fwctl/fwctl0'",
        "2,   Unreachable, 'ENOENT on opening /dev/fwctl/fwctl0'",
        "19,  Unreachable, 'ENODEV on opening /dev/fwctl/fwctl0'",
        "6,   Unreachable, 'ENXIO, the device is down or resetting'",
        "110, Timeout,     'ETIMEDOUT, the firmware did not answer the kernel within its 60 s'",
        "24,  Busy,        'EMFILE on opening /dev/fwctl/fwctl0'",
        "12,  Busy,        'ENOMEM on opening /dev/fwctl/fwctl0'",
        "5,   Unreachable, 'EIO on opening /dev/fwctl/fwctl0'",
        "4242, Unreachable, 'errno 4242 on opening /dev/fwctl/fwctl0'"
    })
    void namesWhyItCannotBeOpenedAndTriesAgain(int errno, String kind, String cameBack) throws NicException {
        FwctlDouble.fail(FwctlDouble.OPEN, errno, 1);

        assertFails(() -> register.get(0), kind, "GET ROCE_ACCL", cameBack);
        assertThat(register.get(0).word(0)).isEqualTo(DEFAULTS[0]);
    }

    @Test
    void tellsHowTheNodeIsOpenedToOthersThanRoot() {
        FwctlDouble.fail(FwctlDouble.OPEN, Errno.EACCES, 1);

        assertThatThrownBy(() -> device.info())
                .isInstanceOf(NicException.Denied.class)
                .hasMessageContaining("SUBSYSTEM==\"fwctl\", GROUP=\"roceguard\", MODE=\"0660\"");
    }

    @ParameterizedTest
    @CsvSource({
        "1,   Denied,       'EPERM from FWCTL_RPC on /dev/fwctl/fwctl0'",
        "13,  Denied,       'EACCES from FWCTL_RPC on /dev/fwctl/fwctl0'",
        "6,   Unreachable,  'ENXIO, the device is down or resetting'",
        "110, Timeout,      'ETIMEDOUT, the firmware did not answer the kernel within its 60 s'",
        "5,   Unreachable,  'EIO from FWCTL_RPC on /dev/fwctl/fwctl0'",
        "11,  Busy,         'EAGAIN from FWCTL_RPC on /dev/fwctl/fwctl0'",
        "12,  Busy,         'ENOMEM from FWCTL_RPC on /dev/fwctl/fwctl0'",
        "22,  Denied, 'EINVAL from FWCTL_RPC on /dev/fwctl/fwctl0: this program and the kernel disagree about the interface'",
        "7,   Denied, 'E2BIG from FWCTL_RPC on /dev/fwctl/fwctl0: this program and the kernel disagree about the interface'",
        "14,  Denied, 'EFAULT from FWCTL_RPC on /dev/fwctl/fwctl0: this program and the kernel disagree about the interface'",
        "25,  Denied, 'ENOTTY from FWCTL_RPC on /dev/fwctl/fwctl0: this program and the kernel disagree about the interface'",
        "90,  Denied, 'EMSGSIZE from FWCTL_RPC on /dev/fwctl/fwctl0: this program and the kernel disagree about the interface'",
        "95,  Denied, 'EOPNOTSUPP from FWCTL_RPC on /dev/fwctl/fwctl0: this program and the kernel disagree about the interface'",
        "4242, Unreachable, 'errno 4242 from FWCTL_RPC on /dev/fwctl/fwctl0'"
    })
    void namesWhyTheKernelPassedNothingOn(int errno, String kind, String cameBack) throws NicException {
        FwctlDouble.fail(FwctlDouble.RPC, errno, 2);

        assertFails(() -> register.get(0), kind, "GET ROCE_ACCL", cameBack);
        assertFails(() -> register.set(CHANGE), kind, "SET ROCE_ACCL", cameBack);
        assertThat(register.get(0).word(0)).isEqualTo(DEFAULTS[0]);
        assertThat(FwctlDouble.opens()).isEqualTo(1);
    }

    @Test
    void aCommandThatTheKernelFiltersIsDenied() {
        FwctlDouble.fail(FwctlDouble.RPC, Errno.EBADMSG, 2);

        assertFails(
                () -> register.get(0),
                "Denied",
                "GET ROCE_ACCL",
                "EBADMSG, the kernel does not pass this command to the firmware in scope 1 (DEBUG_READ_ONLY)");
        assertFails(
                () -> register.set(CHANGE),
                "Denied",
                "SET ROCE_ACCL",
                "EBADMSG, the kernel does not pass this command to the firmware in scope 0 (CONFIGURATION)");
    }

    @Test
    void theKernelFiltersAReadInTheScopeThatConfigures() {
        FirmwareCommand get = AccessRegister.get(0, 16);
        FirmwareCommand wrong = new FirmwareCommand("GET", Scope.CONFIGURATION, get.request(), get.replyLength());

        assertThatThrownBy(() -> device.execute(wrong)).hasMessageContaining("EBADMSG");
    }

    @ParameterizedTest
    @ValueSource(ints = {Errno.EIO, Errno.ENXIO, Errno.EAGAIN, Errno.ETIMEDOUT, Errno.EINTR, 4242})
    void saysAfterASetThatItsEffectIsUnknown(int errno) {
        FwctlDouble.fail(FwctlDouble.RPC, errno, 2);

        assertThatThrownBy(() -> register.set(CHANGE)).hasMessageEndingWith(UNKNOWN_EFFECT);
        FwctlDouble.fail(FwctlDouble.RPC, errno, 100);
        assertThatThrownBy(() -> register.get(0))
                .isInstanceOf(NicException.class)
                .satisfies(failed -> assertThat(failed.getMessage()).doesNotContain("effect"));
    }

    @Test
    void aReadIsRepeatedWhenASignalInterruptsIt() throws NicException {
        FwctlDouble.fail(FwctlDouble.OPEN, Errno.EINTR, 2);
        FwctlDouble.fail(FwctlDouble.INFO, Errno.EINTR, 2);
        FwctlDouble.fail(FwctlDouble.RPC, Errno.EINTR, 2);

        assertThat(register.get(0).word(0)).isEqualTo(DEFAULTS[0]);
        assertThat(FwctlDouble.rpcs()).isEqualTo(3);
    }

    @Test
    void aReadThatSignalsInterruptForEverIsGivenUp() {
        FwctlDouble.fail(FwctlDouble.RPC, Errno.EINTR, 1000);

        assertFails(() -> register.get(0), "Busy", "GET ROCE_ACCL", "signals interrupted FWCTL_RPC again and again");
        assertThat(FwctlDouble.rpcs()).isEqualTo(8);
    }

    @Test
    void aSetIsNeverRepeatedWhenASignalInterruptsIt() {
        FwctlDouble.fail(FwctlDouble.RPC, Errno.EINTR, 1);

        assertFails(() -> register.set(CHANGE), "Timeout", "SET ROCE_ACCL", "EINTR, a signal ended FWCTL_RPC early");
        assertThat(FwctlDouble.rpcs()).isEqualTo(1);
    }

    @Test
    void aRemovedDeviceIsClosedAndOpenedAgainByTheNextCall() throws NicException {
        register.get(0);
        FwctlDouble.remove();

        assertFails(
                () -> register.get(0), "Unreachable", "GET ROCE_ACCL", "ENODEV, /dev/fwctl/fwctl0 has been removed");
        assertThat(FwctlDouble.closes()).isEqualTo(1);

        assertThat(register.get(0).word(0)).isEqualTo(DEFAULTS[0]);
        assertThat(FwctlDouble.opens()).isEqualTo(2);
    }

    @Test
    void aDeviceRemovedUnderACallIsOpenedAgainToo() throws Exception {
        FwctlDouble.block();
        CompletableFuture<Void> set = inAnotherThread(() -> register.set(CHANGE));
        FwctlDouble.awaitBlocked();
        FwctlDouble.remove();
        FwctlDouble.release();

        assertThat(failureOf(set))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("ENODEV")
                .hasMessageEndingWith(UNKNOWN_EFFECT);
        assertThat(register.get(0).word(0)).isEqualTo(DEFAULTS[0]);
    }

    @Test
    void aFirmwareThatStaysSilentEndsTheCallWithATimeout() throws Exception {
        FwctlDouble.fail(FwctlDouble.RPC, Errno.ETIMEDOUT, 1);
        FwctlDouble.block();
        CompletableFuture<Void> get = inAnotherThread(() -> register.get(0));
        FwctlDouble.awaitBlocked();
        assertThat(get).isNotDone();
        FwctlDouble.release();

        assertThat(failureOf(get))
                .isInstanceOf(NicException.Timeout.class)
                .hasMessageContaining("ETIMEDOUT, the firmware did not answer the kernel within its 60 s");
        assertThat(register.get(0).word(0)).isEqualTo(DEFAULTS[0]);
        assertThat(FwctlDouble.opens()).isEqualTo(1);
    }

    @Test
    void aResetIsOneStateWithOneText() {
        FwctlDouble.fail(FwctlDouble.RPC, Errno.ENXIO, 1000);
        String first = catchThrowableOfType(NicException.Unreachable.class, () -> register.get(0))
                .getMessage();

        assertThat(first).contains("ENXIO, the device is down or resetting. ");
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> register.get(0)).hasMessage(first);
        }
        assertThat(FwctlDouble.opens()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0, type 0", "2, CXL", "3, BNXT", "4, PDS", "9, type 9", "-1, type 4294967295"})
    void aDeviceOfAnotherTypeIsNamedAndLeftAlone(int type, String name) {
        FwctlDouble.identify(type, 4, 8);

        assertFails(
                () -> register.get(0),
                "NotSupported",
                "GET ROCE_ACCL",
                "/dev/fwctl/fwctl0 is a device of type " + name + " and not MLX5");
        assertThat(FwctlDouble.rpcs()).isZero();
        assertThat(FwctlDouble.closes()).isEqualTo(1);
    }

    @Test
    void anInfoWithoutCapabilitiesIsNotTakenForNone() {
        FwctlDouble.identify(1, 4, 4);

        assertFails(
                () -> register.get(0),
                "NotSupported",
                "GET ROCE_ACCL",
                "FWCTL_INFO on /dev/fwctl/fwctl0 does not tell the capabilities of this process");
        assertThat(FwctlDouble.rpcs()).isZero();
    }

    @Test
    void acceptsTheLongerInfoOfANewerKernel() throws NicException {
        FwctlDouble.identify(1, 4, 16);

        assertThat(device.info()).isEqualTo(new FwctlInfo(0x0a0b, 4));
    }

    @ParameterizedTest
    @CsvSource({
        "19, Unreachable,  'ENODEV, /dev/fwctl/fwctl0 has been removed'",
        "22, Denied, 'EINVAL from FWCTL_INFO on /dev/fwctl/fwctl0: this program and the kernel disagree about the interface'",
        "25, Denied, 'ENOTTY from FWCTL_INFO on /dev/fwctl/fwctl0: this program and the kernel disagree about the interface'",
        "12, Busy,         'ENOMEM from FWCTL_INFO on /dev/fwctl/fwctl0'"
    })
    void namesWhyTheKernelTellsNothingAboutIt(int errno, String kind, String cameBack) throws NicException {
        FwctlDouble.fail(FwctlDouble.INFO, errno, 1);

        assertFails(() -> device.info(), kind, "FWCTL_INFO", cameBack);
        assertThat(FwctlDouble.closes()).isEqualTo(1);
        assertThat(device.info().uid()).isEqualTo(0x0a0b);
    }

    @Test
    void sendsNothingToTheFunctionThatInheritedItsName() throws Exception {
        register.get(0);
        FwctlDouble.remove();
        linkTo("0000:3b:00.0");
        assertThatThrownBy(() -> register.set(CHANGE)).hasMessageContaining("ENODEV");
        int before = FwctlDouble.rpcs();

        assertFails(
                () -> register.set(CHANGE),
                "Unreachable",
                "SET ROCE_ACCL",
                "fwctl0 does not belong to function 0000:1a:00.0 any more");
        assertThat(FwctlDouble.rpcs()).isEqualTo(before);

        linkTo(FUNCTION);
        assertThat(register.get(0).word(0)).isEqualTo(DEFAULTS[0]);
    }

    @Test
    void opensNothingOnceItIsClosed() {
        device.close();
        device.close();

        assertFails(() -> register.get(0), "Unreachable", "GET ROCE_ACCL", "/dev/fwctl/fwctl0 has been closed");
        assertThat(FwctlDouble.opens()).isZero();
    }

    @Test
    void leaksNoDescriptorOver10000Removals() throws Exception {
        register.get(0);
        long before = descriptors();
        for (int i = 0; i < 10_000; i++) {
            FwctlDouble.remove();
            assertThatThrownBy(() -> register.get(0)).isInstanceOf(NicException.Unreachable.class);
            if (i % 2 == 0) {
                FwctlDouble.fail(FwctlDouble.INFO, Errno.ENODEV, 1);
                assertThatThrownBy(() -> device.info()).isInstanceOf(NicException.Unreachable.class);
            }
            register.get(0);
        }

        assertThat(FwctlDouble.opens()).isEqualTo(15_001);
        assertThat(FwctlDouble.closes()).isEqualTo(15_000);
        assertThat(descriptors()).isCloseTo(before, within(8L));
    }

    @Test
    void descriptorsAndHeapAreFlatOverAHundredThousandReadings() throws Exception {
        read(2_000);
        long descriptors = descriptors();
        long heap = UsedHeap.bytes();

        read(100_000);

        assertThat(FwctlDouble.opens()).isEqualTo(1);
        assertThat(descriptors()).isCloseTo(descriptors, within(8L));
        // Less than 11 bytes a reading: no object is left behind by each.
        assertThat(UsedHeap.bytesOnceBelow(heap + (1 << 20))).isLessThan(heap + (1 << 20));
    }

    private void read(int times) throws NicException {
        for (int i = 0; i < times; i++) {
            assertThat(register.get(0).word(0)).isEqualTo(DEFAULTS[0]);
        }
    }

    private interface Step {
        void run() throws NicException;
    }

    private static void assertFails(Step step, String kind, String operation, String cameBack) {
        assertThatThrownBy(step::run)
                .isInstanceOf(NicException.class)
                .hasMessageStartingWith(operation + " on mlx5_0 failed: " + cameBack + ". ")
                .hasMessageEndingWith(".")
                .satisfies(failed -> assertThat(failed.getMessage()).isASCII())
                .extracting(failed -> failed.getClass().getSimpleName())
                .isEqualTo(kind);
    }

    private static CompletableFuture<Void> inAnotherThread(Step step) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                step.run();
                ended.complete(null);
            } catch (NicException failed) {
                ended.completeExceptionally(failed);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return ended;
    }

    private static Throwable failureOf(CompletableFuture<Void> ended) {
        return catchThrowableOfType(ExecutionException.class, () -> ended.get(30, TimeUnit.SECONDS))
                .getCause();
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> entries = Files.list(Path.of("/proc/self/fd"))) {
            return entries.count();
        }
    }
}
