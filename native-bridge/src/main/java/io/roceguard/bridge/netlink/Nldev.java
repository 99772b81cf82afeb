// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

/** Attribute numbers of {@code rdma/rdma_netlink.h} (RDMA_NLDEV_ATTR_*), those that are asked with or read here. */
final class Nldev {

    static final int DEV_INDEX = 1;
    static final int DEV_NAME = 2;
    static final int PORT_INDEX = 3;
    static final int FW_VERSION = 5;
    static final int NODE_GUID = 6;
    static final int SYS_IMAGE_GUID = 7;
    static final int PORT_STATE = 12;
    static final int PORT_PHYS_STATE = 13;
    static final int DEV_NODE_TYPE = 14;
    static final int RES_QP = 19;
    static final int RES_QP_ENTRY = 20;
    static final int RES_LQPN = 21;
    static final int RES_RQPN = 22;
    static final int RES_TYPE = 26;
    static final int RES_STATE = 27;
    static final int RES_PID = 28;
    static final int RES_KERN_NAME = 29;
    static final int NDEV_INDEX = 50;
    static final int NDEV_NAME = 51;
    static final int DEV_PROTOCOL = 67;
    static final int STAT_MODE = 74;
    static final int STAT_RES = 75;
    static final int STAT_AUTO_MODE_MASK = 76;
    static final int STAT_COUNTER = 77;
    static final int STAT_COUNTER_ENTRY = 78;
    static final int STAT_COUNTER_ID = 79;
    static final int STAT_HWCOUNTERS = 80;
    static final int STAT_HWCOUNTER_ENTRY = 81;
    static final int STAT_HWCOUNTER_ENTRY_NAME = 82;
    static final int STAT_HWCOUNTER_ENTRY_VALUE = 83;
    static final int RES_SUBTYPE = 98;

    private Nldev() {}
}
