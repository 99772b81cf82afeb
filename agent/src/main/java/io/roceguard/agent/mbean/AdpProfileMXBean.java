// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import org.jspecify.annotations.Nullable;

/**
 * {@code io.roceguard:type=AdpProfile,nic=...}: the profile that is in force on one NIC, judged, and what it does to a
 * queue pair whose path dies. What is not known is null or empty, beside a status that says why.
 */
@Description(
        "The profile of adaptive retransmission in force on one NIC, and what it does to a queue pair whose path dies."
                + " Figures of the algorithm as documented, not verified on hardware.")
public interface AdpProfileMXBean {

    @Description("RDMA device name.")
    String getNic();

    @Description("ok, or why there is no profile to look at.")
    String getStatus();

    @Description("The active profile; null when there is none.")
    @Nullable
    ProfileView getProfile();

    @Description("What is wrong with it, or worth knowing, for queue pairs of AssumedAckTimeout and AssumedRetryCount.")
    FindingView[] getFindings();

    @Description("ack_timeout that Prediction assumes: what NCCL sets since 2.23.")
    @Range(min = 0, max = 31)
    int getAssumedAckTimeout();

    @Description("retry_cnt that Prediction assumes.")
    @Range(min = 0, max = 7)
    int getAssumedRetryCount();

    @Description("What the profile does to such a queue pair on a dead path; null when it defines nothing.")
    @Nullable
    PredictionView getPrediction();

    @Description("The same for other queue pairs. Nothing is asked of the NIC.")
    PredictionView predict(
            @Description("ack_timeout, 0..31.") int ackTimeout, @Description("retry_cnt, 0..7.") int retryCount);
}
