// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessagesTest {

    @Test
    void walksMessagesAndTheirAttributes() throws Exception {
        Messages messages = new Messages(new Datagram()
                .message(0x1401, Datagram.MULTI, 7)
                .string(2, "mlx5_0")
                .u64(6, -2)
                .message(0x1401, Datagram.MULTI | Messages.DUMP_INTERRUPTED, 8, 99)
                .done(8)
                .received());

        assertThat(messages.next()).isTrue();
        assertThat(messages.type()).isEqualTo(0x1401);
        assertThat(messages.sequence()).isEqualTo(7);
        assertThat(messages.socket()).isEqualTo(Datagram.SOCKET);
        assertThat(messages.has(Messages.DUMP_INTERRUPTED)).isFalse();
        Attributes attributes = messages.attributes();
        assertThat(attributes.next()).isTrue();
        assertThat(attributes.type()).isEqualTo(2);
        assertThat(attributes.string()).isEqualTo("mlx5_0");
        assertThat(attributes.next(6)).isTrue();
        assertThat(attributes.u64()).isEqualTo(-2);
        assertThat(attributes.next()).isFalse();

        assertThat(messages.next()).isTrue();
        assertThat(messages.has(Messages.DUMP_INTERRUPTED)).isTrue();
        assertThat(messages.socket()).isEqualTo(99);
        assertThat(messages.attributes().next()).isFalse();

        assertThat(messages.next()).isTrue();
        assertThat(messages.type()).isEqualTo(Messages.DONE);
        assertThat(messages.errno()).isZero();
        assertThat(messages.next()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 17, 20, 0x7fffffff, 0x80000000, 0xffffffff})
    void refusesALengthThatNoMessageCanHaveHere(int length) {
        Messages messages = new Messages(header(length));

        assertThatThrownBy(messages::next)
                .isInstanceOfSatisfying(
                        MalformedMessage.class,
                        malformed -> assertThat(malformed.offset()).isZero())
                .hasMessage("a message of " + Integer.toUnsignedString(length) + " bytes where 16 are left at byte 0");
    }

    @Test
    void refusesAHeaderThatIsCutOff() throws Exception {
        Messages messages = new Messages(new Datagram().done(1).received().limit(19));
        assertThatThrownBy(messages::next).hasMessage("a message of 20 bytes where 19 are left at byte 0");

        Messages tail = new Messages(
                ByteBuffer.wrap(new Datagram().message(1, 0, 1).message(1, 0, 1).toBytes(), 0, 31)
                        .slice()
                        .order(ByteOrder.nativeOrder()));
        assertThat(tail.next()).isTrue();
        assertThatThrownBy(tail::next).hasMessage("a message's header cut off after 15 bytes at byte 16");
    }

    @Test
    void anEmptyDatagramHoldsNothing() throws Exception {
        assertThat(new Messages(ByteBuffer.allocate(0)).next()).isFalse();
    }

    @Test
    void readsTheStatusOfDoneAndError() throws Exception {
        assertThat(first(new Datagram().status(Messages.ERROR, 1, -22)).errno()).isEqualTo(22);
        assertThat(first(new Datagram().status(Messages.ERROR, 1, 0)).errno()).isZero();
        assertThat(first(new Datagram().status(Messages.DONE, 1, -19)).errno()).isEqualTo(19);
        assertThat(first(new Datagram().status(Messages.DONE, 1, 4)).errno()).isZero();
        assertThat(first(new Datagram().message(Messages.DONE, 0, 1)).errno()).isZero();
    }

    @Test
    void refusesAStatusThatIsCutOffOrNoErrno() throws Exception {
        Messages cutOff = first(new Datagram().message(Messages.ERROR, 0, 1));
        assertThatThrownBy(cutOff::errno).hasMessage("a status cut off at byte 16");
        Messages positive = first(new Datagram().status(Messages.ERROR, 1, 22));
        assertThatThrownBy(positive::errno).hasMessage("the status 22, which is no errno, at byte 16");
        Messages huge = first(new Datagram().status(Messages.DONE, 1, Integer.MIN_VALUE));
        assertThatThrownBy(huge::errno).isInstanceOf(MalformedMessage.class);
    }

    private static Messages first(Datagram datagram) throws MalformedMessage {
        Messages messages = new Messages(datagram.received());
        assertThat(messages.next()).isTrue();
        return messages;
    }

    private static ByteBuffer header(int length) {
        return ByteBuffer.allocate(16).order(ByteOrder.nativeOrder()).putInt(0, length);
    }
}
