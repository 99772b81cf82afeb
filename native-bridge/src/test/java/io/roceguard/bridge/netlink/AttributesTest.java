// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttributesTest {

    @Test
    void ignoresTheFlagsOfAType() throws Exception {
        Attributes attributes = of(new Datagram().u32(80 | 0x8000, 1).u32(81 | 0x4000, 2));

        assertThat(attributes.next(80)).isTrue();
        assertThat(attributes.next(81)).isTrue();
    }

    @Test
    void readsAStringWithOrWithoutItsEnd() throws Exception {
        Attributes attributes = of(new Datagram()
                .raw(1, (byte) 'r', (byte) 'x', (byte) 'e')
                .raw(2, (byte) 'r', (byte) 'x', (byte) 0, (byte) 'e')
                .raw(3));

        assertThat(attributes.next(1)).isTrue();
        assertThat(attributes.string()).isEqualTo("rxe");
        assertThat(attributes.next(2)).isTrue();
        assertThat(attributes.string()).isEqualTo("rx");
        assertThat(attributes.next(3)).isTrue();
        assertThat(attributes.string()).isEmpty();
    }

    @Test
    void theLastAttributeNeedsNoFilling() throws Exception {
        ByteBuffer bytes = new Datagram().u8(12, 4).received().limit(5);
        Attributes attributes = new Attributes(bytes, 0, 5);

        assertThat(attributes.next()).isTrue();
        assertThat(attributes.u8()).isEqualTo(4);
        assertThat(attributes.next()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 9, 0xffff})
    void refusesALengthThatNoAttributeCanHaveHere(int length) {
        ByteBuffer bytes =
                ByteBuffer.allocate(64).order(ByteOrder.nativeOrder()).putShort(8, (short) length);

        assertThatThrownBy(() -> new Attributes(bytes, 8, 16).next())
                .isInstanceOf(MalformedMessage.class)
                .hasMessage("an attribute of " + length + " bytes where 8 are left at byte 8");
    }

    @Test
    void refusesAHeaderThatIsCutOff() throws Exception {
        ByteBuffer bytes = new Datagram().u32(1, 1).bytes(0, 0, 0).received();
        Attributes attributes = new Attributes(bytes, 0, 11);

        assertThat(attributes.next()).isTrue();
        assertThatThrownBy(attributes::next).hasMessage("an attribute's header cut off after 3 bytes at byte 8");
    }

    @Test
    void aNestEndsWithItsParentAndNotWithTheDatagram() throws Exception {
        Datagram datagram = new Datagram();
        datagram.nest(19, () -> datagram.bytes(12, 0, 20, 0)).u32(1, 1);
        Attributes attributes = of(datagram);

        assertThat(attributes.next(19)).isTrue();
        assertThatThrownBy(() -> attributes.nested().next())
                .hasMessage("an attribute of 12 bytes where 4 are left at byte 4");
    }

    @Test
    void refusesAValueShorterThanItsType() throws Exception {
        Attributes attributes = of(new Datagram().raw(1).u32(2, 5).raw(3, (byte) 1, (byte) 2, (byte) 3));

        assertThat(attributes.next(1)).isTrue();
        assertThatThrownBy(attributes::u8).hasMessage("attribute 1 with a value of 0 bytes instead of 1 at byte 4");
        assertThat(attributes.next(2)).isTrue();
        assertThatThrownBy(attributes::u64).hasMessage("attribute 2 with a value of 4 bytes instead of 8 at byte 8");
        assertThat(attributes.next(3)).isTrue();
        assertThatThrownBy(attributes::u32).isInstanceOf(MalformedMessage.class);
    }

    @Test
    void refusesAnIndexThatWouldBeNegative() throws Exception {
        Attributes attributes = of(new Datagram().u32(21, -1));

        assertThat(attributes.next()).isTrue();
        assertThat(attributes.u32()).isEqualTo(-1);
        assertThatThrownBy(attributes::index).hasMessage("attribute 21 with the value 4294967295 at byte 4");
    }

    private static Attributes of(Datagram datagram) {
        ByteBuffer bytes = datagram.received();
        return new Attributes(bytes, 0, bytes.limit());
    }
}
