// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.poll.NicWatch;
import io.roceguard.agent.poll.PointOfNoReturn;
import io.roceguard.agent.poll.RegisterState;
import io.roceguard.agent.poll.Watcher;
import io.roceguard.agent.store.AuditTrail;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.register.Assignment;
import io.roceguard.register.RegisterEditException;
import io.roceguard.register.RegisterImage;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;

/**
 * Changes ROCE_ACCL: reads the active state and the profile that is rewritten, makes the smallest SET, writes down who
 * wants it, sends it, reads again and compares. The whole sequence runs on the NIC's worker, so changes of one NIC never
 * overlap.
 */
public final class RegisterControl {

    private static final Logger LOG = System.getLogger(RegisterControl.class.getName());

    private static final String CHANGE = "change of ROCE_ACCL";

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
     * What these assignments would do to the latest reading; nothing is changed. Only a profile that is not active is read
     * for it.
     *
     * @throws io.roceguard.register.RegisterEditException when the device does not allow them
     * @throws NicException when there is no reading, or the profile cannot be read
     */
    public ChangePlan plan(String nic, List<Assignment> assignments) throws NicException {
        NicWatch watch = watcher.required(nic);
        if (!(watch.snapshot().register() instanceof RegisterState.Known known)) {
            return watch.call("plan for ROCE_ACCL", STEPS, device -> ChangePlan.on(device, assignments));
        }
        if (ChangePlan.needsAnotherProfile(known.image(), assignments)) {
            return watch.call("plan for ROCE_ACCL", 1, device -> ChangePlan.on(device, known.image(), assignments));
        }
        return ChangePlan.of(nic, known.image(), assignments);
    }

    /**
     * Sends the smallest SET for these assignments and verifies it.
     *
     * @param why given by the caller, {@code ""} when none was given
     * @return verified or not: see {@link ChangeResult#verified()}
     * @throws io.roceguard.register.RegisterEditException when the device does not allow them; nothing was sent
     * @throws NicException when a reading or the SET failed; the message says whether anything was sent
     * @throws UncheckedIOException when the audit trail cannot be written; nothing was sent
     */
    public ChangeResult apply(String nic, List<Assignment> assignments, Caller caller, String why) throws NicException {
        NicWatch watch = watcher.required(nic);
        PointOfNoReturn point = new PointOfNoReturn();
        return watch.change(CHANGE, STEPS, point, device -> {
            ChangePlan plan = allowed(device, assignments, caller);
            AuditedChange change = new AuditedChange(audit, clock, device.identity(), plan, caller);
            device.confirmIdentity();
            point.pass(nic, CHANGE);
            change.intend(assignments + (why.isEmpty() ? "" : " because: " + why));
            ChangeResult result = send(device, watch, change, plan);
            LOG.log(Level.INFO, "{0} ({1})", result.message(), caller);
            return result;
        });
    }

    private static ChangePlan allowed(Nic device, List<Assignment> assignments, Caller caller) throws NicException {
        try {
            return ChangePlan.on(device, assignments);
        } catch (RegisterEditException refused) {
            LOG.log(
                    Level.INFO,
                    "Refused a change of {0} ({1}): {2}",
                    device.identity().name(),
                    caller,
                    refused.getMessage());
            throw refused;
        }
    }

    private static ChangeResult send(Nic device, NicWatch watch, AuditedChange change, ChangePlan plan)
            throws NicException {
        try {
            device.register().set(plan.edit().image());
        } catch (NicException | RuntimeException failed) {
            LOG.log(Level.WARNING, String.valueOf(failed.getMessage()));
            change.ended(refused(failed) ? "failed" : "unknown", String.valueOf(failed.getMessage()));
            throw failed;
        }
        RegisterImage after;
        try {
            after = device.register().get(0);
        } catch (NicException | RuntimeException unread) {
            LOG.log(Level.WARNING, "A SET was accepted and could not be verified: " + unread.getMessage());
            change.ended("unverified", String.valueOf(unread.getMessage()));
            throw new NicException.Unreachable(
                    plan.nic(),
                    "Verifying the change of ROCE_ACCL",
                    "the SET was accepted, but reading it back failed (" + unread.getMessage() + ")",
                    "Read the register again to know its state.",
                    unread);
        }
        watch.sawRegister(after);
        ChangeResult result = new ChangeResult(plan, after, "");
        String problem = change.ended(result.verified() ? "verified" : "not_taken", result.message());
        return new ChangeResult(plan, after, problem);
    }

    /** Whether it is sure that the SET changed nothing; after any other failure only a reading can tell. */
    private static boolean refused(Exception failed) {
        return failed instanceof NicException.Refused
                || failed instanceof NicException.Denied
                || failed instanceof NicException.NotSupported;
    }

    /** Reads the active state now and publishes it. */
    public RegisterImage refresh(String nic) throws NicException {
        NicWatch watch = watcher.required(nic);
        return watch.call("GET ROCE_ACCL", 1, device -> {
            RegisterImage image = device.register().get(0);
            watch.sawRegister(image);
            return image;
        });
    }
}
