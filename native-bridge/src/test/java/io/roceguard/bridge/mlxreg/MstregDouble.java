// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import io.roceguard.register.RegisterImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The script {@code mstreg-double} in a directory of its own, with the register of its NIC; see its head. */
final class MstregDouble {

    /** A ConnectX-7 with its firmware's defaults. */
    static final RegisterImage DEFAULT = image(0x1800065f, 0x00000005, 0x41000fa0);

    /** The same with profile 1 written. */
    static final RegisterImage PROFILE_1 =
            image(0x1800065f, 0x10000005, 0x41000fa0, 0, 0x90400004, 0x00000002, 0x04010002);

    private final Path directory;

    private MstregDouble(Path directory) {
        this.directory = directory;
    }

    static MstregDouble in(Path directory) throws IOException {
        MstregDouble made = new MstregDouble(directory);
        try (InputStream script =
                Objects.requireNonNull(MstregDouble.class.getResourceAsStream("/mlxreg/mstreg-double"), "script")) {
            Files.copy(script, made.program());
        }
        Files.setPosixFilePermissions(made.program(), PosixFilePermissions.fromString("rwxr-xr-x"));
        made.write("active", DEFAULT);
        made.write("profile1", PROFILE_1);
        return made;
    }

    static RegisterImage image(int... first) {
        return RegisterImage.ofWords(Arrays.copyOf(first, RegisterImage.SHORT_DWORDS));
    }

    private Path program() {
        return directory.resolve("mstreg");
    }

    MlxregTool tool() {
        return new MlxregTool(program());
    }

    void write(String file, RegisterImage image) throws IOException {
        Files.write(directory.resolve(file), image.hexWords());
    }

    void mode(String mode) throws IOException {
        Files.writeString(directory.resolve("mode"), mode);
    }

    /** It exits with 1 and this on standard error. */
    void says(String text) throws IOException {
        mode("fails");
        Files.writeString(directory.resolve("stderr"), text + "\n");
    }

    /** It waits for {@link #release} before it does anything. */
    void hangs(String mode) throws IOException, InterruptedException {
        mode(mode);
        for (String fifo : List.of("ready", "end")) {
            int exit = new ProcessBuilder("mkfifo", directory.resolve(fifo).toString())
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IOException("mkfifo ended with " + exit);
            }
        }
    }

    /** Returns once it hangs. */
    void awaitHanging() {
        read("ready");
    }

    void release() throws IOException {
        Files.writeString(directory.resolve("end"), "\n");
    }

    RegisterImage active() {
        return RegisterImage.ofWords(read("active")
                .lines()
                .mapToInt(word -> Integer.parseUnsignedInt(word.substring(2), 16))
                .toArray());
    }

    /** The arguments of each run. */
    List<List<String>> runs() {
        return blocks(read("runs"), List.of("run"));
    }

    /** Each request to the firmware: {@code get} or {@code set} and the dwords. */
    List<List<String>> requests() {
        return blocks(read("requests"), List.of("get", "set"));
    }

    String read(String file) {
        try {
            return Files.readString(directory.resolve(file));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<List<String>> blocks(String text, List<String> heads) {
        List<List<String>> blocks = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (heads.contains(line)) {
                blocks.add(new ArrayList<>());
                if (heads.size() == 1) {
                    continue;
                }
            }
            blocks.get(blocks.size() - 1).add(line);
        }
        return blocks;
    }
}
