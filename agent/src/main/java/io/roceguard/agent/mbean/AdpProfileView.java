// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.adp.AdpProfile;
import io.roceguard.adp.AdpReading;
import io.roceguard.adp.DeadPath;
import io.roceguard.adp.Finding;
import io.roceguard.adp.FirmwareVersion;
import io.roceguard.adp.ProfileLimits;
import io.roceguard.adp.ProfileValidator;
import io.roceguard.adp.QpTiming;
import io.roceguard.adp.Severity;
import io.roceguard.adp.ValidationContext;
import io.roceguard.agent.control.RegisterControl;
import io.roceguard.agent.control.TimingInUse;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.NicSnapshots;
import io.roceguard.agent.poll.RegisterState;
import io.roceguard.register.AdpMode;
import io.roceguard.register.RegisterImage;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link AdpProfileMXBean} over the latest snapshot. */
final class AdpProfileView implements AdpProfileMXBean {

    /** What NCCL sets since 2.23. */
    private static final QpTiming ASSUMED = new QpTiming(20, 7);

    private final String nic;
    private final NicSnapshots snapshots;
    private final RegisterControl control;
    private final ProfileOperations operations;

    AdpProfileView(String nic, NicSnapshots snapshots, RegisterControl control) {
        this.nic = nic;
        this.snapshots = snapshots;
        this.operations = new ProfileOperations(nic, control);
        this.control = control;
    }

    @Override
    public String getNic() {
        return nic;
    }

    private Optional<NicSnapshot> snapshot() {
        return snapshots.of(nic);
    }

    /** The image in which a profile is active. */
    private Optional<RegisterImage> active() {
        return snapshot()
                .map(NicSnapshot::register)
                .filter(register -> register.mode() == AdpMode.PROFILE)
                .flatMap(register ->
                        register instanceof RegisterState.Known known ? Optional.of(known.image()) : Optional.empty());
    }

    @Override
    public String getStatus() {
        Optional<RegisterState> register = snapshot().map(NicSnapshot::register);
        if (register.isEmpty()) {
            return nic + " is gone.";
        }
        if (register.get() instanceof RegisterState.Unknown unknown) {
            return unknown.reason();
        }
        return switch (register.get().mode()) {
            case PROFILE ->
                findings(ASSUMED).stream()
                        .filter(finding -> finding.severity() == Severity.ERROR)
                        .findFirst()
                        .map(finding -> "The active profile defines no timeouts: " + finding.message())
                        .orElse("ok");
            case FIRMWARE -> "The firmware's own timeouts are in force (profile 0), and what they are is not public.";
            case OFF -> "Adaptive retransmission is off: the timeouts of the queue pairs hold.";
            default -> "Whether a profile is in force is not known.";
        };
    }

    @Override
    public @Nullable ProfileView getProfile() {
        return active().map(image -> ProfileView.of(image.get("adp_retx_profile_id"), AdpProfile.of(image)))
                .orElse(null);
    }

    @Override
    public FindingView[] getFindings() {
        return findings(ASSUMED).stream().map(FindingView::of).toArray(FindingView[]::new);
    }

    private List<Finding> findings(QpTiming timing) {
        return active().map(image -> ProfileValidator.validate(AdpProfile.of(image), context(image, timing))
                        .findings())
                .orElse(List.of());
    }

    private ValidationContext context(RegisterImage image, QpTiming timing) {
        String firmware = snapshot().map(now -> now.identity().firmware()).orElse(null);
        return new ValidationContext(
                ProfileLimits.of(image),
                image.get("adp_retx_profile_id"),
                null,
                timing,
                firmware == null ? null : FirmwareVersion.parse(firmware).orElse(null),
                null,
                AdpReading.DEFAULT);
    }

    @Override
    public int getAssumedAckTimeout() {
        return ASSUMED.ackTimeout();
    }

    @Override
    public int getAssumedRetryCount() {
        return ASSUMED.retryCount();
    }

    @Override
    public @Nullable PredictionView getPrediction() {
        return getStatus().equals("ok") ? prediction(ASSUMED) : null;
    }

    @Override
    public PredictionView predict(int ackTimeout, int retryCount) {
        QpTiming timing = new QpTiming(ackTimeout, retryCount);
        String status = getStatus();
        if (!status.equals("ok")) {
            throw new IllegalStateException(status);
        }
        return prediction(timing);
    }

    private PredictionView prediction(QpTiming timing) {
        RegisterImage image = active().orElseThrow(() -> new IllegalStateException("The profile has just gone."));
        return PredictionView.of(
                DeadPath.of(AdpProfile.of(image), timing, ProfileLimits.of(image), AdpReading.DEFAULT));
    }

    @Override
    public @Nullable ConfirmationView getConfirmation() {
        return control.waiting(nic).map(ConfirmationView::of).orElse(null);
    }

    @Override
    public @Nullable DesiredStateView getDesiredState() {
        return control.drift(nic).map(DesiredStateView::of).orElse(null);
    }

    @Override
    public FindingView[] validate(String profile) {
        return planProfile(profile).findings().toArray(FindingView[]::new);
    }

    @Override
    public PlanView planProfile(String profile) {
        return operations.plan(profile, Optional.empty());
    }

    @Override
    public PlanView planProfileFor(String profile, int ackTimeout, int retryCount) {
        return operations.plan(
                profile, Optional.of(DeviceWork.translated(() -> TimingInUse.given(ackTimeout, retryCount))));
    }

    @Override
    public ChangeView applyProfile(
            String profile,
            @Nullable String reason,
            @Nullable String accept,
            @Nullable String confirmWithin,
            @Nullable String guard,
            @Nullable String plan,
            @Nullable String request) {
        return operations.apply(profile, reason, accept, confirmWithin, guard, plan, request);
    }

    @Override
    public String confirm() {
        return operations.confirm();
    }

    @Override
    public PlanView planRollback(@Nullable String to) {
        return operations.planRollback(to);
    }

    @Override
    public ChangeView rollback(@Nullable String to, @Nullable String reason) {
        return operations.rollback(to, reason);
    }
}
