// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversationTest {

    private final ScriptedPeer peer = new ScriptedPeer();
    private final RdmaNetlink netlink = peer.netlink();

    private List<String> names() throws IOException {
        return netlink.devices().stream().map(RdmaDevice::name).toList();
    }

    @Test
    void aDumpOverSeveralDatagramsEndsWithDone() throws Exception {
        peer.then(seq -> Dumps.device(new Datagram(), seq, 0, "mlx5_0").toBytes())
                .then(seq -> {
                    Datagram two = Dumps.device(new Datagram(), seq, 1, "mlx5_1");
                    return Dumps.device(two, seq, 2, "mlx5_2").toBytes();
                })
                .then(seq -> new Datagram().done(seq).toBytes());

        assertThat(names()).containsExactly("mlx5_0", "mlx5_1", "mlx5_2");
        assertThat(peer.scriptEnded()).isTrue();
        assertThat(peer.requests()).hasSize(1);
    }

    @Test
    void aSecondQuestionUsesTheSameSocket() throws Exception {
        peer.then(seq -> Dumps.devices(seq, "mlx5_0")).then(seq -> Dumps.devices(seq, "mlx5_1"));

        assertThat(names()).containsExactly("mlx5_0");
        assertThat(names()).containsExactly("mlx5_1");
        assertThat(peer.opened()).isEqualTo(1);
    }

    @Test
    void aSignalDoesNotDisturb() throws Exception {
        peer.thenErrno(Errno.EINTR).thenErrno(Errno.EINTR).then(seq -> Dumps.devices(seq, "mlx5_0"));

        assertThat(names()).containsExactly("mlx5_0");
        assertThat(peer.requests()).hasSize(1);
        assertThat(peer.opened()).isEqualTo(1);
    }

    @Test
    void aSignalWhileARequestIsSentDoesNotDisturb() throws Exception {
        peer.interruptSending(2).then(seq -> Dumps.devices(seq, "mlx5_0"));

        assertThat(names()).containsExactly("mlx5_0");
        assertThat(peer.requests()).hasSize(1);
        assertThat(peer.opened()).isEqualTo(1);
    }

    @Test
    void endlessSignalsEndAtTheDeadline() {
        for (int i = 0; i < 100; i++) {
            peer.then(seq -> {
                peer.pass(TimeUnit.MILLISECONDS.toNanos(100));
                throw new ErrnoException("recv", Errno.EINTR);
            });
        }

        assertThatThrownBy(this::names).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void skipsAnswersToAnEarlierRequest() throws Exception {
        peer.then(seq -> Dumps.devices(seq - 1, "stale"))
                .then(seq -> new Datagram()
                        .status(Messages.ERROR, seq - 1, -Errno.EINVAL)
                        .toBytes())
                .then(seq -> {
                    Datagram both = Dumps.device(new Datagram(), seq + 1, 0, "stale");
                    return Dumps.device(both, seq, 0, "mlx5_0").done(seq).toBytes();
                });

        assertThat(names()).containsExactly("mlx5_0");
    }

    @Test
    void skipsMessagesForAnotherSocket() throws Exception {
        peer.then(seq -> Dumps.device(new Datagram(), seq, 0, "mlx5_0")
                        .message(Messages.DONE, 0, seq, Datagram.SOCKET + 1)
                        .toBytes())
                .then(seq -> Dumps.devices(seq, "mlx5_1"));

        assertThat(names()).containsExactly("mlx5_0", "mlx5_1");
    }

    @Test
    void skipsTypesThatDoNotAnswerAndAnAcknowledgementOfADump() throws Exception {
        peer.then(seq -> {
            Datagram datagram = new Datagram().message(Messages.NOOP, 0, seq);
            datagram.message(0x141c, 0, seq).string(2, "monitored").message(16, 0, seq);
            datagram.status(Messages.ERROR, seq, 0);
            return Dumps.device(datagram, seq, 0, "mlx5_0").done(seq).toBytes();
        });

        assertThat(names()).containsExactly("mlx5_0");
    }

    @ParameterizedTest
    @CsvSource({"1,EPERM", "19,ENODEV", "22,EINVAL", "95,EOPNOTSUPP", "4000,errno 4000"})
    void aRefusalIsAnErrnoByNameAndKeepsTheSocket(int errno, String name) throws Exception {
        peer.thenRefusal(errno).then(seq -> Dumps.devices(seq, "mlx5_0"));

        assertThatThrownBy(this::names)
                .isInstanceOfSatisfying(
                        ErrnoException.class,
                        refused -> assertThat(refused.errno()).isEqualTo(errno))
                .hasMessage("GET over RDMA netlink: " + name);
        assertThat(names()).containsExactly("mlx5_0");
        assertThat(peer.opened()).isEqualTo(1);
    }

    @Test
    void anErrorInDoneFailsTheWholeDump() {
        peer.then(seq -> Dumps.device(new Datagram(), seq, 0, "mlx5_0").toBytes())
                .then(seq ->
                        new Datagram().status(Messages.DONE, seq, -Errno.ENOMEM).toBytes());

        assertThatThrownBy(this::names).hasMessage("GET over RDMA netlink: ENOMEM");
    }

    @Test
    void asksAgainOverANewSocketWhenTheKernelLostDatagrams() throws Exception {
        peer.then(seq -> Dumps.device(new Datagram(), seq, 0, "mlx5_0").toBytes())
                .thenErrno(Errno.ENOBUFS)
                .then(seq -> new Datagram().message(Messages.OVERRUN, 0, seq).toBytes())
                .then(seq -> Dumps.devices(seq, "mlx5_0", "mlx5_1"));

        assertThat(names()).containsExactly("mlx5_0", "mlx5_1");
        assertThat(peer.opened()).isEqualTo(3);
        assertThat(peer.stillOpen()).isEqualTo(1);
    }

    @Test
    void givesUpWhenDatagramsAreLostAgainAndAgain() {
        for (int i = 0; i < 10; i++) {
            peer.thenErrno(Errno.ENOBUFS);
        }

        assertThatThrownBy(this::names).hasMessage("recv on RDMA netlink: ENOBUFS");
        assertThat(peer.requests()).hasSize(3);
        assertThat(peer.stillOpen()).isZero();
    }

    @Test
    void makesRoomForADatagramThatWasCutOffAndAsksAgain() throws Exception {
        peer.then(seq -> padded(Dumps.devices(seq, "cut off"), seq))
                .then(seq -> padded(Dumps.devices(seq, "mlx5_0"), seq));

        assertThat(names()).containsExactly("mlx5_0");
        assertThat(peer.requests()).hasSize(2);
        assertThat(peer.opened()).isEqualTo(2);
    }

    /** The messages after 70,000 bytes of one that is skipped. */
    private static byte[] padded(byte[] messages, int sequence) {
        ByteBuffer all = ByteBuffer.allocate(70_000 + messages.length).order(ByteOrder.nativeOrder());
        all.putInt(0, 70_000)
                .putShort(4, (short) Messages.NOOP)
                .putInt(8, sequence)
                .putInt(12, Datagram.SOCKET);
        return all.position(70_000).put(messages).array();
    }

    @Test
    void refusesADatagramOfAbsurdSize() {
        peer.then(seq -> new byte[3 << 20]);

        assertThatThrownBy(this::names).hasMessage("GET over RDMA netlink, a datagram of 3145728 bytes: EMSGSIZE");
        assertThat(peer.stillOpen()).isZero();
    }

    @Test
    void repeatsADumpThatChangedMeanwhile() throws Exception {
        peer.then(seq -> interrupted(seq, "half")).then(seq -> Dumps.devices(seq, "mlx5_0"));

        assertThat(names()).containsExactly("mlx5_0");
        assertThat(peer.requests()).hasSize(2);
        assertThat(peer.opened()).isEqualTo(1);
    }

    @Test
    void takesADumpThatChangesAllTheTimeAsItIs() throws Exception {
        peer.then(seq -> interrupted(seq, "first"))
                .then(seq -> interrupted(seq, "second"))
                .then(seq -> interrupted(seq, "third"));

        assertThat(names()).containsExactly("third");
    }

    private static byte[] interrupted(int sequence, String name) {
        return Dumps.device(new Datagram(), sequence, 0, name)
                .message(Messages.DONE, Datagram.MULTI | Messages.DUMP_INTERRUPTED, sequence)
                .bytes(0, 0, 0, 0)
                .toBytes();
    }

    @Test
    void silenceEndsAtTheDeadlineAndTheNextQuestionUsesANewSocket() throws Exception {
        assertThatThrownBy(this::names)
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("GET over RDMA netlink was not answered within 3 s");
        assertThat(peer.stillOpen()).isZero();

        peer.then(seq -> Dumps.devices(seq, "mlx5_0"));
        assertThat(names()).containsExactly("mlx5_0");
        assertThat(peer.opened()).isEqualTo(2);
    }

    @Test
    void aPeerThatTalksForEverIsLeftAtTheDeadline() {
        int[] datagrams = {0};
        ScriptedPeer.Step garbage = new ScriptedPeer.Step() {
            @Override
            public byte[] receive(int sequence) {
                datagrams[0]++;
                peer.pass(TimeUnit.MILLISECONDS.toNanos(1));
                peer.then(this);
                return Dumps.devices(sequence + datagrams[0], "garbage");
            }
        };
        peer.then(garbage);

        assertThatThrownBy(this::names).isInstanceOf(SocketTimeoutException.class);
        assertThat(datagrams[0]).isEqualTo(3000);
        assertThat(peer.stillOpen()).isZero();
    }

    @Test
    void aDumpThatNeverEndsIsLeftAtTheDeadlineToo() {
        ScriptedPeer.Step endless = new ScriptedPeer.Step() {
            @Override
            public byte[] receive(int sequence) {
                peer.pass(TimeUnit.MILLISECONDS.toNanos(1));
                peer.then(this);
                return Dumps.device(new Datagram(), sequence, 0, "mlx5_0").toBytes();
            }
        };
        peer.then(endless);

        assertThatThrownBy(this::names).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aMalformedAnswerClosesTheSocket() throws Exception {
        peer.then(seq ->
                        new Datagram().message(0x1401, 2, seq).bytes(3, 0, 2, 0).toBytes())
                .then(seq -> Dumps.devices(seq, "mlx5_0"));

        assertThatThrownBy(this::names)
                .isInstanceOf(MalformedMessage.class)
                .hasMessage("an attribute of 3 bytes where 4 are left at byte 16");
        assertThat(peer.stillOpen()).isZero();
        assertThat(names()).containsExactly("mlx5_0");
    }

    @Test
    void aFailedReceiveClosesTheSocket() {
        peer.thenErrno(Errno.ENODEV);

        assertThatThrownBy(this::names).hasMessage("recv on RDMA netlink: ENODEV");
        assertThat(peer.stillOpen()).isZero();
    }

    @Test
    void closeGivesTheSocketBack() throws Exception {
        peer.then(seq -> Dumps.devices(seq, "mlx5_0"));
        names();

        netlink.close();
        netlink.close();
        assertThat(peer.stillOpen()).isZero();
    }
}
