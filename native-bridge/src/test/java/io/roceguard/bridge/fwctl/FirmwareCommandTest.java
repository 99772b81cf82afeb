// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.device.QueuePairTiming;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FirmwareCommandTest {

    @Test
    void aGetOfTheActiveProfileIsAnAccessRegOfZeros() {
        FirmwareCommand get = AccessRegister.get(0, 16);

        assertThat(get.scope()).isEqualTo(Scope.DEBUG_READ_ONLY);
        assertThat(get.replyLength()).isEqualTo(80);
        assertThat(hex(get)).isEqualTo("08050000" + "00000001" + "0000402c" + "00000000" + "00".repeat(64));
    }

    @Test
    void aGetOfAProfileNamesItInTheData() {
        assertThat(hex(AccessRegister.get(1, 16)))
                .isEqualTo(
                        "08050000" + "00000001" + "0000402c" + "00000000" + "00000000" + "10000000" + "00".repeat(56));
        assertThat(hex(AccessRegister.get(7, 32)))
                .isEqualTo(
                        "08050000" + "00000001" + "0000402c" + "00000000" + "00000000" + "70000000" + "00".repeat(120));
        assertThatThrownBy(() -> AccessRegister.get(8, 16)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSetSendsItsWordsInTheScopeThatConfigures() {
        FirmwareCommand set =
                AccessRegister.set(RegisterImage.zero().with(RoceAccl.field("roce_adp_retrans_field_select"), 1));

        assertThat(set.scope()).isEqualTo(Scope.CONFIGURATION);
        assertThat(set.replyLength()).isEqualTo(80);
        assertThat(hex(set))
                .isEqualTo("08050000" + "00000000" + "0000402c" + "00000000" + "00000001" + "00".repeat(60));
    }

    @Test
    void queryQpNamesTheQueuePairIn24Bits() {
        FirmwareCommand query = QueryQp.command(0xabcdef);

        assertThat(query.scope()).isEqualTo(Scope.DEBUG_READ_ONLY);
        assertThat(query.replyLength()).isEqualTo(0x110);
        assertThat(hex(query)).isEqualTo("050b0000" + "00000000" + "00abcdef" + "00000000");
        assertThatThrownBy(() -> QueryQp.command(0x1000000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> QueryQp.command(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aReplyBeginsWithStatusAndSyndrome() {
        FirmwareReply reply = new FirmwareReply(HexFormat.of().parseHex("f0ffffff" + "89abcdef"));

        assertThat(reply.status()).isEqualTo(0xf0);
        assertThat(reply.syndrome()).isEqualTo(0x89abcdef);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void readsBackWhatStandsInTheReply(long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[0x110];
        random.nextBytes(bytes);
        int number = random.nextInt(1 << 24);
        QueuePairTiming timing = new QueuePairTiming(
                number,
                random.nextInt(1 << 24),
                random.nextInt(32),
                random.nextInt(8),
                random.nextInt(8),
                random.nextInt(8));
        put(bytes, 0x2c, 0, 24, timing.remoteNumber());
        put(bytes, 0x38, 27, 5, timing.ackTimeout());
        put(bytes, 0x88, 16, 3, timing.retryCount());
        put(bytes, 0x88, 13, 3, timing.rnrRetry());
        put(bytes, 0x88, 5, 3, timing.retriesLeft());

        assertThat(QueryQp.timing(number, new FirmwareReply(bytes)))
                .as("seed %d", seed)
                .isEqualTo(timing);
        assertThat(AccessRegister.image(new FirmwareReply(Arrays.copyOf(bytes, 80)))
                        .toBytes())
                .as("seed %d", seed)
                .isEqualTo(Arrays.copyOfRange(bytes, 16, 80));
    }

    private static void put(byte[] bytes, int offset, int lsb, int width, int value) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int mask = ((1 << width) - 1) << lsb;
        buffer.putInt(offset, (buffer.getInt(offset) & ~mask) | (value << lsb));
    }

    private static String hex(FirmwareCommand command) {
        return HexFormat.of().formatHex(command.request().array());
    }
}
