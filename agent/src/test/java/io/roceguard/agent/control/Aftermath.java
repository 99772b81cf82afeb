// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.mbean.MBeans;
import io.roceguard.agent.mbean.Names;
import io.roceguard.agent.store.ChangeKind;
import io.roceguard.agent.store.ChangeOutcome;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.openmbean.CompositeData;

/** The daemon that is started after the kill, and what it must say: journal, register and MBeans tell the same story. */
final class Aftermath implements AutoCloseable {

    private final Path directory;
    private final KillableHost host;
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final MBeans beans;

    private Aftermath(Path directory, Duration since) throws IOException {
        this.directory = directory;
        this.host = new KillableHost(directory, since, step -> {});
        this.beans = new MBeans(server, host.watcher, host.control, new QueuePairQueries(host.watcher), host.clock);
    }

    /** Starts the daemon, polls once and lets it look at what it finds. */
    static Aftermath begin(Path directory, Duration since) throws Exception {
        Aftermath begun = new Aftermath(directory, since);
        begun.host.watcher.listen(begun.beans);
        begun.host.start();
        begun.host.tick();
        return begun;
    }

    RegisterImage register() {
        return KillableHost.register(directory).get(0);
    }

    int sets() {
        return KillableHost.register(directory).sets();
    }

    /** Every ending of the time to confirm, and everything that is due then. */
    void letTimeRunOut() throws Exception {
        host.pass(KillableHost.WITHIN.plusSeconds(1));
        for (int tick = 0; tick < 4; tick++) {
            host.tick();
            host.pass(Duration.ofSeconds(1));
        }
    }

    void checkSameStory(String when) throws Exception {
        List<ChangeRecord> history = host.history();
        assertThat(history)
                .as("outcomes %s", when)
                .extracting(ChangeRecord::outcome)
                .isSubsetOf(ChangeOutcome.VERIFIED, ChangeOutcome.NOT_SENT);
        List<ChangeRecord> verified = history.stream()
                .filter(change -> change.outcome() == ChangeOutcome.VERIFIED)
                .toList();
        assertThat(sets())
                .as("SETs of the register and verified changes of the journal %s", when)
                .isEqualTo(verified.size());
        RegisterImage register = register();
        assertThat(verified.get(0).left())
                .as("what the journal says of the register %s", when)
                .isEqualTo(register);
        checkMBeans(register, when);
        checkWaiting(when);
        checkEpoch(register, when);
    }

    private void checkMBeans(RegisterImage register, String when) throws JMException {
        for (RegisterField field : RoceAccl.FIELDS) {
            assertThat(server.getAttribute(Names.roceAccl(KillableHost.NIC), field.name()))
                    .as("MBean attribute %s %s", field.name(), when)
                    .isEqualTo((long) register.get(field));
        }
    }

    private void checkWaiting(String when) throws Exception {
        CompositeData shown = (CompositeData) server.getAttribute(Names.adpProfile(KillableHost.NIC), "Confirmation");
        assertThat(shown == null ? List.of() : List.of((Long) shown.get("change")))
                .as("what waits for its confirmation, MBean and journal %s", when)
                .isEqualTo(host.waitingOnDisk());
        if (shown == null) {
            assertThatThrownBy(() -> host.control.confirm(KillableHost.NIC, ControlledHost.ALICE))
                    .as("confirming nothing %s", when)
                    .isInstanceOf(ChangeRefusedException.class);
        }
    }

    private void checkEpoch(RegisterImage register, String when) {
        String id = host.watcher.of(KillableHost.NIC).orElseThrow().identity().stableId();
        assertThat(host.epochs.present(id).orElseThrow().words().get("timeout_retry_num_0"))
                .as("the profile of the epoch %s", when)
                .isEqualTo(register.get("timeout_retry_num_0"));
    }

    /** Asks for the same change with the same id, as a client does that got no answer. */
    void repeatTheApply(KillScenario scenario) throws Exception {
        Duration within = scenario == KillScenario.APPLY ? null : KillableHost.WITHIN;
        int sets = sets();
        Optional<ChangeRecord> earlier = asked();
        if (earlier.isEmpty() || earlier.get().outcome() == ChangeOutcome.NOT_SENT) {
            assertThat(host.apply(within).repeated()).isFalse();
            assertThat(sets()).isEqualTo(sets + 1);
        } else {
            assertThat(host.apply(within).repeated()).isTrue();
            assertThat(sets()).isEqualTo(sets);
        }
    }

    /** The change that the scenarios ask for; fails when it is there twice. */
    Optional<ChangeRecord> asked() {
        List<ChangeRecord> asked = host.history().stream()
                .filter(change -> KillableHost.REQUEST.equals(change.intent().request()))
                .toList();
        assertThat(asked).as("the change that was asked for").hasSizeLessThan(2);
        return asked.stream().findFirst();
    }

    /** The verified changes that took that one back. */
    List<ChangeKind> takenBack(ChangeRecord change) {
        return host.history().stream()
                .filter(other -> other.outcome() == ChangeOutcome.VERIFIED
                        && Long.valueOf(change.id()).equals(other.intent().undoes()))
                .map(other -> other.intent().kind())
                .toList();
    }

    @Override
    public void close() throws IOException {
        beans.close();
        host.close();
    }
}
