// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.roceguard.sim.Scenario;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class HelpTest {

    static Stream<CommandSpec> commands() {
        CommandLine root = Main.commandLine();
        return Stream.concat(Stream.of(root), root.getSubcommands().values().stream())
                .map(CommandLine::getCommandSpec);
    }

    /** picocli takes every text of help for a format. */
    @ParameterizedTest
    @MethodSource("commands")
    void everyTextIsAFormat(CommandSpec command) {
        Stream<String> texts = Stream.of(
                        Stream.of(command.usageMessage().header()),
                        Stream.of(command.usageMessage().description()),
                        Stream.of(command.usageMessage().footer()),
                        command.args().stream().flatMap(argument -> Stream.of(argument.description())))
                .flatMap(each -> each);

        assertThat(texts)
                .allSatisfy(text -> assertThatCode(() -> String.format(text)).doesNotThrowAnyException());
    }

    @Test
    void runNamesEveryScenario() {
        String usage = Main.commandLine().getSubcommands().get("run").getUsageMessage();

        assertThat(usage).contains(Scenario.ids());
    }
}
