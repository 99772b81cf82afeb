// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.register.RegisterImage;
import io.roceguard.text.NearestName;
import java.util.Arrays;
import java.util.List;

/**
 * A kind of NIC: who it says it is, what its ROCE_ACCL can do, and what holds after a reset. Where no public source
 * tells, the value is marked as inferred. Board ids are those of common cards of the family, for the look of it.
 */
public enum CapabilityPreset {

    /**
     * ConnectX-5 on its LTS firmware, which brought configurable QP timeouts below 16 (release notes 16.35.1012, October
     * 2022). Select bits 0..4 are inferred from the register's history (2019 to 2022-07). No profile.
     */
    CX5("cx5", "MT4119", "MT_0000000008", "16.35.1012", "100 Gb/sec (4X EDR)", 0x0000001f, 0x5, 0),

    /**
     * ConnectX-6 with the firmware of a public lab report (20.43.4100), which predates profiles. Select bits 0..5 and 9
     * are inferred from the register's history (2019 to 2023-10); the defaults are the report's.
     */
    CX6("cx6", "MT4123", "MT_0000000225", "20.43.4100", "200 Gb/sec (4X HDR)", 0x0000023f, 0x5, 0),

    /**
     * ConnectX-7 with the first profile firmware, April 2025. NVIDIA's list of fixes for xx.46.1006 says what it could
     * not do yet: take a profile while a QP is active, and ranges with consecutive timeouts. That it refuses (rather than
     * ignores) them, and its select bits (those of {@link #CX7_2025_07} without cc_burst_size and ifa2), are inferred.
     */
    CX7_2025_04(
            "cx7-2025-04", "MT4129", "MT_0000000838", "28.45.1020", "200 Gb/sec (2X NDR)", 0x1000025f, 0x5, 0x41000fa0),

    /** The device of NVIDIA's document "Adaptive Retransmission: Parameters Control", word for word its first dump. */
    CX7_2025_07(
            "cx7-2025-07", "MT4129", "MT_0000000838", "28.46.1006", "200 Gb/sec (2X NDR)", 0x1800065f, 0x5, 0x41000fa0),

    /**
     * An SR-IOV virtual function of {@link #CX7_2025_07}. Cloud operators report that register access needs the physical
     * function, while counters work; that the firmware answers BAD_OP is inferred from kernel logs of similar functions.
     */
    VF("vf", "MT4126", "MT_0000000838", "28.46.1006", "200 Gb/sec (2X NDR)", 0, 0x5, 0),

    /**
     * A ConnectX-4: of adaptive retransmission, transmission window and slow restart "two of the three are not even
     * supported" (a user's report). That slow restart is the supported one, and the firmware version, are inferred.
     */
    NO_ADP("no-adp", "MT4115", "MT_2190110032", "12.28.2006", "100 Gb/sec (4X EDR)", 0x00000004, 0x4, 0);

    private final String id;
    private final String hcaType;
    private final String boardId;
    private final String firmware;
    private final String rate;
    private final int selects;
    private final int settings;
    private final int capabilities;

    CapabilityPreset(
            String id,
            String hcaType,
            String boardId,
            String firmware,
            String rate,
            int selects,
            int settings,
            int capabilities) {
        this.id = id;
        this.hcaType = hcaType;
        this.boardId = boardId;
        this.firmware = firmware;
        this.rate = rate;
        this.selects = selects;
        this.settings = settings;
        this.capabilities = capabilities;
    }

    /**
     * @param id as {@link #id()} spells it
     * @throws IllegalArgumentException when there is none of that id; the message names the nearest and all
     */
    public static CapabilityPreset of(String id) {
        return Arrays.stream(values())
                .filter(preset -> preset.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no capability preset " + id + "."
                        + NearestName.hint(id, ids()) + " Presets: " + String.join(", ", ids()) + "."));
    }

    /** The ids of all presets. */
    public static List<String> ids() {
        return Arrays.stream(values()).map(CapabilityPreset::id).toList();
    }

    /** As configuration names it, {@code cx7-2025-07}. */
    public String id() {
        return id;
    }

    /** {@code MT4129}. */
    public String hcaType() {
        return hcaType;
    }

    /** PSID. */
    public String boardId() {
        return boardId;
    }

    /** {@code 28.46.1006}. */
    public String firmware() {
        return firmware;
    }

    /** Speed of each port as the kernel prints it. */
    public String rate() {
        return rate;
    }

    public boolean virtualFunction() {
        return this == VF;
    }

    /** True where firmware before xx.46.1006 takes profiles with restrictions. */
    boolean earlyProfiles() {
        return this == CX7_2025_04;
    }

    /** Dword 0 of every reading: the select bits that can be used on this function. */
    public int selects() {
        return selects;
    }

    /** What a GET with profile id 0 shows after a reset, 0x40 bytes. */
    public RegisterImage afterReset() {
        int[] words = new int[RegisterImage.SHORT_DWORDS];
        words[0] = selects;
        words[1] = settings;
        words[2] = capabilities;
        return RegisterImage.ofWords(words);
    }
}
