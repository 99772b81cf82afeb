// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaAnswer;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.client.MBeanNames;
import io.roceguard.console.json.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "history",
        header = "Show who changed which register, when, why, and what came of it.",
        description = {
            "The latest changes first, those of the daemon itself among them. Below a change stand its reason, what"
                    + " the caller's program said of itself, and what went wrong.",
            "The number of a change is what rollback --to takes."
        },
        footer = {"", "Examples:", "  roceguard history", "  roceguard history mlx5_0 --limit 100 --json"})
final class HistoryCommand implements Callable<Integer> {

    /** The daemon gives no more at once. */
    private static final int MOST = 10_000;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final DaemonOptions daemon;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NIC",
            description = "RDMA device name, or PCI address with node GUID as in status --json; none for all NICs.")
    private String nic = "";

    @Option(names = "--limit", paramLabel = "N", description = "At most so many changes, 1..10000; default 20.")
    private int limit = 20;

    HistoryCommand(Surroundings surroundings) {
        daemon = new DaemonOptions(surroundings);
    }

    @Override
    public Integer call() {
        if (limit < 1 || limit > MOST) {
            throw CliException.usage("--limit must be 1.." + MOST + ": value=" + limit + ".");
        }
        JolokiaRequest request = JolokiaRequest.exec(MBeanNames.DAEMON, "history", nic, String.valueOf(limit));
        List<JolokiaAnswer> answers = daemon.client(output).send(request, NicList.request("Name", "StableId"));
        Object answer = Answers.value(answers.get(0), "show the history");
        List<JsonObject> changes =
                JsonObject.of(Collections.singletonMap("list", answer)).objects("list");
        if (changes.isEmpty() && !nic.isEmpty()) {
            // A NIC that is gone keeps its history; a name that never was has none.
            checkName(NicList.of(answers.get(1)));
        }
        HistoryReport report = new HistoryReport(changes);
        output.print(report.documents(), () -> report.lines(nic, output::bold));
        return ExitCode.OK;
    }

    private void checkName(NicList nics) {
        boolean known = nics.nics().stream()
                .anyMatch(found -> NicList.name(found).equals(nic)
                        || found.text("StableId").filter(nic::equals).isPresent());
        if (!known) {
            throw nics.unknown(nic);
        }
    }
}
