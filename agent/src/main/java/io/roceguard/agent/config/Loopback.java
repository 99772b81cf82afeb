// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Whether an address to listen on can be reached from this host only. */
final class Loopback {

    private Loopback() {}

    /** False for a name that has no address. */
    static boolean is(String bind) {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
