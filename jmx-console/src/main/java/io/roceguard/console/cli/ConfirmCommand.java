// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.client.MBeanNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "confirm",
        header = "Keep the change of a NIC that waits for it.",
        description =
                "What apply --confirm-within set is taken back unless it is confirmed in time. Needs a user with the"
                        + " role operator. The exit code is 1 when no change waits.",
        footer = {"", "Examples:", "  roceguard confirm mlx5_0"})
final class ConfirmCommand implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final DaemonOptions daemon;

    @Parameters(index = "0", paramLabel = "NIC", description = "RDMA device name, as in status.")
    private String nic = "";

    ConfirmCommand(Surroundings surroundings) {
        daemon = new DaemonOptions(surroundings);
    }

    /** This command for that NIC of the same daemon. */
    static String line(String nic, DaemonOptions daemon) {
        List<String> words = new ArrayList<>(List.of("roceguard", "confirm", nic));
        words.addAll(daemon.repeated());
        return ShellLine.of(words);
    }

    @Override
    public Integer call() {
        JolokiaRequest request = JolokiaRequest.exec(MBeanNames.adpProfile(nic), "confirm");
        Object answer = NicCall.value(daemon.client(output), nic, request, "confirm the change of " + nic);
        String message = answer instanceof String text ? text : "Confirmed.";
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("nic", nic);
        document.put("message", message);
        output.print(
                document, () -> List.of(output.bold(PrintableText.line(nic)) + ": " + PrintableText.line(message)));
        return ExitCode.OK;
    }
}
