// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.QpTiming;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "plan",
        header = "Show what a change of a NIC would do; nothing is changed.",
        description = {
            "The values that change, the SET, findings, what happens to queue pairs on a dead path before and after,"
                    + " who is affected and what cannot be undone. The queue pairs are those seen on the NIC, unless"
                    + " their settings are given.",
            "The exit code is 1 when the change would be refused whatever is accepted."
        },
        footer = {
            "",
            "Examples:",
            "  roceguard plan mlx5_0 flap-1s",
            "  roceguard plan mlx5_0 adp_retx_profile_id=1,time_base=8 --ack-timeout 20 --retry-count 7"
        })
final class PlanCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final DaemonOptions daemon;

    @Mixin
    private final ChangeArgument change = new ChangeArgument();

    @Mixin
    private final AckTimingOptions timing = new AckTimingOptions();

    PlanCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
        daemon = new DaemonOptions(surroundings);
    }

    @Override
    public Integer call() {
        Optional<QpTiming> given = timing.given();
        ChangeArgument.Given wanted = change.read(surroundings.stdin());
        JolokiaRequest request = given.map(pairs -> wanted.request(
                        "planProfileFor",
                        "planFor",
                        String.valueOf(pairs.ackTimeout()),
                        String.valueOf(pairs.retryCount())))
                .orElseGet(() -> wanted.request("planProfile", "plan"));
        String nic = wanted.nic();
        JsonObject plan = JsonObject.of(NicCall.value(daemon.client(output), nic, request, "plan for " + nic));
        return PlanReport.ofChange(output, nic, plan).print(line(wanted, plan));
    }

    private String line(ChangeArgument.Given wanted, JsonObject plan) {
        List<String> words = new ArrayList<>(List.of("roceguard", "apply", wanted.nic(), wanted.argument()));
        List<String> accept = plan.texts("mustAccept");
        if (!accept.isEmpty()) {
            words.addAll(List.of("--accept", String.join(",", accept)));
        }
        plan.text("id").filter(id -> !id.isEmpty()).ifPresent(id -> words.addAll(List.of("--plan", id)));
        words.addAll(daemon.repeated());
        return ShellLine.of(words) + (wanted.argument().equals("-") ? " < PROFILE" : "");
    }
}
