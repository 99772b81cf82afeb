// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.bridge.umad.Gid;
import io.roceguard.bridge.umad.Mad;
import io.roceguard.bridge.umad.UmadAddress;
import io.roceguard.bridge.umad.UmadAgent;
import io.roceguard.bridge.umad.UmadDevice;
import io.roceguard.bridge.umad.UmadPort;
import io.roceguard.bridge.umad.UmadReceipt;
import io.roceguard.bridge.umad.UmadRegistration;
import io.roceguard.device.NicException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Datagrams of a vendor class from rxe0 to a program of C on rxe1, between link-local GIDs, which have index 0. */
class UmadInGuest {

    private static final Path SYS = Path.of("/sys");
    private static final Path DEV = Path.of("/dev");
    private static final int VENDOR_CLASS = 0x33;
    private static final int OUI = 0x001405;
    private static final int GET = 1;
    private static final int GET_RESPONSE = 0x81;
    private static final int TRANSACTION = 0x1234abcd;

    /** Where the data of a vendor class begins. */
    private static final int DATA = 40;

    private static Mad request() {
        ByteBuffer bytes = ByteBuffer.allocate(Mad.BYTES);
        bytes.put(0, (byte) 1).put(1, (byte) VENDOR_CLASS).put(2, (byte) 1).put(3, (byte) GET);
        bytes.putLong(8, TRANSACTION);
        // The OUI has 24 bits, behind a reserved byte.
        bytes.putInt(36, OUI);
        for (int i = DATA; i < Mad.BYTES; i++) {
            bytes.put(i, (byte) (3 * i));
        }
        return Mad.of(bytes.array());
    }

    private static byte[] dataOf(Mad mad) {
        byte[] data = new byte[Mad.BYTES - DATA];
        System.arraycopy(mad.toBytes(), DATA, data, 0, data.length);
        return data;
    }

    private static byte[] inverted(byte[] data) {
        byte[] inverted = new byte[data.length];
        for (int i = 0; i < data.length; i++) {
            inverted[i] = (byte) ~data[i];
        }
        return inverted;
    }

    private static UmadAddress rxe1() throws IOException {
        Path gid = Path.of("/sys/class/infiniband/rxe1/ports/1/gids/0");
        return UmadAddress.gsi(Gid.parse(Files.readString(gid).strip()), 0);
    }

    private static UmadPort open(String device) throws NicException {
        return UmadPort.open(UmadDevice.of(SYS, DEV, device, 1));
    }

    /** The program at the other end; it is killed after two minutes, so that reading what it says always ends. */
    private static final class Responder implements AutoCloseable {
        private final Process process;
        private final BufferedReader said;

        Responder() throws Exception {
            String node = UmadDevice.of(SYS, DEV, "rxe1", 1).node().toString();
            process = new ProcessBuilder(
                            Guest.program("umad_responder"), node, String.valueOf(VENDOR_CLASS), String.valueOf(OUI))
                    .redirectErrorStream(true)
                    .start();
            said = process.inputReader(StandardCharsets.UTF_8);
            assertThat(said.readLine()).isEqualTo("ready");
        }

        String nextLine() throws IOException {
            return said.readLine();
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            process.onExit().join();
        }
    }

    @Test
    void aRequestComesBackAsItsResponse() throws Exception {
        try (Responder responder = new Responder();
                UmadPort port = open("rxe0")) {
            UmadAgent agent = port.register(UmadRegistration.client(VENDOR_CLASS, 1, OUI));

            port.send(agent, request(), rxe1(), 2000, 10);
            UmadReceipt receipt = port.receive(Duration.ofMinutes(1));

            assertThat(responder.nextLine()).matches("request 1 [0-9a-f]{8}1234abcd");
            assertThat(receipt).isInstanceOfSatisfying(UmadReceipt.Arrived.class, arrived -> {
                assertThat(arrived.agent()).isEqualTo(agent);
                assertThat(arrived.mad().managementClass()).isEqualTo(VENDOR_CLASS);
                assertThat(arrived.mad().method()).isEqualTo(GET_RESPONSE);
                assertThat((int) arrived.mad().transactionId()).isEqualTo(TRANSACTION);
                assertThat(dataOf(arrived.mad())).isEqualTo(inverted(dataOf(request())));
                assertThat(arrived.from().qpn()).isEqualTo(1);
            });
        }
    }

    @Test
    void aRequestThatIsLostComesBackAsTimedOutAfterItsRetries() throws Exception {
        Guest.losingOnTheWayToRxe1(
                "100%",
                () -> {
                    try (UmadPort port = open("rxe0")) {
                        UmadAgent agent = port.register(UmadRegistration.client(VENDOR_CLASS, 1, OUI));

                        long start = System.nanoTime();
                        port.send(agent, request(), rxe1(), 100, 2);
                        UmadReceipt receipt = port.receive(Duration.ofMinutes(1));

                        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(300_000_000L);
                        assertThat(receipt).isInstanceOfSatisfying(UmadReceipt.SendTimedOut.class, timedOut -> {
                            assertThat(timedOut.agent()).isEqualTo(agent);
                            assertThat(timedOut.transaction()).isEqualTo(TRANSACTION);
                        });
                    }
                });
    }

    @Test
    void aClassThatAnotherProgramAnswersIsBusy() throws Exception {
        try (Responder responder = new Responder();
                UmadPort port = open("rxe1")) {
            assertThatThrownBy(() -> port.register(new UmadRegistration(1, VENDOR_CLASS, 1, OUI, Set.of(GET))))
                    .isInstanceOf(NicException.Busy.class)
                    .hasMessageContaining("rxe1");
            assertThat(responder.process.isAlive()).isTrue();
        }
    }
}
