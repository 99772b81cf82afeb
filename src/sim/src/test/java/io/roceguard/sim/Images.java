// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.util.Arrays;

/** The dumps of NVIDIA's "Adaptive Retransmission: Parameters Control" and the words of its example. */
final class Images {

    /** Before: firmware timeouts. */
    static final RegisterImage DUMP_1 = image(0x1800065f, 0x00000005, 0x41000fa0);

    /** After the example was set. */
    static final RegisterImage DUMP_2 =
            image(0x1800065f, 0x10000005, 0x41000fa0, 0, 0x90400004, 0x00000002, 0x04010002);

    /** The example as the smallest SET. */
    static final RegisterImage EXAMPLE_SET = image(0x10000001, 0x10000001, 0, 0, 0x90400004, 0x00000002, 0x04010002);

    private Images() {}

    static RegisterImage image(int... words) {
        return RegisterImage.ofWords(Arrays.copyOf(words, RegisterImage.SHORT_DWORDS));
    }

    /** The request of a GET. */
    static RegisterImage profile(int id) {
        return RegisterImage.zero().with(RoceAccl.field("adp_retx_profile_id"), id);
    }

    /** The example with one field changed. */
    static RegisterImage exampleWith(String field, int value) {
        return EXAMPLE_SET.with(RoceAccl.field(field), value);
    }
}
