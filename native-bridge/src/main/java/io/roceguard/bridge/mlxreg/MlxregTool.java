// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The program that reaches registers: NVIDIA's {@code mlxreg} or {@code mstreg} of mstflint, which take the same options.
 * It is the tool itself and not a script that starts it: a signal to the script would leave the tool running.
 *
 * @param program absolute path
 */
public record MlxregTool(Path program) {

    /** Where packages put it. */
    public static final List<Path> DIRECTORIES = List.of(
            Path.of("/usr/bin"),
            Path.of("/usr/sbin"),
            Path.of("/usr/local/bin"),
            Path.of("/usr/local/sbin"),
            Path.of("/opt/mellanox/bin"));

    private static final List<String> NAMES = List.of("mlxreg", "mstreg");

    /** @throws IllegalArgumentException unless the path is absolute and an executable file */
    public MlxregTool {
        if (!program.isAbsolute()) {
            throw new IllegalArgumentException("The path of mlxreg or mstreg must be absolute: " + program + ".");
        }
        if (!isExecutableFile(program)) {
            throw new IllegalArgumentException("There is no executable file " + program + ".");
        }
    }

    /** {@code mlxreg} in the first of these directories that has it, else {@code mstreg} likewise. */
    public static Optional<MlxregTool> find(List<Path> directories) {
        return NAMES.stream()
                .flatMap(name -> directories.stream().map(directory -> directory.resolve(name)))
                .map(Path::toAbsolutePath)
                .filter(MlxregTool::isExecutableFile)
                .findFirst()
                .map(MlxregTool::new);
    }

    private static boolean isExecutableFile(Path program) {
        return Files.isRegularFile(program) && Files.isExecutable(program);
    }

    /** {@code mstreg}. */
    public String name() {
        return String.valueOf(program.getFileName());
    }

    /** The path. */
    @Override
    public String toString() {
        return program.toString();
    }
}
