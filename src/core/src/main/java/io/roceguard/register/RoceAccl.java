// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.roceguard.text.Excerpt;
import io.roceguard.text.NearestName;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The field table of register ROCE_ACCL (0x402c): mstflint's {@code roce_accl_reg_ext} and
 * {@code adp_retx_profile_ext}, checked bit by bit against both dumps of NVIDIA's "Adaptive Retransmission: Parameters
 * Control".
 *
 * <pre>
 *        31                 28            24      20          16 15     10 9            0
 *  00h  |  -  |prof_sel|ifa2|        -                          ... select bits 11..0    |
 *  04h  |-|profile_id  |ifa2|cc_burst|      (unnamed)           |ack_dscp|  enables 9..0 |
 *  08h  |-|max_range_num|-|max_id|  - |probe|        adp_retx_base_timeout_min (ns)       |
 *  0Ch  |                               reserved                                         |
 *  10h  |t|range_num |-|start |unit|   -    |              time_base                     |
 *  14h  |retx_total_timeout|      -        | init_low_bound | init_range_size            |
 *  18h..24h: ranges 0..3
 *       |-|prev_range_index|dec_mode|timeout_retry_num(10)| range_low_bound | range_size |
 *  28h..3Ch reserved; 40h..7Fh reserved, only in the 0x80-byte form
 * </pre>
 */
public final class RoceAccl {

    /** Register id. */
    public static final int ID = 0x402c;

    public static final String NAME = "ROCE_ACCL";

    /** Byte offset of {@code adp_retx_profile}. */
    public static final int PROFILE_OFFSET = 0x10;

    /** Bytes of {@code adp_retx_profile}. */
    public static final int PROFILE_LENGTH = 0x30;

    /** How many timeout ranges the layout has room for. */
    public static final int RANGES = 4;

    /** Every field with a known position, in the order mlxreg lists them: by offset, then by bit. */
    public static final List<RegisterField> FIELDS = List.of(
            new RegisterField(
                    "roce_adp_retrans_field_select",
                    "roce_adp_retrans_field_select",
                    0x00,
                    0,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2019",
                    "Reads 1 where roce_adp_retrans_en can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "roce_tx_window_field_select",
                    "roce_tx_window_field_select",
                    0x00,
                    1,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2019",
                    "Reads 1 where roce_tx_window_en can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "roce_slow_restart_field_select",
                    "roce_slow_restart_field_select",
                    0x00,
                    2,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2019",
                    "Reads 1 where roce_slow_restart_en can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "roce_slow_restart_idle_field_select",
                    "roce_slow_restart_idle_field_select",
                    0x00,
                    3,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2020-08",
                    "Reads 1 where roce_slow_restart_idle_en can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "min_ack_timeout_limit_disabled_field_select",
                    "min_ack_timeout_limit_disabled_field_select",
                    0x00,
                    4,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2022-07",
                    "Reads 1 where min_ack_timeout_limit_disabled can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "adaptive_routing_forced_en_field_select",
                    "adaptive_routing_forced_en_field_select",
                    0x00,
                    5,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2022-07",
                    "Reads 1 where adaptive_routing_forced_en can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "selective_repeat_forced_en_field_select",
                    "selective_repeat_forced_en_field_select",
                    0x00,
                    6,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2022-07",
                    "Reads 1 where selective_repeat_forced_en can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "dc_half_handshake_en_field_select",
                    "dc_half_handshake_en_field_select",
                    0x00,
                    7,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2023-10",
                    "Reads 1 where dc_half_handshake_en can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "cc_per_plane_en_field_select",
                    "cc_per_plane_en_field_select",
                    0x00,
                    8,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2025-10",
                    "Reads 1 where cc_per_plane_en can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "ack_dscp_force_field_select",
                    "ack_dscp_force_field_select",
                    0x00,
                    9,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2023-10",
                    "Reads 1 where ack_dscp_force and ack_dscp can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "cc_burst_size_select",
                    "cc_burst_size_select",
                    0x00,
                    10,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2025-10",
                    "Reads 1 where cc_burst_size can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "cc_probe_mp_mode_field_select",
                    "cc_probe_mp_mode_field_select",
                    0x00,
                    11,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2025-11",
                    "Reads 1 where cc_probe_mp_mode can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "ifa2_turn_around_select",
                    "ifa2_turn_around_select",
                    0x00,
                    27,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2025-06",
                    "Reads 1 where ifa2_turn_around_en can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "adp_retx_profile_select",
                    "adp_retx_profile_select",
                    0x00,
                    28,
                    1,
                    Access.RW,
                    null,
                    "",
                    "2025-07",
                    "Reads 1 where adp_retx_profile_id and the whole profile can be configured on this function; a SET carries 1 to modify it."),
            new RegisterField(
                    "roce_adp_retrans_en",
                    "roce_adp_retrans_en",
                    0x04,
                    0,
                    1,
                    Access.RW,
                    "roce_adp_retrans_field_select",
                    "",
                    "2019",
                    "Adaptive retransmission (ADP) is on."),
            new RegisterField(
                    "roce_tx_window_en",
                    "roce_tx_window_en",
                    0x04,
                    1,
                    1,
                    Access.RW,
                    "roce_tx_window_field_select",
                    "",
                    "2019",
                    "Each QP limits its data in flight by a transmission window."),
            new RegisterField(
                    "roce_slow_restart_en",
                    "roce_slow_restart_en",
                    0x04,
                    2,
                    1,
                    Access.RW,
                    "roce_slow_restart_field_select",
                    "",
                    "2019",
                    "A sender restarts slowly after loss or congestion."),
            new RegisterField(
                    "roce_slow_restart_idle_en",
                    "roce_slow_restart_idle_en",
                    0x04,
                    3,
                    1,
                    Access.RW,
                    "roce_slow_restart_idle_field_select",
                    "",
                    "2020-08",
                    "A sender restarts slowly after its QP was idle."),
            new RegisterField(
                    "min_ack_timeout_limit_disabled",
                    "min_ack_timeout_limit_disabled",
                    0x04,
                    4,
                    1,
                    Access.RW,
                    "min_ack_timeout_limit_disabled_field_select",
                    "",
                    "2022-07",
                    "The firmware does not enforce its minimum ACK timeout; on ConnectX-6 this was measured to switch adaptive retransmission off altogether."),
            new RegisterField(
                    "adaptive_routing_forced_en",
                    "adaptive_routing_forced_en",
                    0x04,
                    5,
                    1,
                    Access.RW,
                    "adaptive_routing_forced_en_field_select",
                    "",
                    "2022-07",
                    "Every QP created from now on gets adaptive routing (1) or does not (0)."),
            new RegisterField(
                    "selective_repeat_forced_en",
                    "selective_repeat_forced_en",
                    0x04,
                    6,
                    1,
                    Access.RW,
                    "selective_repeat_forced_en_field_select",
                    "",
                    "2022-07",
                    "Every QP created from now on gets selective repeat (1) or does not (0)."),
            new RegisterField(
                    "dc_half_handshake_en",
                    "dc_half_handshake_en",
                    0x04,
                    7,
                    1,
                    Access.RW,
                    "dc_half_handshake_en_field_select",
                    "",
                    "2023-10",
                    "DC QPs default to the half handshake."),
            new RegisterField(
                    "cc_per_plane_en",
                    "cc_per_plane_en",
                    0x04,
                    8,
                    1,
                    Access.RW,
                    "cc_per_plane_en_field_select",
                    "",
                    "2025-10",
                    "Congestion control works per plane."),
            new RegisterField(
                    "ack_dscp_force",
                    "ack_dscp_force",
                    0x04,
                    9,
                    1,
                    Access.RW,
                    "ack_dscp_force_field_select",
                    "",
                    "2023-10",
                    "The DSCP of ACKs is forced to ack_dscp."),
            new RegisterField(
                    "ack_dscp",
                    "ack_dscp",
                    0x04,
                    10,
                    6,
                    Access.RW,
                    "ack_dscp_force_field_select",
                    "DSCP",
                    "2023-10",
                    "The DSCP of ACKs that the notification point sends."),
            new RegisterField(
                    "cc_burst_size",
                    "cc_burst_size",
                    0x04,
                    24,
                    3,
                    Access.RW,
                    "cc_burst_size_select",
                    "",
                    "2025-10",
                    "Congestion-control burst: 0 = 4 KB, 1 = 8 KB, 2 = 16 KB, 7 = 1.5 KB, others reserved."),
            new RegisterField(
                    "ifa2_turn_around_en",
                    "Ifa2_turn_around_en",
                    0x04,
                    27,
                    1,
                    Access.RW,
                    "ifa2_turn_around_select",
                    "",
                    "2025-06",
                    "IFA2 turn-around is on."),
            new RegisterField(
                    "adp_retx_profile_id",
                    "adp_retx_profile_id",
                    0x04,
                    28,
                    3,
                    Access.INDEX,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "The active profile in a reading (0 = the firmware's own timeouts); the profile to write in a SET, where 0 is reserved."),
            new RegisterField(
                    "adp_retx_base_timeout_min",
                    "adp_retx_base_timeout_min",
                    0x08,
                    0,
                    20,
                    Access.RO,
                    null,
                    "ns",
                    "2025-07",
                    "The least base timeout of a profile."),
            new RegisterField(
                    "cc_probe_mp_mode",
                    "cc_probe_mp_mode",
                    0x08,
                    20,
                    2,
                    Access.RW,
                    "cc_probe_mp_mode_field_select",
                    "",
                    "2025-11",
                    "Multi-path probes: 0 = PROBE_ACCEPT, 1 = PROBE_DISCARD."),
            new RegisterField(
                    "adp_retx_profile_max_id",
                    "adp_retx_profile_max_id",
                    0x08,
                    24,
                    3,
                    Access.RO,
                    null,
                    "",
                    "2025-07",
                    "The highest profile id of this device."),
            new RegisterField(
                    "adp_retx_profile_max_range_num",
                    "adp_retx_profile_max_range_num",
                    0x08,
                    28,
                    3,
                    Access.RO,
                    null,
                    "",
                    "2025-07",
                    "The most timeout ranges in a profile of this device."),
            new RegisterField(
                    "time_base",
                    "time_base",
                    0x10,
                    0,
                    16,
                    Access.RW,
                    "adp_retx_profile_select",
                    "us",
                    "2025-07",
                    "The base of every time of the profile, a power of two."),
            new RegisterField(
                    "time_unit",
                    "time_unit",
                    0x10,
                    22,
                    2,
                    Access.RW,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "The unit of time_base: 1 = microseconds, others reserved."),
            new RegisterField(
                    "start_range_index",
                    "start_range_index",
                    0x10,
                    24,
                    3,
                    Access.RW,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "The range a new QP starts with when its initial timeout lies in none."),
            new RegisterField(
                    "range_num",
                    "range_num",
                    0x10,
                    28,
                    3,
                    Access.RW,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "How many timeout ranges are valid."),
            new RegisterField(
                    "qp_total_timeout",
                    "qp_total_timeout",
                    0x10,
                    31,
                    1,
                    Access.RW,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "1: the total timeout is the QP's retry count times its timeout; 0: it is time_base << retx_total_timeout."),
            new RegisterField(
                    "timeout_init_range_size",
                    "timeout_init_range_size",
                    0x14,
                    0,
                    8,
                    Access.RW,
                    "adp_retx_profile_select",
                    "exponent",
                    "2025-07",
                    "How many initial timeouts there are: time_base << low_bound up to below time_base << (low_bound + size)."),
            new RegisterField(
                    "timeout_init_low_bound",
                    "timeout_init_low_bound",
                    0x14,
                    8,
                    8,
                    Access.RW,
                    "adp_retx_profile_select",
                    "exponent",
                    "2025-07",
                    "The lowest initial timeout is time_base << this."),
            new RegisterField(
                    "retx_total_timeout",
                    "retx_total_timeout",
                    0x14,
                    24,
                    8,
                    Access.RW,
                    "adp_retx_profile_select",
                    "exponent",
                    "2025-07",
                    "The total timeout is time_base << this, where qp_total_timeout is 0."),
            new RegisterField(
                    "range_size_0",
                    "range_size_0",
                    0x18,
                    0,
                    8,
                    Access.RW,
                    "adp_retx_profile_select",
                    "exponent",
                    "2025-07",
                    "How many doublings range 0 holds."),
            new RegisterField(
                    "range_low_bound_0",
                    "range_low_bound_0",
                    0x18,
                    8,
                    8,
                    Access.RW,
                    "adp_retx_profile_select",
                    "exponent",
                    "2025-07",
                    "The lowest timeout of range 0 is time_base << this."),
            new RegisterField(
                    "timeout_retry_num_0",
                    "timeout_retry_num_0",
                    0x18,
                    16,
                    10,
                    Access.RW,
                    "adp_retx_profile_select",
                    "retries",
                    "2025-07",
                    "How often range 0 uses one timeout before it is doubled."),
            new RegisterField(
                    "dec_mode_0",
                    "dec_mode_0",
                    0x18,
                    26,
                    2,
                    Access.RW,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "How range 0 falls on progress: 0 = TO_DIV_4, 1 = TO_DIV_2, 2 = TO_LOW_BOUND, 3 reserved."),
            new RegisterField(
                    "prev_range_index_0",
                    "prev_range_index_0",
                    0x18,
                    28,
                    3,
                    Access.RW,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "The range to go to from the lowest timeout of range 0 on progress; must be 0."),
            new RegisterField(
                    "range_size_1",
                    "range_size_1",
                    0x1c,
                    0,
                    8,
                    Access.RW,
                    "adp_retx_profile_select",
                    "exponent",
                    "2025-07",
                    "How many doublings range 1 holds."),
            new RegisterField(
                    "range_low_bound_1",
                    "range_low_bound_1",
                    0x1c,
                    8,
                    8,
                    Access.RW,
                    "adp_retx_profile_select",
                    "exponent",
                    "2025-07",
                    "The lowest timeout of range 1 is time_base << this."),
            new RegisterField(
                    "timeout_retry_num_1",
                    "timeout_retry_num_1",
                    0x1c,
                    16,
                    10,
                    Access.RW,
                    "adp_retx_profile_select",
                    "retries",
                    "2025-07",
                    "How often range 1 uses one timeout before it is doubled."),
            new RegisterField(
                    "dec_mode_1",
                    "dec_mode_1",
                    0x1c,
                    26,
                    2,
                    Access.RW,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "How range 1 falls on progress: 0 = TO_DIV_4, 1 = TO_DIV_2, 2 = TO_LOW_BOUND, 3 reserved."),
            new RegisterField(
                    "prev_range_index_1",
                    "prev_range_index_1",
                    0x1c,
                    28,
                    3,
                    Access.RW,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "The range to go to from the lowest timeout of range 1 on progress; must be below 1, and 0 for range 0."),
            new RegisterField(
                    "range_size_2",
                    "range_size_2",
                    0x20,
                    0,
                    8,
                    Access.RW,
                    "adp_retx_profile_select",
                    "exponent",
                    "2025-07",
                    "How many doublings range 2 holds."),
            new RegisterField(
                    "range_low_bound_2",
                    "range_low_bound_2",
                    0x20,
                    8,
                    8,
                    Access.RW,
                    "adp_retx_profile_select",
                    "exponent",
                    "2025-07",
                    "The lowest timeout of range 2 is time_base << this."),
            new RegisterField(
                    "timeout_retry_num_2",
                    "timeout_retry_num_2",
                    0x20,
                    16,
                    10,
                    Access.RW,
                    "adp_retx_profile_select",
                    "retries",
                    "2025-07",
                    "How often range 2 uses one timeout before it is doubled."),
            new RegisterField(
                    "dec_mode_2",
                    "dec_mode_2",
                    0x20,
                    26,
                    2,
                    Access.RW,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "How range 2 falls on progress: 0 = TO_DIV_4, 1 = TO_DIV_2, 2 = TO_LOW_BOUND, 3 reserved."),
            new RegisterField(
                    "prev_range_index_2",
                    "prev_range_index_2",
                    0x20,
                    28,
                    3,
                    Access.RW,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "The range to go to from the lowest timeout of range 2 on progress; must be below 2, and 0 for range 0."),
            new RegisterField(
                    "range_size_3",
                    "range_size_3",
                    0x24,
                    0,
                    8,
                    Access.RW,
                    "adp_retx_profile_select",
                    "exponent",
                    "2025-07",
                    "How many doublings range 3 holds."),
            new RegisterField(
                    "range_low_bound_3",
                    "range_low_bound_3",
                    0x24,
                    8,
                    8,
                    Access.RW,
                    "adp_retx_profile_select",
                    "exponent",
                    "2025-07",
                    "The lowest timeout of range 3 is time_base << this."),
            new RegisterField(
                    "timeout_retry_num_3",
                    "timeout_retry_num_3",
                    0x24,
                    16,
                    10,
                    Access.RW,
                    "adp_retx_profile_select",
                    "retries",
                    "2025-07",
                    "How often range 3 uses one timeout before it is doubled."),
            new RegisterField(
                    "dec_mode_3",
                    "dec_mode_3",
                    0x24,
                    26,
                    2,
                    Access.RW,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "How range 3 falls on progress: 0 = TO_DIV_4, 1 = TO_DIV_2, 2 = TO_LOW_BOUND, 3 reserved."),
            new RegisterField(
                    "prev_range_index_3",
                    "prev_range_index_3",
                    0x24,
                    28,
                    3,
                    Access.RW,
                    "adp_retx_profile_select",
                    "",
                    "2025-07",
                    "The range to go to from the lowest timeout of range 3 on progress; must be below 3, and 0 for range 0."));

    /**
     * Names that NVIDIA's tool prints and no public table places (bits 12..26 of 00h and 23:16 of 04h are likely). They
     * are recognised in listings and refused in assignments; a SET carries 0 there.
     */
    public static final List<String> UNPLACED = List.of("ps_metadata_reg_id_select", "ps_metadata_reg_id");

    private static final Map<String, RegisterField> BY_NAME =
            FIELDS.stream().collect(toUnmodifiableMap(RegisterField::name, Function.identity()));

    private static final List<String> NAMES =
            FIELDS.stream().map(RegisterField::name).toList();

    /** The select bits, lowest first. */
    public static final List<RegisterField> SELECTS =
            FIELDS.stream().filter(RegisterField::isSelect).toList();

    private static final Map<String, List<RegisterField>> SELECTED_BY = SELECTS.stream()
            .collect(toUnmodifiableMap(
                    RegisterField::name,
                    select -> FIELDS.stream()
                            .filter(field -> select.name().equals(field.select()))
                            .toList()));

    private static final int[] KNOWN_BITS = knownBits();

    private RoceAccl() {}

    /** The field of that mlxreg name, without regard to case. */
    public static Optional<RegisterField> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
    }

    /**
     * The field of that mlxreg name, without regard to case.
     *
     * @throws IllegalArgumentException naming the closest field
     */
    public static RegisterField field(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException(unknown(name)));
    }

    /** "ROCE_ACCL has no field NAME. Did you mean ...?" */
    public static String unknown(String name) {
        if (UNPLACED.contains(name.toLowerCase(Locale.ROOT))) {
            return NAME + " field " + Excerpt.of(name)
                    + " has no publicly known position, so it can be neither read nor written.";
        }
        return NAME + " has no field " + Excerpt.of(name) + "." + NearestName.hint(name, NAMES);
    }

    /** Every field that a SET takes over together with this select bit, in table order; none for any other field. */
    public static List<RegisterField> selectedBy(RegisterField select) {
        return SELECTED_BY.getOrDefault(select.name(), List.of());
    }

    /** The canonical names in table order. */
    public static List<String> names() {
        return NAMES;
    }

    /** The select bit of the field in dword 0; 0 for a field that needs none. */
    static int selectMask(RegisterField field) {
        String select = field.select();
        RegisterField bit = select == null ? null : BY_NAME.get(select);
        return bit == null ? 0 : bit.mask();
    }

    /** The bits of that dword that belong to a field of the table; 0 from dword 10 on. */
    static int knownBits(int dword) {
        return dword < KNOWN_BITS.length ? KNOWN_BITS[dword] : 0;
    }

    private static int[] knownBits() {
        int[] known = new int[RegisterImage.SHORT_DWORDS];
        for (RegisterField field : FIELDS) {
            known[field.dword()] |= field.mask();
        }
        return known;
    }
}
