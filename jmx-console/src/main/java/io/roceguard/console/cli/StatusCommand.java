// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaAnswer;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.client.MBeanNames;
import io.roceguard.console.json.JsonObject;
import io.roceguard.text.TimeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "status",
        header = "Show the daemon, its NICs, and what needs attention.",
        description =
                "One line a NIC: whether it answers, adaptive retransmission (ADP) and its active profile, firmware,"
                        + " active ports, and the age of the reading.")
final class StatusCommand implements Callable<Integer> {

    private static final int NAME_WIDTH = 20;
    private static final int STATE_WIDTH = 18;
    private static final int FIRMWARE_WIDTH = 16;
    private static final int CELL_WIDTH = 11;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final DaemonOptions daemon;

    StatusCommand(Surroundings surroundings) {
        daemon = new DaemonOptions(surroundings);
    }

    @Override
    public Integer call() {
        List<JolokiaAnswer> answers = daemon.client(output)
                .send(
                        JolokiaRequest.read(
                                MBeanNames.DAEMON,
                                List.of("Version", "Mode", "UptimeSeconds", "ScanStatus", "StoreStatus")),
                        NicList.request(
                                "Name",
                                "StableId",
                                "PciAddress",
                                "NodeGuid",
                                "Driver",
                                "Firmware",
                                "BoardId",
                                "HcaType",
                                "VirtualFunction",
                                "AdpMode",
                                "AdpEvidence",
                                "ActiveProfileId",
                                "RegisterAccessPath",
                                "CounterSource",
                                "State",
                                "StateSinceMillis",
                                "PollAgeMillis",
                                "Ports",
                                "Health"),
                        QueuePairList.request("Status", "Count", "InErrorCount", "Processes"),
                        ControlStateList.request());
        JsonObject about = JsonObject.of(Answers.value(answers.get(0), "read the daemon's state"));
        List<JsonObject> nics = NicList.of(answers.get(1)).nics();
        QueuePairList pairs = QueuePairList.of(answers.get(2));
        ControlStateList control = ControlStateList.of(answers.get(3));
        output.print(
                nics.stream().map(nic -> document(nic, pairs, control)).toList(),
                () -> text(about, nics, pairs, control));
        return ExitCode.OK;
    }

    private static Map<String, @Nullable Object> document(
            JsonObject nic, QueuePairList pairs, ControlStateList control) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("nic", nic.get("Name"));
        row.put("stable_id", nic.get("StableId"));
        row.put("pci_address", nic.get("PciAddress"));
        row.put("node_guid", nic.get("NodeGuid"));
        row.put("driver", nic.get("Driver"));
        row.put("firmware", nic.get("Firmware"));
        row.put("board_id", nic.get("BoardId"));
        row.put("hca_type", nic.get("HcaType"));
        row.put("virtual_function", nic.get("VirtualFunction"));
        row.put("state", nic.get("State"));
        row.put("state_since_epoch_ms", nic.get("StateSinceMillis"));
        row.put("adp_mode", nic.get("AdpMode"));
        row.put("adp_evidence", nic.get("AdpEvidence"));
        row.put("active_profile_id", nic.get("ActiveProfileId"));
        row.put("register_access", nic.get("RegisterAccessPath"));
        row.put("counter_source", nic.get("CounterSource"));
        PortCount ports = PortCount.of(nic);
        row.put("ports_active", ports.active());
        row.put("ports_total", ports.all());
        row.put("ports_unknown", ports.unknown());
        JsonObject ofNic = pairs.of(NicList.name(nic)).orElse(JsonObject.of(null));
        row.put("queue_pairs", ofNic.integer("Count").orElse(null));
        row.put("queue_pairs_in_error", ofNic.integer("InErrorCount").orElse(null));
        row.put("poll_age_ms", nic.get("PollAgeMillis"));
        row.put("confirmation", control.confirmationDocument(NicList.name(nic)));
        row.put("desired_state", control.desiredStateDocument(NicList.name(nic)));
        return row;
    }

    private List<String> text(JsonObject about, List<JsonObject> nics, QueuePairList pairs, ControlStateList control) {
        List<String> lines = new ArrayList<>();
        lines.add(summary(about, nics.size()));
        for (String status : List.of("ScanStatus", "StoreStatus")) {
            about.text(status)
                    .filter(text -> !text.equals("ok"))
                    .ifPresent(text -> lines.add(output.warning(PrintableText.line(text))));
        }
        if (nics.isEmpty()) {
            lines.add("Without an RDMA device there is nothing to watch; try: roceguard run --sim");
            return lines;
        }
        lines.add("");
        lines.addAll(table(nics));
        List<String> attention = nics.stream()
                .flatMap(nic -> attention(nic, pairs, control).stream())
                .map(output::warning)
                .toList();
        if (!attention.isEmpty()) {
            lines.add("");
            lines.addAll(attention);
        }
        return lines;
    }

    private String summary(JsonObject about, int nics) {
        boolean simulation = about.text("Mode").filter("simulation"::equals).isPresent();
        String version = about.text("Version").map(PrintableText::line).orElse("of unknown version");
        String uptime = about.integer("UptimeSeconds")
                .map(seconds -> ", up " + TimeText.coarse(1000 * seconds.longValue()))
                .orElse("");
        return "RoceGuard " + version + " at " + daemon.address() + " " + (simulation ? "simulates " : "watches ")
                + PrintableText.count(nics, "NIC") + uptime + ".";
    }

    private List<String> table(List<JsonObject> nics) {
        TextTable table = new TextTable("").row("NIC", "STATE", "ADP", "PROFILE", "FIRMWARE", "PORTS", "AGE");
        for (JsonObject nic : nics) {
            table.row(
                    PrintableText.cell(NicList.name(nic), NAME_WIDTH),
                    shortState(nic),
                    PrintableText.cell(nic.text("AdpMode").orElse("-"), CELL_WIDTH),
                    nic.integer("ActiveProfileId").map(Number::toString).orElse("-"),
                    PrintableText.cell(nic.text("Firmware").orElse("-"), FIRMWARE_WIDTH),
                    PortCount.of(nic).text(),
                    nic.integer("PollAgeMillis")
                            .map(age -> TimeText.coarse(age.longValue()))
                            .orElse("-"));
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.set(0, output.bold(lines.get(0)));
        return lines;
    }

    /** The first words of the state, which may be a whole sentence; the sentence itself follows below the table. */
    private static String shortState(JsonObject nic) {
        String state = state(nic);
        int detail = state.indexOf(" (");
        return PrintableText.cell(detail > 0 ? state.substring(0, detail) : state, STATE_WIDTH);
    }

    private static List<String> attention(JsonObject nic, QueuePairList pairs, ControlStateList control) {
        String name = PrintableText.line(NicList.name(nic));
        List<String> lines = new ArrayList<>();
        health(nic).ifPresent(problem -> lines.add(sentence(name + ": " + problem)));
        pairs.of(NicList.name(nic))
                .flatMap(QueuePairList::inError)
                .ifPresent(inError -> lines.add(sentence(name + ": " + inError)));
        control.attention(NicList.name(nic)).forEach(line -> lines.add(name + ": " + PrintableText.line(line)));
        return lines;
    }

    private static Optional<String> health(JsonObject nic) {
        if (!state(nic).equals("ok")) {
            return Optional.of(state(nic));
        }
        List<String> broken = nic.objects("Health").stream()
                .filter(part -> part.flag("ok").filter(ok -> !ok).isPresent())
                .map(part -> part.text("part").orElse("?") + ": "
                        + part.text("state").orElse("?").replaceFirst("\\.$", ""))
                .toList();
        if (!broken.isEmpty()) {
            return Optional.of(String.join("; ", broken));
        }
        return PortCount.of(nic).dark() ? Optional.of("no port is active") : Optional.empty();
    }

    private static String state(JsonObject nic) {
        return nic.text("State").orElse("unknown");
    }

    private static String sentence(String text) {
        String line = PrintableText.line(text);
        return line.endsWith(".") ? line : line + ".";
    }
}
