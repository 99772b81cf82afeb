// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.config.DesiredStateRule;
import io.roceguard.agent.epoch.Epochs;
import io.roceguard.agent.poll.SimulatedHost;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.agent.store.Store;
import io.roceguard.device.NicException;
import io.roceguard.register.Assignment;
import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The control plane over simulated NICs in virtual time, with its store in a directory. */
public final class ControlledHost implements AutoCloseable {

    public static final Caller ALICE = new Caller("alice", Role.OPERATOR, "http");

    /** Of NVIDIA's document: an example of the syntax that earns warnings. */
    public static final String DOCUMENT_LINE =
            "roce_adp_retrans_en=0x1,adp_retx_profile_id=0x1,time_base=4,time_unit=1,"
                    + "start_range_index=0,range_num=1,qp_total_timeout=1,timeout_init_range_size=2,timeout_init_low_bound=0,"
                    + "range_size_0=0x2,range_low_bound_0=0,timeout_retry_num_0=0x1,dec_mode_0=1,prev_range_index_0=0";

    /** What the document's profile earns. */
    public static final Set<String> DOCUMENT_WARNINGS = Set.of("W_STORM");

    public SimulatedHost host;
    public RegisterControl control;
    public ControlState state;
    public EvidenceWindow evidence;
    public Epochs epochs;
    private final List<DesiredStateRule> desired;
    private Store store;

    public ControlledHost(SimulatedHost host, Path directory, List<DesiredStateRule> desired) throws IOException {
        this.desired = desired;
        begin(host, directory);
    }

    private void begin(SimulatedHost newHost, Path directory) throws IOException {
        this.host = newHost;
        this.evidence = new EvidenceWindow();
        this.store = Store.open(directory, host.clock);
        this.epochs = new Epochs(store.epochs(), store.journal(), host.clock);
        this.state = new ControlState(
                host.watcher, store.journal(), desired, evidence, epochs::causeSince, host.clock, host.nanoClock());
        this.control = new RegisterControl(host.watcher, store.journal(), state, host.clock, host.nanoClock());
        host.watcher.listen(evidence);
        host.watcher.listen(epochs);
    }

    /** The daemon ends and another one begins, on the same NICs and the same directory. */
    public void restart(Path directory) throws IOException {
        host.watcher.close();
        store.close();
        begin(host.withAnotherWatcher(), directory);
        host.start();
    }

    public static ControlledHost withDefaults(Path directory) throws IOException {
        ControlledHost controlled = new ControlledHost(SimulatedHost.withDefaults(), directory, List.of());
        controlled.host.start();
        return controlled;
    }

    public static List<Assignment> parse(String assignments) {
        return MlxregText.parseAssignments(assignments);
    }

    public static ChangeRequest request(String assignments, @Nullable Duration confirmWithin) {
        return new ChangeRequest(parse(assignments), ALICE, "", DOCUMENT_WARNINGS, confirmWithin, Set.of(), "", "");
    }

    public ChangeResult apply(String assignments) throws NicException {
        return control.apply("mlx5_0", request(assignments, null));
    }

    public ChangeResult apply(String assignments, Duration confirmWithin) throws NicException {
        return control.apply("mlx5_0", request(assignments, confirmWithin));
    }

    public PlannedChange plan(String assignments) throws NicException {
        return control.plan("mlx5_0", parse(assignments), Optional.empty());
    }

    public RegisterImage read() throws NicException {
        return host.nic("mlx5_0").register().get(0);
    }

    /** The changes of all NICs, oldest first. */
    public List<ChangeRecord> history() {
        List<ChangeRecord> newestFirst = control.history("", 1000);
        return newestFirst.stream()
                .sorted((one, other) -> Long.compare(one.id(), other.id()))
                .toList();
    }

    public ChangeRecord last() {
        return control.history("", 1).get(0);
    }

    /** The clock's tick, and whatever it hands out. */
    public void tick() {
        state.tick();
        host.awaitIdle("mlx5_0");
    }

    /** As when the disk fails: nothing can be written any more. */
    public void loseStore() throws IOException {
        store.close();
    }

    @Override
    public void close() throws IOException {
        host.close();
        store.close();
    }
}
