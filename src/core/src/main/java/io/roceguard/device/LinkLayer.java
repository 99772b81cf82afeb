// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

/** What a port speaks on the wire. Adaptive retransmission means something only on Ethernet (RoCE). */
public enum LinkLayer {
    ETHERNET,
    INFINIBAND,
    UNKNOWN
}
