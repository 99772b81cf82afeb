// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.NicWatch;
import io.roceguard.agent.poll.Watcher;
import io.roceguard.agent.store.AuditEntry;
import io.roceguard.agent.store.AuditTrail;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.register.Assignment;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterImage;
import io.roceguard.text.NearestName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * Changes ROCE_ACCL: reads the active state and the profile that is rewritten, makes the smallest SET, writes down who
 * wants it, sends it, reads again and compares. The whole sequence runs on the NIC's worker, so changes of one NIC never
 * overlap.
 */
public final class RegisterControl {

    private static final Logger LOG = System.getLogger(RegisterControl.class.getName());

    /** GET active, GET profile, SET, GET active. */
    private static final int STEPS = 4;

    private final Watcher watcher;
    private final AuditTrail audit;
    private final InstantSource clock;

    public RegisterControl(Watcher watcher, AuditTrail audit, InstantSource clock) {
        this.watcher = watcher;
        this.audit = audit;
        this.clock = clock;
    }

    /**
     * What these assignments would do, from a fresh reading; nothing is changed.
     *
     * @throws io.roceguard.register.RegisterEditException when the device does not allow them
     * @throws NicException when the register cannot be read
     */
    public ChangePlan plan(String nic, List<Assignment> assignments) throws NicException {
        return watch(nic).call("plan for ROCE_ACCL", STEPS, device -> planOn(device, assignments));
    }

    /**
     * Sends the smallest SET for these assignments and verifies it.
     *
     * @param why given by the caller, {@code ""} when none was given
     * @return verified or not: see {@link ChangeResult#verified()}
     * @throws io.roceguard.register.RegisterEditException when the device does not allow them; nothing was sent
     * @throws NicException when a reading or the SET failed
     * @throws UncheckedIOException when the audit trail cannot be written; nothing was sent
     */
    public ChangeResult apply(String nic, List<Assignment> assignments, Caller caller, String why) throws NicException {
        NicWatch watch = watch(nic);
        return watch.call("change of ROCE_ACCL", STEPS, device -> applyOn(device, watch, assignments, caller, why));
    }

    /** Reads the active state now and publishes it. */
    public RegisterImage refresh(String nic) throws NicException {
        NicWatch watch = watch(nic);
        return watch.call("GET ROCE_ACCL", 1, device -> {
            RegisterImage image = device.register().get(0);
            watch.sawRegister(image);
            return image;
        });
    }

    private NicWatch watch(String nic) {
        return watcher.watch(nic).orElseThrow(() -> {
            List<String> names = watcher.all().stream().map(NicSnapshot::name).toList();
            return new IllegalArgumentException(
                    "There is no NIC " + nic + "." + NearestName.hint(nic, names) + " Watched: " + names);
        });
    }

    private static ChangePlan planOn(Nic device, List<Assignment> assignments) throws NicException {
        RegisterImage active = device.register().get(0);
        OptionalInt id = RegisterEdit.profileToRewrite(active, assignments);
        boolean inForce = id.isEmpty() || active.get("adp_retx_profile_id") == id.getAsInt();
        boolean readable = !inForce && id.getAsInt() >= 1 && id.getAsInt() <= active.get("adp_retx_profile_max_id");
        RegisterImage profile = readable ? device.register().get(id.getAsInt()) : active;
        return new ChangePlan(device.identity().name(), active, RegisterEdit.of(active, profile, assignments));
    }

    private ChangeResult applyOn(Nic device, NicWatch watch, List<Assignment> assignments, Caller caller, String why)
            throws NicException {
        ChangePlan plan = planOn(device, assignments);
        String change = UUID.randomUUID().toString();
        write(change, device, plan, caller, "intent", assignments + (why.isEmpty() ? "" : " because: " + why));
        try {
            device.register().set(plan.edit().image());
            RegisterImage after = device.register().get(0);
            watch.sawRegister(after);
            ChangeResult result = new ChangeResult(plan, after);
            write(change, device, plan, caller, result.verified() ? "verified" : "not_taken", result.message());
            LOG.log(Level.INFO, "{0} ({1})", result.message(), caller);
            return result;
        } catch (NicException failed) {
            write(change, device, plan, caller, "failed", String.valueOf(failed.getMessage()));
            throw failed;
        }
    }

    private void write(String change, Nic device, ChangePlan plan, Caller caller, String stage, String detail) {
        AuditEntry entry = new AuditEntry(
                clock.millis(),
                change,
                plan.nic(),
                device.identity().stableId(),
                caller.name(),
                caller.channel(),
                stage,
                plan.edit().image().toString(),
                detail);
        try {
            audit.record(entry);
        } catch (IOException failed) {
            String sent = stage.equals("intent") ? "Nothing was sent to " : "The SET had already been sent to ";
            throw new UncheckedIOException(failed.getMessage() + ". " + sent + plan.nic() + ".", failed);
        }
    }
}
