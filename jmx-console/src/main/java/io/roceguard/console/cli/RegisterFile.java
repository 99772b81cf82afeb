// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterReading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Register text from a file or, as {@code -}, from stdin. */
final class RegisterFile {

    private static final int LARGEST = 1 << 20;
    private static final String STDIN = "-";

    private RegisterFile() {}

    /**
     * @throws CliException when it cannot be read or is larger than 1 MiB
     * @throws io.roceguard.text.TextException when it is no register text
     */
    static RegisterReading read(String file, InputStream stdin) {
        boolean fromStdin = file.equals(STDIN);
        String source = fromStdin ? "<stdin>" : PrintableText.line(file);
        byte[] bytes;
        try (InputStream in = fromStdin ? stdin : Files.newInputStream(Path.of(file))) {
            bytes = in.readNBytes(LARGEST + 1);
        } catch (NoSuchFileException | InvalidPathException e) {
            throw CliException.usage("There is no file " + source + ". Give one, or - for stdin.");
        } catch (IOException e) {
            throw CliException.usage(source + " cannot be read: " + reason(e) + ".");
        }
        if (bytes.length > LARGEST) {
            throw CliException.usage(source + " is larger than 1 MiB, which no register text is.");
        }
        return MlxregText.parseReading(source, new String(bytes, StandardCharsets.UTF_8));
    }

    private static String reason(IOException e) {
        return e instanceof java.nio.file.AccessDeniedException ? "permission denied" : String.valueOf(e.getMessage());
    }
}
