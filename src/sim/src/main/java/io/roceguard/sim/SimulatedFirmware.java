// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.device.CommandStatus;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The semantics of ROCE_ACCL on one function. Settings are volatile: {@link #fwreset()} forgets them.
 *
 * <p>A SET takes exactly the fields whose select bits it carries, all or none of them; read-only and reserved bits are
 * ignored. One that selects the profile writes it and makes it the active one. This follows the register's description
 * and both dumps of NVIDIA's document. Not proved by any source: that a select bit which reads 0 is refused rather than
 * ignored, and what a GET of a profile shows that was never written (here: zeros). Thread-safe.
 */
public final class SimulatedFirmware {

    private static final RegisterField PROFILE_SELECT = RoceAccl.field("adp_retx_profile_select");
    private static final RegisterField PROFILE_ID = RoceAccl.field("adp_retx_profile_id");
    private static final RegisterField ADP_EN = RoceAccl.field("roce_adp_retrans_en");
    private static final RegisterField ACK_LIMIT_OFF = RoceAccl.field("min_ack_timeout_limit_disabled");

    /** Fields with reserved values, and the values that are not. */
    private static final Map<RegisterField, Set<Integer>> VALUES = Map.of(
            RoceAccl.field("cc_burst_size"), Set.of(0, 1, 2, 7),
            RoceAccl.field("cc_probe_mp_mode"), Set.of(0, 1));

    private static final int KNOWN_SELECTS = RoceAccl.FIELDS.stream()
            .filter(RegisterField::isSelect)
            .mapToInt(RegisterField::mask)
            .reduce(0, (a, b) -> a | b);

    private final CapabilityPreset preset;
    private final BooleanSupplier queuePairsActive;
    private final Runnable beforeChange;
    private volatile State state;

    /**
     * @param current what a GET with profile id 0 shows
     * @param profiles the stored profiles by id
     * @param timeouts what the active state makes of queue pairs
     */
    private record State(RegisterImage current, Map<Integer, RegisterImage> profiles, TimeoutsInForce timeouts) {

        State(RegisterImage current, Map<Integer, RegisterImage> profiles) {
            this(current, profiles, TimeoutsInForce.of(current));
        }
    }

    /**
     * @param queuePairsActive whether an application has a queue pair; asked when a profile is set
     * @param beforeChange runs before each change of the settings, while the old ones still hold
     */
    public SimulatedFirmware(CapabilityPreset preset, BooleanSupplier queuePairsActive, Runnable beforeChange) {
        this.preset = preset;
        this.queuePairsActive = queuePairsActive;
        this.beforeChange = beforeChange;
        this.state = new State(preset.afterReset(), Map.of());
    }

    /**
     * GET.
     *
     * @param request its {@code adp_retx_profile_id} counts: 0 for the active profile; the reply is as long as it
     */
    public RegisterImage get(RegisterImage request) throws FirmwareRefusal {
        requireRegister();
        State now = state;
        int id = request.get(PROFILE_ID);
        RegisterImage reply = now.current;
        if (id != 0) {
            ProfileRules.checkIdExists(id, now.current);
            reply = reply.with(PROFILE_ID, id).withProfileOf(now.profiles.getOrDefault(id, RegisterImage.zero()));
        }
        return reply.resized(request.dwords());
    }

    /** SET; 0x40 or 0x80 bytes. */
    public synchronized void set(RegisterImage words) throws FirmwareRefusal {
        requireRegister();
        checkSelects(words.word(0));
        State now = state;
        RegisterImage next = now.current;
        for (RegisterField field : selectedFields(words)) {
            checkValue(field, words.get(field));
            next = next.with(field, words.get(field));
        }
        Map<Integer, RegisterImage> profiles = now.profiles;
        if (words.get(PROFILE_SELECT) == 1) {
            checkProfile(words, now.current);
            profiles = new HashMap<>(profiles);
            profiles.put(next.get(PROFILE_ID), next);
        }
        beforeChange.run();
        state = new State(next, Map.copyOf(profiles));
    }

    /** A firmware reset: every setting is what it was at power-on, stored profiles are gone. */
    public synchronized void fwreset() {
        beforeChange.run();
        state = new State(preset.afterReset(), Map.of());
    }

    /**
     * Whether senders retransmit adaptively now: {@code roce_adp_retrans_en} is 1 and {@code
     * min_ack_timeout_limit_disabled} is 0, which was measured to switch it off on a ConnectX-6 with firmware timeouts.
     */
    public boolean adaptive() {
        RegisterImage current = state.current;
        return current.get(ADP_EN) == 1 && current.get(ACK_LIMIT_OFF) == 0;
    }

    /** What the settings make of queue pairs now. */
    TimeoutsInForce timeouts() {
        return state.timeouts;
    }

    private void requireRegister() throws FirmwareRefusal {
        if (preset.virtualFunction()) {
            throw new FirmwareRefusal(
                    CommandStatus.BAD_OP,
                    Syndrome.NO_REGISTER,
                    "A virtual function has no " + RoceAccl.NAME + "; ask on the physical function of its host.");
        }
    }

    private void checkSelects(int selects) throws FirmwareRefusal {
        int unknown = selects & ~KNOWN_SELECTS;
        if (unknown != 0) {
            throw FirmwareRefusal.badParam(
                    Syndrome.SELECT_UNKNOWN,
                    "Bit 0x0." + Integer.numberOfTrailingZeros(unknown) + " selects no known field; send it as 0.");
        }
        for (RegisterField select : selects(selects & ~preset.selects())) {
            throw FirmwareRefusal.badParam(
                    Syndrome.SELECT_NOT_CONFIGURABLE,
                    select.name() + " reads 0 on this function, so what it selects cannot be configured.");
        }
    }

    private static List<RegisterField> selectedFields(RegisterImage words) {
        return selects(words.word(0)).stream()
                .flatMap(select -> RoceAccl.selectedBy(select).stream())
                .toList();
    }

    private static List<RegisterField> selects(int bits) {
        return RoceAccl.FIELDS.stream()
                .filter(field -> field.isSelect() && (bits & field.mask()) != 0)
                .toList();
    }

    private static void checkValue(RegisterField field, int value) throws FirmwareRefusal {
        Set<Integer> values = VALUES.get(field);
        if (values != null && !values.contains(value)) {
            throw FirmwareRefusal.badParam(
                    Syndrome.VALUE_RESERVED, field.name() + "=" + value + " is a reserved value.");
        }
    }

    private void checkProfile(RegisterImage words, RegisterImage current) throws FirmwareRefusal {
        ProfileRules.check(words, current);
        if (!preset.earlyProfiles()) {
            return;
        }
        ProfileRules.checkNoneAdjacent(words);
        if (queuePairsActive.getAsBoolean()) {
            throw new FirmwareRefusal(
                    CommandStatus.BAD_RES_STATE,
                    Syndrome.QUEUE_PAIRS_ACTIVE,
                    "Firmware before xx.46.1006 takes no profile while queue pairs are in use;"
                            + " stop the RDMA applications, or update the firmware.");
        }
    }
}
