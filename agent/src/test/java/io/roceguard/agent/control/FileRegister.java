// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import io.roceguard.sim.CapabilityPreset;
import io.roceguard.sim.FirmwareRefusal;
import io.roceguard.sim.SimulatedFirmware;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * ROCE_ACCL that outlives the process, as the one of a NIC does: a file with the words of every SET that the firmware took,
 * a line each. A SET is in force if and only if its line is there, so whoever reads the file knows the register and how
 * often it was set.
 */
final class FileRegister {

    private final Path file;
    private final SimulatedFirmware firmware =
            new SimulatedFirmware(CapabilityPreset.CX7_2025_07, () -> false, () -> {});

    FileRegister(Path file) {
        this.file = file;
        for (String words : lines()) {
            take(MlxregText.parseReading(file.toString(), words).image());
        }
    }

    RegisterImage get(int profileId) {
        try {
            return firmware.get(RegisterImage.zero().with(RoceAccl.field("adp_retx_profile_id"), profileId));
        } catch (FirmwareRefusal refused) {
            throw new IllegalStateException(refused);
        }
    }

    void set(RegisterImage words) {
        take(words);
        try {
            // One write of a few bytes: it happens as a whole or not at all.
            Files.writeString(file, words + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void take(RegisterImage words) {
        try {
            firmware.set(words);
        } catch (FirmwareRefusal refused) {
            throw new IllegalStateException(refused);
        }
    }

    /** How often it was set, by all processes together. */
    int sets() {
        return lines().size();
    }

    private List<String> lines() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
