// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.epoch;

import io.roceguard.agent.poll.NicListener;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.RegisterState;
import io.roceguard.agent.store.ChangeJournal;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.agent.store.Epoch;
import io.roceguard.agent.store.EpochLog;
import io.roceguard.register.AdpMode;
import io.roceguard.register.RegisterImage;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Follows the state of each NIC and begins an epoch when it changes, whoever changed it. What ended the one before is told
 * as far as the host and the journal prove it. A store that cannot be written costs epochs, and nothing else.
 */
public final class Epochs implements NicListener {

    /** What can begin an epoch, beside {@code change 17}. */
    public static final String FIRST_LOOK = "first look";

    public static final String REBOOT = "reboot";
    public static final String FIRMWARE_UPDATE = "firmware update";
    public static final String FIRMWARE_RESET = "reset of the firmware";
    public static final String DRIVER_RELOAD = "reload of the driver";
    public static final String SOMEBODY_ELSE = "somebody else";

    private static final Logger LOG = System.getLogger(Epochs.class.getName());
    private static final String PROFILE_ID = "adp_retx_profile_id";

    private final EpochLog log;
    private final ChangeJournal journal;
    private final InstantSource clock;
    private final Map<String, Epoch> present = new ConcurrentHashMap<>();

    /** NICs that went and came back, and whose register has not been read since. */
    private final Set<String> foundAnew = ConcurrentHashMap.newKeySet();

    private volatile boolean failing;

    public Epochs(EpochLog log, ChangeJournal journal, InstantSource clock) {
        this.log = log;
        this.journal = journal;
        this.clock = clock;
    }

    /** The present epoch of that NIC; empty before its register was read. */
    public Optional<Epoch> present(String stableId) {
        return Optional.ofNullable(present.get(stableId));
    }

    /**
     * What made the register of a NIC read as it does, if that happened after a time.
     *
     * @param sinceMillis epoch milliseconds
     */
    public String causeSince(String stableId, RegisterImage now, long sinceMillis) {
        Epoch epoch = present.get(stableId);
        if (epoch != null && epoch.begunMillis() >= sinceMillis) {
            return epoch.cause();
        }
        try {
            return journal.latest(stableId, 1).stream()
                    .filter(change -> change.intent().begunMillis() >= sinceMillis
                            && change.left().equals(now))
                    .findFirst()
                    .map(change -> "change " + change.id())
                    .orElse(SOMEBODY_ELSE);
        } catch (IOException unread) {
            return "not known: " + unread.getMessage();
        }
    }

    @Override
    public void added(NicSnapshot first, @Nullable String formerName) {
        // The register has not been read yet.
    }

    @Override
    public void changed(NicSnapshot before, NicSnapshot after) {
        if (!(after.register() instanceof RegisterState.Known known)) {
            return;
        }
        String id = after.identity().stableId();
        String firmware = Objects.requireNonNullElse(after.identity().firmware(), "");
        try {
            Epoch last = present.get(id);
            if (last == null) {
                last = log.present(id).orElse(null);
            }
            Optional<String> cause = cause(last, known.image(), firmware, id);
            if (last == null || cause.isPresent()) {
                last = log.begin(
                        id,
                        after.name(),
                        firmware,
                        AdpMode.of(known.image()).label(),
                        known.image(),
                        cause.orElse(FIRST_LOOK),
                        clock.millis());
                failing = false;
                LOG.log(
                        Level.INFO,
                        "{0}: adaptive retransmission is {1} from now on ({2}).",
                        after.name(),
                        last.mode(),
                        last.cause());
            }
            present.put(id, last);
            foundAnew.remove(id);
        } catch (IOException failed) {
            if (!failing) {
                LOG.log(Level.ERROR, "An epoch is not written down: " + failed.getMessage());
            }
            failing = true;
        }
    }

    @Override
    public void removed(NicSnapshot last, @Nullable String newName) {
        present.remove(last.identity().stableId());
        foundAnew.add(last.identity().stableId());
    }

    /** Why this reading does not belong to the last epoch; empty when it does. */
    private Optional<String> cause(@Nullable Epoch last, RegisterImage now, String firmware, String stableId)
            throws IOException {
        if (last == null) {
            return Optional.of(FIRST_LOOK);
        }
        if (!last.boot().equals(log.boot())) {
            return Optional.of(REBOOT);
        }
        if (!last.firmware().equals(firmware)) {
            return Optional.of(FIRMWARE_UPDATE);
        }
        if (sameState(last.words(), now)) {
            return Optional.empty();
        }
        Optional<ChangeRecord> change = journal.latest(stableId, 1).stream()
                .filter(latest -> mayHaveEnded(last, latest) && sameState(latest.left(), now))
                .findFirst();
        if (change.isPresent()) {
            return Optional.of("change " + change.get().id());
        }
        // Nothing but a reset of the firmware leads back to profile 0.
        boolean reset = last.words().get(PROFILE_ID) != 0 && now.get(PROFILE_ID) == 0;
        if (reset) {
            return Optional.of(FIRMWARE_RESET);
        }
        return Optional.of(foundAnew.contains(stableId) ? DRIVER_RELOAD : SOMEBODY_ELSE);
    }

    /** Whether the change can be what ended that epoch: one that was refused, or is older than it, is not. */
    private static boolean mayHaveEnded(Epoch last, ChangeRecord change) {
        return change.outcome().mayHaveChanged() && change.intent().begunMillis() >= last.begunMillis();
    }

    private static boolean sameState(RegisterImage one, RegisterImage other) {
        return AdpMode.of(one) == AdpMode.of(other)
                && one.get(PROFILE_ID) == other.get(PROFILE_ID)
                && RegisterImage.zero()
                        .withProfileOf(one.resized(RegisterImage.SHORT_DWORDS))
                        .equals(RegisterImage.zero().withProfileOf(other.resized(RegisterImage.SHORT_DWORDS)));
    }
}
