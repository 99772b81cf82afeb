// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * What stands in a file or, as {@code -}, on stdin.
 *
 * @param source its name in messages
 */
record InputText(String source, String text) {

    private static final int LARGEST = 1 << 20;
    static final String STDIN = "-";

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /**
     * @param kind what such a text is called: {@code register text}
     * @throws CliException when it cannot be read or is larger than 1 MiB
     */
    static InputText read(String file, InputStream stdin, String kind) {
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
            throw CliException.usage(source + " is larger than 1 MiB, which no " + kind + " is.");
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        return new InputText(source, text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
    }

    private static String reason(IOException e) {
        return e instanceof AccessDeniedException ? "permission denied" : String.valueOf(e.getMessage());
    }
}
