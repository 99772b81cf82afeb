// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.DaemonException;
import io.roceguard.console.client.JolokiaClient;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.client.MBeanNames;
import io.roceguard.console.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "rollback",
        header = "Bring a NIC back to an earlier state.",
        description = {
            "Back to the state before the latest change, or with --to back to the state that a change left; the numbers"
                    + " are those of roceguard history. As far as the register allows it: the firmware's own timeouts"
                    + " come back with fwreset only.",
            "Needs a user with the role operator."
        },
        footer = {
            "",
            "Examples:",
            "  roceguard rollback mlx5_0 --dry-run",
            "  roceguard rollback mlx5_0 --to 12 --reason 'more retransmissions than before'"
        })
final class RollbackCommand implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final DaemonOptions daemon;

    @Parameters(index = "0", paramLabel = "NIC", description = "RDMA device name, as in status.")
    private String nic = "";

    @Option(names = "--to", paramLabel = "CHANGE", description = "Back to the state that this change left.")
    private @Nullable Long to;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the daemon's journal.")
    private String reason = "";

    @Option(names = "--dry-run", description = "Show what it would do, as plan does; nothing is changed.")
    private boolean dryRun;

    RollbackCommand(Surroundings surroundings) {
        daemon = new DaemonOptions(surroundings);
    }

    @Override
    public Integer call() {
        if (to != null && to < 1) {
            throw CliException.usage("--to must be the number of a change, as in roceguard history: value=" + to + ".");
        }
        String target = to == null ? "" : String.valueOf(to);
        String profile = MBeanNames.adpProfile(nic);
        JolokiaClient client = daemon.client(output);
        if (dryRun) {
            JolokiaRequest request = JolokiaRequest.exec(profile, "planRollback", target);
            JsonObject plan = JsonObject.of(NicCall.value(client, nic, request, "plan for " + nic));
            return PlanReport.ofRollback(output, nic, plan).print(line(target));
        }
        JsonObject result = result(client, JolokiaRequest.exec(profile, "rollback", target, reason));
        return new ChangeReport(output, nic, result).print(ConfirmCommand.line(nic, daemon));
    }

    private JsonObject result(JolokiaClient client, JolokiaRequest request) {
        try {
            return JsonObject.of(NicCall.value(client, nic, request, "roll back " + nic));
        } catch (DaemonException e) {
            if (e.kind() != DaemonException.Kind.UNREACHABLE) {
                throw e;
            }
            throw CliException.unreachable(e.getMessage() + " Whether it was rolled back is not known. Look before you"
                    + " repeat it: roceguard history " + nic + ".");
        }
    }

    private String line(String target) {
        List<String> words = new ArrayList<>(List.of("roceguard", "rollback", nic));
        if (!target.isEmpty()) {
            words.addAll(List.of("--to", target));
        }
        if (!reason.isEmpty()) {
            words.addAll(List.of("--reason", reason));
        }
        words.addAll(daemon.repeated());
        return ShellLine.of(words);
    }
}
