// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.store.AuditEntry;
import io.roceguard.agent.store.AuditTrail;
import io.roceguard.device.NicIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.UUID;

/** One change on the audit trail: an intent before anything is sent, and what came of it. */
final class AuditedChange {

    private static final Logger LOG = System.getLogger(AuditedChange.class.getName());

    private final String id = UUID.randomUUID().toString();
    private final AuditTrail audit;
    private final InstantSource clock;
    private final NicIdentity nic;
    private final ChangePlan plan;
    private final Caller caller;

    AuditedChange(AuditTrail audit, InstantSource clock, NicIdentity nic, ChangePlan plan, Caller caller) {
        this.audit = audit;
        this.clock = clock;
        this.nic = nic;
        this.plan = plan;
        this.caller = caller;
    }

    /** @throws UncheckedIOException when it cannot be written; nothing may be sent then */
    void intend(String detail) {
        try {
            audit.record(entry("intent", detail));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed.getMessage() + ". Nothing was sent to " + plan.nic() + ".", failed);
        }
    }

    /**
     * Writes the outcome. It is a fact by then, so a trail that cannot be written does not replace it.
     *
     * @return a sentence when the trail could not be written, else {@code ""}
     */
    String ended(String stage, String detail) {
        try {
            audit.record(entry(stage, detail));
            return "";
        } catch (IOException failed) {
            LOG.log(Level.ERROR, "The outcome of a change is not on the audit trail: " + detail, failed);
            return "The outcome is not on the audit trail: " + failed.getMessage() + ".";
        }
    }

    private AuditEntry entry(String stage, String detail) {
        return new AuditEntry(
                clock.millis(),
                id,
                plan.nic(),
                nic.stableId(),
                caller.name(),
                caller.channel(),
                stage,
                plan.edit().image().toString(),
                detail);
    }
}
