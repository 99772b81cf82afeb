// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

/** What is asked of the kernel (RDMA_NLDEV_CMD_* of {@code rdma/rdma_netlink.h}). None of these needs a privilege. */
enum Operation {
    GET(1),
    PORT_GET(5),
    RES_QP_GET(10),
    STAT_GET(17);

    private static final int RDMA_NL_NLDEV = 5;

    private final int number;

    Operation(int number) {
        this.number = number;
    }

    /** As a message's type. */
    int type() {
        return (RDMA_NL_NLDEV << 10) + number;
    }

    /** Whether a message of that type answers it. The kernel types its answer for a single port GET. */
    boolean answeredBy(int type) {
        return type == type() || (this == PORT_GET && type == GET.type());
    }
}
