// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.DaemonException;
import io.roceguard.console.client.JolokiaClient;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.json.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "apply",
        header = "Change fields of register ROCE_ACCL of a NIC, or set a profile.",
        description = {
            "One SET that selects only what is assigned; the daemon reads the register again and says what came of"
                    + " it. Refused when the profile that results has errors, or warnings that are not accepted: see"
                    + " roceguard plan.",
            "Needs a user with the role operator. Settings last until the next firmware reset or reboot."
        },
        footer = {
            "",
            "Examples:",
            "  roceguard apply mlx5_0 roce_adp_retrans_en=1 --reason 'enable ADP, change 4711'",
            "  roceguard apply mlx5_0 adp_retx_profile_id=1,time_base=8 --accept W_STORM",
            "  roceguard apply mlx5_0 flap-1s --confirm-within 5m --guard"
        })
final class ApplyCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final DaemonOptions daemon;

    @Mixin
    private final ChangeArgument change = new ChangeArgument();

    @Mixin
    private final ChangeOptions options = new ChangeOptions();

    ApplyCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
        daemon = new DaemonOptions(surroundings);
    }

    @Override
    public Integer call() {
        String[] further = options.arguments();
        ChangeArgument.Given given = change.read(surroundings.stdin());
        JolokiaRequest request = given.request("applyProfile", "applyChange", further);
        JsonObject result = result(daemon.client(output), given.nic(), request);
        return new ChangeReport(output, given.nic(), result).print(ConfirmCommand.line(given.nic(), daemon));
    }

    private JsonObject result(JolokiaClient client, String nic, JolokiaRequest request) {
        try {
            return JsonObject.of(NicCall.value(client, nic, request, "change " + nic));
        } catch (DaemonException e) {
            if (e.kind() != DaemonException.Kind.UNREACHABLE) {
                throw e;
            }
            throw CliException.unreachable(e.getMessage() + " Whether the change was made is not known. Repeat the"
                    + " same command with " + ChangeOptions.REQUEST_ID + " " + options.requestId()
                    + ": it is made once at most.");
        }
    }
}
