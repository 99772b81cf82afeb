// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A command as it can be copied into a shell. */
final class ShellLine {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,@%+-]+");

    private ShellLine() {}

    static String of(List<String> words) {
        return words.stream().map(ShellLine::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
