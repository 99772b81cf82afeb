// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Something that the store gives or takes. */
@FunctionalInterface
interface Stored<T> {

    T run() throws IOException;

    /**
     * @param then what follows when the store fails, a sentence: {@code Nothing was sent to mlx5_0.}
     * @throws UncheckedIOException when it does
     */
    static <T> T get(Stored<T> work, String then) {
        try {
            return work.run();
        } catch (IOException failed) {
            throw new UncheckedIOException((failed.getMessage() + ". " + then).strip(), failed);
        }
    }
}
