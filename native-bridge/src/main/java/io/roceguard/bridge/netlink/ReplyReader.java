// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import java.io.IOException;
import java.util.List;

/** Understands the messages that answer one kind of question. Attributes it does not know it skips. */
interface ReplyReader<T> {

    /** Reads one message, which holds any number of things. */
    void read(Attributes message, List<T> into) throws IOException;
}
