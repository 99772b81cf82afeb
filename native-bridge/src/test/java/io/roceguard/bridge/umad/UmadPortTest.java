// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.bridge.libc.Descriptor;
import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.device.NicException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A FIFO in the place of the node: what is written can be read, so each side shows what the other one does. */
class UmadPortTest {

    private static final UmadAgent AGENT = new UmadAgent(3);
    private static final UmadAddress TO = UmadAddress.gsi(new Gid(0xfe80_0000_0000_0000L, 0x0e42_a1ff_fe65_1b2aL), 1);

    @TempDir
    Path directory;

    private UmadDevice device;
    private Descriptor node;
    private UmadPort port;

    @BeforeEach
    void open() throws Exception {
        Path fifo = directory.resolve("umad0");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        device = new UmadDevice(fifo, "rxe0", 1);
        node = Descriptor.open(fifo.toString(), Descriptor.O_RDWR);
        port = new UmadPort(device, node);
    }

    @AfterEach
    void close() {
        port.close();
    }

    private static Mad mad() {
        byte[] bytes = new byte[Mad.BYTES];
        bytes[0] = 1;
        bytes[1] = 0x32;
        bytes[2] = 1;
        bytes[3] = (byte) 0x81;
        ByteBuffer.wrap(bytes)
                .putLong(8, 0x1234_5678_0000_1000L)
                .putShort(16, (short) 0xff01)
                .putInt(20, 7);
        bytes[Mad.BYTES - 1] = 0x55;
        return Mad.of(bytes);
    }

    private void arrives(UmadHeader header, byte[] mad, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(UmadHeader.BYTES + length);
        header.encode(buffer, length);
        buffer.position(UmadHeader.BYTES);
        buffer.put(mad, 0, length).flip();
        node.write(buffer);
    }

    @Test
    void sendsAHeaderAndAMadInOneWrite() throws Exception {
        port.send(AGENT, mad(), TO, 500, 3);

        ByteBuffer written = ByteBuffer.allocateDirect(4096);
        assertThat(node.read(written)).isEqualTo(UmadHeader.BYTES + Mad.BYTES);
        assertThat(UmadHeader.decode(written)).isEqualTo(new UmadHeader(3, 0, 500, 3, TO));
        byte[] sent = new byte[Mad.BYTES];
        written.get(UmadHeader.BYTES, sent);
        assertThat(sent).isEqualTo(mad().toBytes());
    }

    @Test
    void receivesAMadWithItsSource() throws Exception {
        port.send(AGENT, mad(), TO, 0, 0);

        assertThat(port.receive(Duration.ofSeconds(10))).isEqualTo(new UmadReceipt.Arrived(AGENT, mad(), TO));
        assertThat(port.receive(Duration.ZERO)).isEqualTo(new UmadReceipt.Nothing());
    }

    @Test
    void receivesTheHeaderOfARequestThatGotNoResponse() throws Exception {
        arrives(new UmadHeader(3, 110, 500, 3, TO), mad().toBytes(), Mad.HEADER_BYTES);

        assertThat(port.receive(Duration.ofSeconds(10))).isEqualTo(new UmadReceipt.SendTimedOut(AGENT, 0x1000, TO));
    }

    @Test
    void receivesARequestThatCameBackWhole() throws Exception {
        arrives(new UmadHeader(3, 110, 500, 3, TO), mad().toBytes(), Mad.BYTES);

        assertThat(port.receive(Duration.ofSeconds(10))).isEqualTo(new UmadReceipt.SendTimedOut(AGENT, 0x1000, TO));
    }

    @Test
    void waitsAsLongAsItIsTold() throws Exception {
        long begin = System.nanoTime();

        assertThat(port.receive(Duration.ofMillis(20))).isInstanceOf(UmadReceipt.Nothing.class);
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(20_000_000);
    }

    @Test
    void dropsWhatIsNoMadAndGoesOn() throws Exception {
        arrives(new UmadHeader(3, 0, 0, 0, TO), mad().toBytes(), 10);
        assertThatThrownBy(() -> port.receive(Duration.ofSeconds(10)))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("74 bytes, less than a header");

        arrives(new UmadHeader(3, 5, 0, 0, TO), mad().toBytes(), Mad.BYTES);
        assertThatThrownBy(() -> port.receive(Duration.ofSeconds(10)))
                .hasMessageContaining("320 bytes with status EIO");

        port.send(AGENT, mad(), TO, 0, 0);
        assertThat(port.receive(Duration.ofSeconds(10))).isInstanceOf(UmadReceipt.Arrived.class);
    }

    @Test
    void understandsTheCommonHeader() {
        Mad mad = mad();

        assertThat(mad.managementClass()).isEqualTo(0x32);
        assertThat(mad.method()).isEqualTo(0x81);
        assertThat(mad.isResponse()).isTrue();
        assertThat(mad.status()).isZero();
        assertThat(mad.transactionId()).isEqualTo(0x1234_5678_0000_1000L);
        assertThat(mad.attributeId()).isEqualTo(0xff01);
        assertThat(mad.attributeModifier()).isEqualTo(7);
        assertThat(mad).hasToString("MAD class 0x32 method 0x81 attribute 0xff01 transaction 0x1234567800001000");
    }

    @Test
    void refusesNegativeTimesAndRetries() {
        assertThatThrownBy(() -> port.send(AGENT, mad(), TO, -1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> port.send(AGENT, mad(), TO, 0, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void saysWhenThereIsNoNode() {
        UmadDevice missing = new UmadDevice(directory.resolve("missing"), "rxe0", 1);

        assertThatThrownBy(() -> UmadPort.open(missing))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessage(
                        "Opening " + missing.node() + " on rxe0 failed: ENOENT, the device is gone. It was removed or"
                                + " its driver is being reloaded; open it again when it is back.");
    }

    @Test
    void saysWhenTheNodeIsNone() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> UmadPort.open(new UmadDevice(file, "rxe0", 1)))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("ENOTTY at " + file);
        assertThatThrownBy(() -> port.register(UmadRegistration.client(0x32, 1, 0x001405)))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageStartingWith("Registering for MADs of class 0x32 on rxe0 failed: ");
        assertThatThrownBy(() -> port.unregister(AGENT)).isInstanceOf(NicException.Unreachable.class);
    }

    @Test
    void afterCloseEveryCallSaysSo() {
        port.close();
        port.close();

        assertThatThrownBy(() -> port.send(AGENT, mad(), TO, 0, 0)).hasMessageContaining("EBADF");
        assertThatThrownBy(() -> port.receive(Duration.ofMillis(1))).hasMessageContaining("EBADF");
    }

    @ParameterizedTest
    @CsvSource({
        "opening, 1, Denied",
        "opening, 13, Denied",
        "opening, 6, Unreachable",
        "opening, 16, Busy",
        "registering, 1, Denied",
        "registering, 22, Busy",
        "registering, 12, Busy",
        "registering, 93, NotSupported",
        "registering, 32, Unreachable",
        "sending, 22, Unreachable",
        "sending, 12, Busy",
        "sending, 32, Unreachable",
        "sending, 13, Denied",
        "receiving, 5, Unreachable",
        "receiving, 19, Unreachable",
        "receiving, 71, Unreachable"
    })
    void aKernelsErrnoIsAnErrorWithARemedy(String call, int errno, String family) {
        UmadFailures failures = new UmadFailures(device);
        ErrnoException failed = new ErrnoException("call", errno);

        NicException error = switch (call) {
            case "opening" -> failures.opening(failed);
            case "registering" -> failures.registering(UmadRegistration.client(0x32, 1, 0x001405), failed);
            case "sending" -> failures.sending(failed);
            default -> failures.receiving(failed);
        };

        assertThat(error.getClass().getSimpleName()).isEqualTo(family);
        assertThat(error).hasMessageMatching("[A-Z][ -~]* on rxe0 failed: " + failed.name() + ".*\\. [A-Z].*\\.");
    }
}
