// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/** The root of the command line. */
@Command(
        name = "roceguard",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = VersionText.class,
        description = {
            "RoceGuard watches and sets RoCE adaptive retransmission (ADP) on NVIDIA ConnectX NICs: is it on, which"
                    + " timeouts are in force, and what the retransmission counters say. A daemon on each host reads the"
                    + " NICs and writes the firmware register ROCE_ACCL; it is seen through JMX, HTTP (Jolokia,"
                    + " Prometheus) and this command."
        },
        optionListHeading = "%nOptions%n",
        exitCodeListHeading = "%nExit codes%n",
        exitCodeList = {
            "0:it worked",
            "1:the answer is \"no\": a refused change, something invalid",
            "2:the command line or the input cannot be taken",
            "3:the daemon or the device could not be reached"
        },
        footerHeading = "%nExamples%n",
        footer = {
            "  roceguard run --sim                          a daemon with two simulated NICs",
            "  roceguard status                             what it watches",
            "  roceguard get mlx5_0 roce_adp_retrans_en     is ADP on?",
            "  roceguard plan mlx5_0 flap-1s                what would setting this profile do?",
            "  roceguard encode --set roce_adp_retrans_en=1 the same change for mlxreg",
            "",
            "With --json every command prints one JSON document on stdout. ROCEGUARD_URL names the daemon,",
            "ROCEGUARD_TOKEN the caller; ROCEGUARD_DEBUG=1 adds stack traces to errors."
        })
public final class RoceguardCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    private RoceguardCommand() {}

    /**
     * Every command of this module and some more, which report errors with {@link CliException} and take their common
     * options from {@link Output}.
     *
     * @param further annotated with {@link Command}
     */
    public static CommandLine commandLine(Object... further) {
        return create(Surroundings.ofProcess(), further);
    }

    static CommandLine create(Surroundings surroundings, Object... further) {
        CommandLine root = new CommandLine(new RoceguardCommand())
                .addSubcommand(new StatusCommand(surroundings))
                .addSubcommand(new DevicesCommand(surroundings))
                .addSubcommand(new QueuePairsCommand(surroundings))
                .addSubcommand(new GetCommand(surroundings))
                .addSubcommand(new PlanCommand(surroundings))
                .addSubcommand(new ApplyCommand(surroundings))
                .addSubcommand(new ConfirmCommand(surroundings))
                .addSubcommand(new RollbackCommand(surroundings))
                .addSubcommand(new HistoryCommand(surroundings))
                .addSubcommand(new PresetsCommand())
                .addSubcommand(new ValidateCommand(surroundings))
                .addSubcommand(new ExplainCommand(surroundings))
                .addSubcommand(new RecommendCommand(surroundings))
                .addSubcommand(new DecodeCommand(surroundings))
                .addSubcommand(new EncodeCommand(surroundings));
        for (Object command : further) {
            root.addSubcommand(command);
        }
        FailureReport report = new FailureReport(surroundings);
        root.setParameterExceptionHandler(report);
        root.setExecutionExceptionHandler(report);
        root.setUsageHelpWidth(100);
        root.setExpandAtFiles(false);
        root.getSubcommands()
                .values()
                .forEach(command -> layOut(command.getCommandSpec().usageMessage()));
        groupCommands(root);
        return root;
    }

    private static void layOut(UsageMessageSpec help) {
        help.abbreviateSynopsis(true);
        help.synopsisHeading("%nUsage: ");
        help.descriptionHeading("%n");
        help.parameterListHeading("%nParameters%n");
        help.optionListHeading("%nOptions%n");
    }

    /** Puts the grouped list of commands before the options. */
    private static void groupCommands(CommandLine root) {
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new GroupedCommands());
        List<String> sections = new ArrayList<>(root.getHelpSectionKeys());
        sections.remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST);
        sections.remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
        int options = sections.indexOf(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING);
        sections.add(options, UsageMessageSpec.SECTION_KEY_COMMAND_LIST);
        root.setHelpSectionKeys(sections);
    }

    /** Without a command there is nothing to do but to explain. */
    @Override
    public Integer call() {
        CommandLine root = Objects.requireNonNull(spec, "made by commandLine()").commandLine();
        root.usage(root.getErr());
        return ExitCode.USAGE;
    }
}
