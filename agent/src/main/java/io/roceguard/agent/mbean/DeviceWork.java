// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.device.NicException;
import java.io.UncheckedIOException;

/**
 * Work on a device for a JMX client. Failures leave as exceptions of the JDK with the same text, so that a remote client
 * needs none of our classes.
 */
@FunctionalInterface
interface DeviceWork<T> {

    T run() throws NicException;

    /**
     * @throws IllegalStateException when the device did not do it
     * @throws IllegalArgumentException when what was asked cannot be taken
     */
    static <T> T translated(DeviceWork<T> work) {
        try {
            return work.run();
        } catch (NicException | UncheckedIOException failed) {
            throw new IllegalStateException(failed.getMessage());
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(refused.getMessage());
        }
    }
}
