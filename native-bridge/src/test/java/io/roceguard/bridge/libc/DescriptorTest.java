// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.libc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescriptorTest {

    @TempDir
    Path directory;

    @Test
    void readsFromPositionToLimitAndAtAnyOffset() throws Exception {
        Path file = Files.writeString(directory.resolve("counter"), "12345\n");
        try (Descriptor descriptor = Descriptor.open(file.toString(), Descriptor.O_RDONLY)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(16);
            buffer.put((byte) '>').limit(4);

            assertThat(descriptor.read(buffer)).isEqualTo(3);
            assertThat(text(buffer)).isEqualTo(">123");

            buffer.clear();
            assertThat(descriptor.pread(buffer, 2)).isEqualTo(4);
            assertThat(text(buffer)).isEqualTo("345\n");
            assertThat(descriptor.pread(buffer, 6)).isZero();
        }
    }

    @Test
    void namesTheErrnoAndWhatWasCalled() {
        Path missing = directory.resolve("missing");

        assertThatThrownBy(() -> Descriptor.open(missing.toString(), Descriptor.O_RDONLY))
                .isInstanceOfSatisfying(
                        ErrnoException.class,
                        failed -> assertThat(failed.errno()).isEqualTo(Errno.ENOENT))
                .hasMessage("open " + missing + ": ENOENT");
    }

    @Test
    void refusesEveryCallOnceItIsClosed() throws Exception {
        Path file = Files.writeString(directory.resolve("counter"), "1");
        Descriptor descriptor = Descriptor.open(file.toString(), Descriptor.O_RDONLY);
        descriptor.close();
        descriptor.close();

        assertThat(descriptor.closed()).isTrue();
        assertThatThrownBy(() -> descriptor.read(ByteBuffer.allocateDirect(1))).hasMessageEndingWith(": EBADF");
    }

    @Test
    void namesEveryErrnoOfLinuxAndKeepsTheNumberOfAnUnknownOne() {
        assertThat(Errno.nameOf(Errno.EBADMSG)).isEqualTo("EBADMSG");
        assertThat(Errno.nameOf(Errno.EPROTONOSUPPORT)).isEqualTo("EPROTONOSUPPORT");
        assertThat(Errno.nameOf(4242)).isEqualTo("errno 4242");
    }

    @Test
    void nativeCallsArePossibleHere() {
        assertThat(NativeCalls.unavailable()).isNull();
    }

    private static String text(ByteBuffer buffer) {
        return StandardCharsets.US_ASCII.decode(buffer.duplicate().flip()).toString();
    }
}
