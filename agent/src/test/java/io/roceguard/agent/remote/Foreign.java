// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.remote;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands for any class a client could send that no open type is made of. Counts how often one was read. */
final class Foreign implements Serializable {

    private static final long serialVersionUID = 1;

    static final AtomicInteger READ = new AtomicInteger();

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        READ.incrementAndGet();
    }
}
