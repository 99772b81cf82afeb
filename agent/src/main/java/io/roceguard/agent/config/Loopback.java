// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Whether an address to listen on can be reached from other hosts. */
final class Loopback {

    private Loopback() {}

    /** False also for a name that has no address: it fails when the port is opened, and until then counts as open. */
    static boolean is(String bind) {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException noAddress) {
            return false;
        }
    }
}
