// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import org.jspecify.annotations.Nullable;

/**
 * {@code io.roceguard:type=AdpProfile,nic=...}: the profile that is in force on one NIC, judged, and what it does to a
 * queue pair whose path dies. What is not known is null or empty, beside a status that says why.
 */
@Description(
        "The profile of adaptive retransmission in force on one NIC, and what it does to a queue pair whose path dies."
                + " Figures of the algorithm as documented, not verified on hardware. It sends"
                + " io.roceguard.register.reverted and io.roceguard.register.drift.")
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

    @Description("The change that is taken back unless somebody confirms it; null when there is none.")
    @Nullable
    ConfirmationView getConfirmation();

    @Description("What the configuration wants of this NIC, and how it differs; null when it wants nothing.")
    @Nullable
    DesiredStateView getDesiredState();

    @Description("What is wrong with a profile on this NIC, or worth knowing. Nothing is changed.")
    FindingView[] validate(
            @Description("A profile file's text (YAML), or the name of a preset such as flap-1s.") String profile);

    @Description("What setting a profile would do, for the queue pairs seen on this NIC; nothing is changed.")
    PlanView planProfile(
            @Description("A profile file's text (YAML), or the name of a preset such as flap-1s.") String profile);

    @Description("As planProfile, for given queue pairs.")
    PlanView planProfileFor(
            @Description("A profile file's text (YAML), or the name of a preset such as flap-1s.") String profile,
            @Description("ack_timeout, 0..31.") int ackTimeout,
            @Description("retry_cnt, 0..7.") int retryCount);

    @ChangesState
    @Description("Sets a profile, reads the register again and verifies. What is not wanted stays empty.")
    ChangeView applyProfile(
            @Description("A profile file's text (YAML), or the name of a preset such as flap-1s.") String profile,
            @Description("Why, for the journal; at most 500 characters.") @Nullable String reason,
            @Description("Codes of warnings that are accepted, such as W_STORM,W_INIT_FIXED.") @Nullable String accept,
            @Description("The change is taken back unless it is confirmed within this time, such as 5m.") @Nullable
                    String confirmWithin,
            @Description("Evidence that takes it back before that: all, or some of retry_exc, spurious, ratio.")
                    @Nullable
                    String guard,
            @Description("Id of the plan it follows: refused when the register has changed since.") @Nullable
                    String plan,
            @Description("The client's id of this request: one that was made already is not made again.") @Nullable
                    String request);

    @ChangesState
    @Description("Keeps the change that waits for it. Returns a sentence.")
    String confirm();

    @Description("What going back would do; nothing is changed.")
    PlanView planRollback(
            @Description("Number of a change in the history: back to the state that it left. Empty: back to the state"
                            + " before the latest change.")
                    @Nullable
                    String to);

    @ChangesState
    @Description("Goes back to an earlier state, as far as the register allows it.")
    ChangeView rollback(
            @Description("Number of a change in the history: back to the state that it left. Empty: back to the state"
                            + " before the latest change.")
                    @Nullable
                    String to,
            @Description("Why, for the journal; at most 500 characters.") @Nullable String reason);
}
