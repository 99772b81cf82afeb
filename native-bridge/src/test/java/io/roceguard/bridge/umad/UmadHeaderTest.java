// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roceguard.bridge.umad.UmadAddress.Grh;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected bytes were printed by a C program that fills in the structures of {@code rdma/ib_user_mad.h}. */
class UmadHeaderTest {

    private static final Gid GID = Gid.parse("fe80:0000:0000:0000:0e42:a1ff:fe65:1b2a");

    private static final UmadHeader REQUEST = new UmadHeader(
            0x01020304,
            0,
            500,
            3,
            new UmadAddress(0x123456, UmadAddress.GSI_QKEY, 0x1122, 0xbeef, 5, new Grh(GID, 7, 64, 0xa8, 0xabcde)));

    private static final String REQUEST_BYTES = "0403020100000000f401000003000000400100000012345680010000"
            + "beef0500010740a8fe800000000000000e42a1fffe651b2a000abcde2211000000000000";

    private static void requireLittleEndian() {
        assumeTrue(
                ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN,
                "The expected bytes are those of a little-endian host, and this one is not.");
    }

    private static String hex(ByteBuffer buffer, int length) {
        byte[] bytes = new byte[length];
        buffer.get(0, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static UmadHeader decode(String hex) {
        return UmadHeader.decode(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
    }

    @Test
    void encodesEveryFieldInItsByteOrder() {
        requireLittleEndian();
        ByteBuffer buffer = ByteBuffer.allocate(UmadHeader.BYTES + Mad.BYTES);

        REQUEST.encode(buffer, Mad.BYTES);

        assertThat(hex(buffer, UmadHeader.BYTES)).isEqualTo(REQUEST_BYTES);
    }

    @Test
    void decodesWhatItEncodes() {
        requireLittleEndian();

        assertThat(decode(REQUEST_BYTES)).isEqualTo(REQUEST);
    }

    @Test
    void leavesNothingOfWhatWasInTheBufferBefore() {
        ByteBuffer buffer = ByteBuffer.allocate(UmadHeader.BYTES);
        for (int i = 0; i < UmadHeader.BYTES; i++) {
            buffer.put(i, (byte) 0xff);
        }

        new UmadHeader(0, 0, 0, 0, new UmadAddress(0, 0, 0, 0, 0, null)).encode(buffer, -UmadHeader.BYTES);

        assertThat(hex(buffer, UmadHeader.BYTES)).matches("0+");
    }

    @Test
    void decodesARequestThatCameBackWithoutARoute() {
        requireLittleEndian();

        assertThat(decode("020000006e0000000000000000000000000000000000000180010000" + "00".repeat(36)))
                .isEqualTo(new UmadHeader(2, 110, 0, 0, new UmadAddress(1, UmadAddress.GSI_QKEY, 0, 0, 0, null)));
    }

    static LongStream seeds() {
        return LongStream.range(0, 50).map(i -> 0x5eed_0000L + i);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aHeaderComesBackAsItWas(long seed) {
        Random random = new Random(seed);
        Grh grh = random.nextBoolean()
                ? null
                : new Grh(
                        new Gid(random.nextLong(), random.nextLong()),
                        random.nextInt(1 << 8),
                        random.nextInt(1 << 8),
                        random.nextInt(1 << 8),
                        random.nextInt(1 << 20));
        UmadAddress address = new UmadAddress(
                random.nextInt(1 << 24),
                random.nextInt(),
                random.nextInt(1 << 16),
                random.nextInt(1 << 16),
                random.nextInt(1 << 4),
                grh);
        UmadHeader header =
                new UmadHeader(random.nextInt(), random.nextInt(), random.nextInt(), random.nextInt(), address);
        ByteBuffer buffer = ByteBuffer.allocateDirect(UmadHeader.BYTES);

        header.encode(buffer, Mad.BYTES);

        assertThat(UmadHeader.decode(buffer)).isEqualTo(header);
    }

    @Test
    void garbageDecodesToSomethingInRange() {
        assertThat(decode("ff".repeat(UmadHeader.BYTES)).address())
                .isEqualTo(new UmadAddress(
                        0xffffff, -1, 0xffff, 0xffff, 15, new Grh(new Gid(-1, -1), 255, 255, 255, 0xfffff)));
    }

    @Test
    void encodesARegistrationWithItsMethodsAsBits() {
        requireLittleEndian();
        UmadRegistration registration = new UmadRegistration(1, 0x32, 1, 0x001405, Set.of(1, 63, 64, 127));

        assertThat(hex(registration.encode(), UmadRegistration.BYTES))
                .isEqualTo("00000000010000003201000000000000020000000000008001000000000000800514000000000000");
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThatThrownBy(() -> new UmadAddress(1 << 24, 0, 0, 0, 0, null))
                .hasMessage("qpn must be 0..16777215: 16777216");
        assertThatThrownBy(() -> new UmadAddress(1, 0, 0, 0, 16, null)).hasMessage("sl must be 0..15: 16");
        assertThatThrownBy(() -> new Grh(GID, -1, 0, 0, 0)).hasMessage("gidIndex must be 0..255: -1");
        assertThatThrownBy(() -> UmadRegistration.client(0x32, 1, 0)).hasMessage("A vendor class needs an oui: 0");
        assertThatThrownBy(() -> new UmadRegistration(2, 3, 1, 0, Set.of())).hasMessage("qpn must be 0 or 1: 2");
        assertThatThrownBy(() -> new UmadRegistration(1, 3, 1, 0, Set.of(128)))
                .hasMessage("methods must be 0..127: 128");
        assertThatThrownBy(() -> Mad.of(new byte[255])).hasMessage("A MAD has 256 bytes: 255");
    }

    @Test
    void aGidIsWrittenAsSysfsWritesIt() {
        assertThat(GID).isEqualTo(new Gid(0xfe80_0000_0000_0000L, 0x0e42_a1ff_fe65_1b2aL));
        assertThat(GID).hasToString("fe80:0000:0000:0000:0e42:a1ff:fe65:1b2a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "fe80::1", "fe80:0000:0000:0000:0e42:a1ff:fe65:1b2", "fe80:0000:0000:0000:0e42:a1ff:fe65"})
    void refusesAnotherFormOfAGid(String text) {
        assertThatThrownBy(() -> Gid.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
