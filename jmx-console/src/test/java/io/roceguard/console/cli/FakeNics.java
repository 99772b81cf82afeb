// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.FakeDaemon;
import io.roceguard.console.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Answers as a daemon with the NICs mlx5_0 (well), mlx5_10 (stuck) and irdma0 (without the register). */
final class FakeNics {

    static final String WORDS =
            "0x1800065f 0x10000005 0x41000fa0 0x00000000 0x90400004 0x00000002 0x04010002 0x00000000"
                    + " 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000";

    private static final String NOT_FOUND = "javax.management.InstanceNotFoundException";

    private FakeNics() {}

    static FakeDaemon daemon() {
        return FakeDaemon.answering(FakeNics::answer);
    }

    /** The same, but operations are answered like that. */
    static FakeDaemon executing(Function<JsonObject, Map<String, Object>> operations) {
        return FakeDaemon.answering(request ->
                request.text("type").orElse("").equals("exec") ? operations.apply(request) : answer(request));
    }

    /** The operation that the first request of that daemon called, with its arguments. */
    static JsonObject called(FakeDaemon daemon) {
        return daemon.asked().get(0).requests().get(0);
    }

    /** Two NICs in that state, of which none tells its queue pairs. */
    static FakeDaemon withoutQueuePairs(String state) {
        String reason = "This kernel does not show them.";
        return FakeDaemon.answering(request -> switch (request.text("mbean").orElseThrow()) {
            case "io.roceguard:type=Nic,*" ->
                FakeDaemon.value(Map.of(
                        "io.roceguard:name=mlx5_0,type=Nic", nic("mlx5_0", "mlx5_core", "off", state),
                        "io.roceguard:name=mlx5_1,type=Nic", nic("mlx5_1", "mlx5_core", "off", "ok")));
            case "io.roceguard:type=QueuePairs,*" ->
                FakeDaemon.value(Map.of(
                        "io.roceguard:nic=mlx5_0,type=QueuePairs", Map.of("Nic", "mlx5_0", "Status", reason),
                        "io.roceguard:nic=mlx5_1,type=QueuePairs", Map.of("Nic", "mlx5_1", "Status", reason)));
            default -> answer(request);
        });
    }

    static Map<String, Object> answer(JsonObject request) {
        return switch (request.text("mbean").orElseThrow()) {
            case "io.roceguard:type=Daemon" ->
                FakeDaemon.value(Map.of(
                        "Version", "0.1.0", "Mode", "simulation", "UptimeSeconds", 200, "Nics", List.of("mlx5_0")));
            case "io.roceguard:type=Nic,*" ->
                FakeDaemon.value(Map.of(
                        "io.roceguard:name=mlx5_10,type=Nic", stuck(),
                        "io.roceguard:name=mlx5_0,type=Nic", well(),
                        "io.roceguard:name=irdma0,type=Nic", other()));
            case "io.roceguard:type=RoceAccl,nic=mlx5_0" -> FakeDaemon.value(register("ok", 800));
            case "io.roceguard:type=RoceAccl,nic=mlx5_10" ->
                FakeDaemon.value(Map.of("Status", "No answer within 5 s.", "AgeMillis", 0));
            case "io.roceguard:type=RoceAccl,nic=irdma0" ->
                FakeDaemon.value(Map.of("Status", "The driver irdma has no ROCE_ACCL."));
            case "io.roceguard:type=QueuePairs,*" ->
                FakeDaemon.value(Map.of(
                        "io.roceguard:nic=mlx5_0,type=QueuePairs", queuePairs(),
                        "io.roceguard:nic=mlx5_10,type=QueuePairs",
                                Map.of("Nic", "mlx5_10", "Status", "The queue pairs have not been listed yet."),
                        "io.roceguard:nic=irdma0,type=QueuePairs",
                                Map.of("Nic", "irdma0", "Status", "This kernel does not show them.")));
            case "io.roceguard:type=QueuePairs,nic=mlx5_0" -> queuePairs(request);
            case "io.roceguard:type=QueuePairs,nic=mlx5_10" ->
                FakeDaemon.failure(
                        500, "java.lang.IllegalStateException", "QUERY_QP on mlx5_10 failed: no answer within 5 s.");
            default -> FakeDaemon.failure(404, NOT_FOUND, request.text("mbean").orElseThrow());
        };
    }

    static Map<String, Object> register(String status, long ageMillis) {
        return Map.of(
                "roce_adp_retrans_en",
                1,
                "time_base",
                4,
                "adp_retx_base_timeout_min",
                4000,
                "Status",
                status,
                "AgeMillis",
                ageMillis,
                "Words",
                WORDS,
                "UnknownBits",
                List.of());
    }

    private static Map<String, Object> queuePairs() {
        Map<String, Object> pairs = new LinkedHashMap<>();
        pairs.put("Nic", "mlx5_0");
        pairs.put("Status", "ok");
        pairs.put("Source", "netlink");
        pairs.put("AgeMillis", 12_000);
        pairs.put("Count", 6);
        pairs.put("CountByState", new TreeMap<>(Map.of("ERR", 3, "RTS", 3)));
        pairs.put("ProcessCount", 3);
        pairs.put(
                "Processes",
                List.of(
                        owner(41000, "trainer", 3, 3),
                        owner(null, "ib_core", 2, 0),
                        owner(41001, "storage-target", 1, 0)));
        pairs.put("InErrorCount", 3);
        pairs.put("InError", List.of(pair(256, "ERR"), pair(257, "ERR"), pair(258, "ERR")));
        return pairs;
    }

    static Map<String, Object> owner(Integer pid, String command, int queuePairs, int inError) {
        Map<String, Object> owner = new LinkedHashMap<>();
        owner.put("pid", pid);
        owner.put("command", command);
        owner.put("queuePairs", queuePairs);
        owner.put("inError", inError);
        return owner;
    }

    private static Map<String, Object> pair(int number, String state) {
        return Map.of(
                "number",
                number,
                "port",
                1,
                "type",
                "RC",
                "state",
                state,
                "remoteNumber",
                2048 + number,
                "pid",
                41000,
                "command",
                "trainer");
    }

    private static Map<String, Object> queuePairs(JsonObject request) {
        List<String> arguments = request.texts("arguments");
        if (request.text("operation").orElse("").equals("list")) {
            return FakeDaemon.value(List.of(pair(256, "ERR"), pair(300, "RTS")));
        }
        if (!arguments.equals(List.of("256"))) {
            return FakeDaemon.failure(
                    500,
                    "java.lang.IllegalStateException",
                    "QUERY_QP on mlx5_0 failed: the firmware refused with BAD_RES.");
        }
        return FakeDaemon.value(Map.of(
                "number",
                256,
                "remoteNumber",
                2304,
                "ackTimeout",
                20,
                "ackTimeoutNanos",
                4_294_967_296L,
                "retryCount",
                7,
                "retriesLeft",
                0,
                "rnrRetry",
                7));
    }

    private static Map<String, Object> well() {
        Map<String, Object> nic = nic("mlx5_0", "mlx5_core", "profile", "ok");
        nic.put("ActiveProfileId", 1);
        nic.put("Ports", List.of(port(1, "ACTIVE"), port(2, "DOWN")));
        return nic;
    }

    private static Map<String, Object> stuck() {
        Map<String, Object> nic = nic("mlx5_10", "mlx5_core", "unknown", "unreachable (call pending 42 s)");
        nic.put("Ports", List.of(port(1, "ACTIVE")));
        return nic;
    }

    private static Map<String, Object> other() {
        Map<String, Object> nic = nic("irdma0", "irdma", "unsupported", "ok");
        nic.put(
                "Health",
                List.of(
                        Map.of("part", "register", "ok", true, "state", "unsupported"),
                        Map.of("part", "counters", "ok", false, "state", "EINVAL on 3 files")));
        nic.put("Ports", List.of(port(1, "DOWN")));
        return nic;
    }

    private static Map<String, Object> nic(String name, String driver, String adpMode, String state) {
        Map<String, Object> nic = new LinkedHashMap<>();
        nic.put("Name", name);
        nic.put("StableId", "0000:1a:00.0/0c42:a103:0065:1b2a");
        nic.put("PciAddress", "0000:1a:00.0");
        nic.put("NodeGuid", "0c42:a103:0065:1b2a");
        nic.put("Driver", driver);
        nic.put("Firmware", "28.46.1006");
        nic.put("BoardId", null);
        nic.put("HcaType", "MT4129");
        nic.put("VirtualFunction", false);
        nic.put("AdpMode", adpMode);
        nic.put("AdpEvidence", "roce_adp_retrans_en reads 1.");
        nic.put("ActiveProfileId", null);
        nic.put("RegisterAccessPath", "simulation");
        nic.put("RegisterAccessReason", name.equals("irdma0") ? "There is no fwctl device for it." : "");
        nic.put("CounterSource", "simulation");
        nic.put("State", state);
        nic.put("StateSinceMillis", 1_796_000_000_000L);
        nic.put("PollAgeMillis", 900);
        nic.put("Health", List.of());
        return nic;
    }

    private static Map<String, Object> port(int number, String state) {
        Map<String, Object> port = new LinkedHashMap<>();
        port.put("number", number);
        port.put("linkLayer", "ETHERNET");
        port.put("state", state);
        port.put("physicalState", "LinkUp");
        port.put("rate", "100 Gb/sec (2X HDR)");
        port.put("netdevs", List.of("eth" + number));
        port.put("bonded", false);
        port.put("counters", state.equals("ACTIVE") ? 45 : 0);
        port.put("unavailable", state.equals("ACTIVE") ? 3 : 0);
        port.put("hidden", state.equals("ACTIVE") ? null : "not read yet");
        return port;
    }
}
