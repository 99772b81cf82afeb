// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

/**
 * The ack_timeout that rdma_cm gives a connection (kernel {@code drivers/infiniband/core/cm.c}, {@code cm_ack_timeout}):
 * twice the packet life time of the path and the delay of the local device, as an exponent.
 */
public final class CmAckTimeout {

    private CmAckTimeout() {}

    /**
     * @param packetLifeTime exponent of the path, 0..31: for RoCE the kernel takes 18, newer ones 16
     * @param localCaAckDelay exponent of the device, 16 for mlx5, 0..31
     * @return exponent, 1..31
     */
    public static int of(int packetLifeTime, int localCaAckDelay) {
        int twice = packetLifeTime + 1;
        int sum = twice >= localCaAckDelay
                ? twice + (localCaAckDelay >= twice - 1 ? 1 : 0)
                : localCaAckDelay + (twice >= localCaAckDelay - 1 ? 1 : 0);
        return Math.min(QpTiming.MOST_ACK_TIMEOUT, sum);
    }
}
