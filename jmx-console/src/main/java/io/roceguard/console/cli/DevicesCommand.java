// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaAnswer;
import io.roceguard.console.json.JsonObject;
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
        name = "devices",
        header = "Show the NICs that the daemon watches and their ports.",
        description = "Identity, driver, firmware and access paths of each NIC; link and counters of each port.")
final class DevicesCommand implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final DaemonOptions daemon;

    DevicesCommand(Surroundings surroundings) {
        daemon = new DaemonOptions(surroundings);
    }

    @Override
    public Integer call() {
        JolokiaAnswer answer = daemon.client(output)
                .send(NicList.request(
                        "Name",
                        "StableId",
                        "PciAddress",
                        "NodeGuid",
                        "Driver",
                        "Firmware",
                        "BoardId",
                        "HcaType",
                        "VirtualFunction",
                        "RegisterAccessPath",
                        "RegisterAccessReason",
                        "CounterSource",
                        "Ports"))
                .get(0);
        List<JsonObject> nics = NicList.of(answer).nics();
        output.print(nics.stream().map(DevicesCommand::document).toList(), () -> text(nics));
        return ExitCode.OK;
    }

    private static Map<String, @Nullable Object> document(JsonObject nic) {
        Map<String, @Nullable Object> device = new LinkedHashMap<>();
        device.put("nic", nic.get("Name"));
        device.put("stable_id", nic.get("StableId"));
        device.put("pci_address", nic.get("PciAddress"));
        device.put("node_guid", nic.get("NodeGuid"));
        device.put("driver", nic.get("Driver"));
        device.put("firmware", nic.get("Firmware"));
        device.put("board_id", nic.get("BoardId"));
        device.put("hca_type", nic.get("HcaType"));
        device.put("virtual_function", nic.get("VirtualFunction"));
        device.put("register_access", nic.get("RegisterAccessPath"));
        device.put("register_access_reason", nic.get("RegisterAccessReason"));
        device.put("counter_source", nic.get("CounterSource"));
        device.put(
                "ports",
                nic.objects("Ports").stream().map(DevicesCommand::portDocument).toList());
        return device;
    }

    private static Map<String, @Nullable Object> portDocument(JsonObject port) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("port", port.get("number"));
        document.put("link_layer", port.get("linkLayer"));
        document.put("state", port.get("state"));
        document.put("physical_state", port.get("physicalState"));
        document.put("rate", port.get("rate"));
        document.put("netdevs", port.texts("netdevs"));
        document.put("bonded", port.get("bonded"));
        document.put("counters", port.get("counters"));
        document.put("counters_unavailable", port.get("unavailable"));
        document.put("counters_hidden", port.get("hidden"));
        document.put("counter_source", port.get("counterSource"));
        return document;
    }

    private List<String> text(List<JsonObject> nics) {
        List<String> lines = new ArrayList<>();
        if (nics.isEmpty()) {
            lines.add("The daemon at " + daemon.address() + " watches no NIC.");
        }
        for (JsonObject nic : nics) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            String function = nic.flag("VirtualFunction").orElse(false) ? ", virtual function" : "";
            lines.add(output.bold(PrintableText.line(NicList.name(nic))) + function);
            lines.addAll(new TextTable("  ")
                    .row("PCI address", told(nic, "PciAddress"))
                    .row("node GUID", told(nic, "NodeGuid"))
                    .row("driver", told(nic, "Driver"))
                    .row("firmware", told(nic, "Firmware"))
                    .row("board", told(nic, "HcaType") + " " + told(nic, "BoardId"))
                    .row("register", told(nic, "RegisterAccessPath"))
                    .row("counters", told(nic, "CounterSource"))
                    .lines());
            nic.text("RegisterAccessReason")
                    .filter(reason -> !reason.isBlank())
                    .ifPresent(reason -> lines.add("  " + PrintableText.line(reason)));
            lines.addAll(ports(nic));
        }
        return lines;
    }

    private static List<String> ports(JsonObject nic) {
        TextTable table = new TextTable("  ");
        for (JsonObject port : nic.objects("Ports")) {
            String netdevs = port.texts("netdevs").isEmpty() ? "-" : String.join(" ", port.texts("netdevs"));
            table.row(
                    "port " + port.integer("number").map(Number::toString).orElse("?"),
                    told(port, "state") + "/" + told(port, "physicalState"),
                    told(port, "linkLayer") + (port.flag("bonded").orElse(false) ? " bond" : ""),
                    told(port, "rate"),
                    PrintableText.line(netdevs),
                    counters(port));
        }
        return table.lines();
    }

    private static String counters(JsonObject port) {
        Optional<String> hidden = port.text("hidden");
        if (hidden.isPresent()) {
            return "no counters: " + PrintableText.line(hidden.get());
        }
        String read = port.integer("counters").map(Number::toString).orElse("?") + " counters";
        long unavailable = port.integer("unavailable").map(Number::longValue).orElse(0L);
        return unavailable == 0 ? read : read + ", " + unavailable + " unavailable";
    }

    private static String told(JsonObject object, String name) {
        return object.text(name).map(PrintableText::line).orElse("-");
    }
}
