// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.json.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that every command has, and the two ways to answer: text, or exactly one JSON document. */
public final class Output {

    static final String JSON_OPTION = "--json";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(names = JSON_OPTION, description = "Print one JSON document; messages go to stderr.")
    private boolean json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    /** Whether the document is what will be printed. */
    boolean json() {
        return json;
    }

    /** Prints the answer, in the form that was asked for. */
    public void print(Object document, Supplier<List<String>> text) {
        PrintWriter out = spec().commandLine().getOut();
        if (json) {
            out.println(Json.line(document));
        } else {
            text.get().forEach(out::println);
        }
        out.flush();
    }

    /** Says something beside the answer, on stderr. */
    public void note(String sentence) {
        PrintWriter err = spec().commandLine().getErr();
        err.println("roceguard: " + PrintableText.line(sentence));
        err.flush();
    }

    /** The text in bold on a terminal. */
    String bold(String text) {
        return styled(Style.bold, text);
    }

    /** The text as a warning on a terminal. */
    String warning(String text) {
        return styled(Style.fg_yellow, text);
    }

    private String styled(Style style, String text) {
        boolean styled = spec().commandLine().getColorScheme().ansi().enabled();
        return styled ? Style.on(style) + text + Style.off(style) : text;
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec, "the command is not part of a command line");
    }
}
