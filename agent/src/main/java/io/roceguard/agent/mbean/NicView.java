// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.NicSnapshots;
import io.roceguard.agent.poll.PortCounters;
import io.roceguard.agent.poll.RegisterState;
import io.roceguard.register.RegisterImage;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@link NicMXBean} over the latest snapshot. */
final class NicView implements NicMXBean {

    private final NicSnapshots snapshots;
    private final InstantSource clock;
    private final NicSnapshot first;

    NicView(NicSnapshot first, NicSnapshots snapshots, InstantSource clock) {
        this.first = first;
        this.snapshots = snapshots;
        this.clock = clock;
    }

    private NicSnapshot now() {
        return snapshots.of(first.name()).orElse(first);
    }

    @Override
    public String getName() {
        return first.name();
    }

    @Override
    public String getStableId() {
        return now().identity().stableId();
    }

    @Override
    public @Nullable String getPciAddress() {
        return now().identity().pciAddress();
    }

    @Override
    public @Nullable String getNodeGuid() {
        return now().identity().nodeGuid();
    }

    @Override
    public @Nullable String getDriver() {
        return now().identity().driver();
    }

    @Override
    public @Nullable String getFirmware() {
        return now().identity().firmware();
    }

    @Override
    public @Nullable String getBoardId() {
        return now().identity().boardId();
    }

    @Override
    public @Nullable String getHcaType() {
        return now().identity().hcaType();
    }

    @Override
    public boolean isVirtualFunction() {
        return now().identity().virtualFunction();
    }

    @Override
    public String getAdpMode() {
        return now().register().mode().label();
    }

    @Override
    public String getAdpEvidence() {
        RegisterState register = now().register();
        if (register instanceof RegisterState.Known known) {
            RegisterImage image = known.image();
            return "ROCE_ACCL read " + Math.max(0, clock.millis() - known.takenMillis())
                    + " ms ago: roce_adp_retrans_en="
                    + image.get("roce_adp_retrans_en") + ", adp_retx_profile_id=" + image.get("adp_retx_profile_id")
                    + ", adp_retx_profile_select=" + image.get("adp_retx_profile_select") + ".";
        }
        return register instanceof RegisterState.Unknown unknown ? unknown.reason() : "";
    }

    @Override
    public @Nullable Long getActiveProfileId() {
        return now().register() instanceof RegisterState.Known known
                ? (long) known.image().get("adp_retx_profile_id")
                : null;
    }

    @Override
    public String getRegisterAccessPath() {
        return now().registerAccessPath();
    }

    @Override
    public String getRegisterAccessReason() {
        return now().registerAccessReason();
    }

    @Override
    public String getCounterSource() {
        return now().counters().values().stream()
                .map(PortCounters::source)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    @Override
    public String getState() {
        return now().health().state();
    }

    @Override
    public long getStateSinceMillis() {
        return now().health().sinceMillis();
    }

    @Override
    public @Nullable Long getPollAgeMillis() {
        long polled = now().health().polledMillis();
        return polled == 0 ? null : Math.max(0, clock.millis() - polled);
    }

    @Override
    public long getPollDurationMicros() {
        return now().health().pollNanos() / 1000;
    }

    @Override
    public long getPolls() {
        return now().health().polls();
    }

    @Override
    public PortView[] getPorts() {
        NicSnapshot now = now();
        return now.ports().stream()
                .map(port -> PortView.of(port, now.counters().get(port.number())))
                .toArray(PortView[]::new);
    }

    @Override
    public HealthView[] getHealth() {
        NicSnapshot now = now();
        List<HealthView> health = new ArrayList<>();
        health.add(HealthView.of("device", now.health().state()));
        health.add(HealthView.of(
                "register", now.register() instanceof RegisterState.Unknown unknown ? unknown.reason() : "ok"));
        now.counters().forEach((port, counters) -> health.add(HealthView.ofCounters(port, counters.sample())));
        health.add(HealthView.ofQueuePairs(now.queuePairs()));
        return health.toArray(HealthView[]::new);
    }
}
