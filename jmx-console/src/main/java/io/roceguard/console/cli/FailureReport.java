// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.DaemonException;
import io.roceguard.console.json.Json;
import io.roceguard.register.RegisterEditException;
import io.roceguard.text.NearestName;
import io.roceguard.text.TextException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what went wrong into one line on stderr, with --json also into one document, and the exit code. */
final class FailureReport implements IParameterExceptionHandler, IExecutionExceptionHandler {

    private static final String DEBUG = "ROCEGUARD_DEBUG";

    private final Surroundings surroundings;

    FailureReport(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        boolean json = Arrays.asList(args).contains(Output.JSON_OPTION);
        String message = failure instanceof UnmatchedArgumentException unmatched
                ? unmatched(command, unmatched.getUnmatched().get(0))
                : sentence(String.valueOf(failure.getMessage()));
        String help = command.getCommandSpec().qualifiedName() + " --help";
        return report(command, json, ExitCode.USAGE, message + " See: " + help, failure);
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        boolean json = parsed.originalArgs().contains(Output.JSON_OPTION);
        int exitCode = exitCode(failure);
        String message = exitCode == ExitCode.DEFECT
                ? "This is a defect of roceguard: " + failure + ". Run again with " + DEBUG
                        + "=1 and report what it prints."
                : String.valueOf(failure.getMessage());
        return report(command, json, exitCode, message, failure);
    }

    private static int exitCode(Exception failure) {
        if (failure instanceof CliException known) {
            return known.exitCode();
        }
        if (failure instanceof DaemonException daemon) {
            return daemon.kind() == DaemonException.Kind.REFUSED ? ExitCode.NO : ExitCode.UNREACHABLE;
        }
        if (failure instanceof RegisterEditException) {
            return ExitCode.NO;
        }
        return failure instanceof TextException ? ExitCode.USAGE : ExitCode.DEFECT;
    }

    private int report(CommandLine command, boolean json, int exitCode, String message, Exception failure) {
        PrintWriter err = command.getErr();
        err.println("roceguard: " + PrintableText.line(message));
        if (surroundings.variable(DEBUG).filter("1"::equals).isPresent()) {
            failure.printStackTrace(err);
        }
        err.flush();
        if (json) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("error", message);
            document.put("exit_code", exitCode);
            command.getOut().println(Json.line(document));
            command.getOut().flush();
        }
        return exitCode;
    }

    private static String unmatched(CommandLine command, String argument) {
        String shown = PrintableText.cell(argument, 40);
        if (argument.startsWith("-")) {
            List<String> options = new ArrayList<>();
            for (OptionSpec option : command.getCommandSpec().options()) {
                options.addAll(List.of(option.names()));
            }
            return "There is no option " + shown + "." + NearestName.hint(argument, options);
        }
        if (!command.getSubcommands().isEmpty()) {
            return "There is no command " + shown + "."
                    + NearestName.hint(argument, command.getSubcommands().keySet());
        }
        return "The argument " + shown + " is one too many.";
    }

    private static String sentence(String message) {
        return message.endsWith(".") ? message : message + ".";
    }
}
