// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaAnswer;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.client.MBeanNames;
import io.roceguard.console.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The QueuePairs MBeans of a daemon, by the name of their NIC. */
final class QueuePairList {

    private static final int NAMED_OWNERS = 2;

    private final Map<String, JsonObject> byNic;

    private QueuePairList(Map<String, JsonObject> byNic) {
        this.byNic = byNic;
    }

    static JolokiaRequest request(String... attributes) {
        List<String> all = new ArrayList<>(List.of("Nic"));
        all.addAll(List.of(attributes));
        return JolokiaRequest.read(MBeanNames.ALL_QUEUE_PAIRS, all);
    }

    /** Nothing for a NIC whose daemon is older than these MBeans. */
    static QueuePairList of(JolokiaAnswer answer) {
        Map<String, JsonObject> byNic = new LinkedHashMap<>();
        if (answer instanceof JolokiaAnswer.Value found) {
            for (Object member : JsonObject.of(found.value()).members().values()) {
                JsonObject pairs = JsonObject.of(member);
                pairs.text("Nic").ifPresent(nic -> byNic.put(nic, pairs));
            }
        }
        return new QueuePairList(byNic);
    }

    Optional<JsonObject> of(String nic) {
        return Optional.ofNullable(byNic.get(nic));
    }

    /** Why the queue pairs of that NIC are not known; empty when they are. */
    Optional<String> problem(String nic) {
        Optional<JsonObject> pairs = of(nic);
        if (pairs.isEmpty()) {
            return Optional.of("The daemon does not show them. It may be older than this command.");
        }
        return pairs.get().text("Status").filter(status -> !status.equals("ok"));
    }

    /** How many queue pairs that NIC has, 0 when it is not known. */
    long count(String nic) {
        return of(nic).flatMap(pairs -> pairs.integer("Count"))
                .map(Number::longValue)
                .orElse(0L);
    }

    /**
     * {@code 3 QPs in ERR, of trainer (pid 41000)}; empty when none are.
     *
     * @param pairs with InErrorCount and Processes
     */
    static Optional<String> inError(JsonObject pairs) {
        long count = pairs.integer("InErrorCount").map(Number::longValue).orElse(0L);
        if (count == 0) {
            return Optional.empty();
        }
        List<String> owners = pairs.objects("Processes").stream()
                .filter(owner -> owner.integer("inError").map(Number::longValue).orElse(0L) > 0)
                .map(QueuePairList::owner)
                .toList();
        String named = owners.stream().limit(NAMED_OWNERS).collect(Collectors.joining(", "));
        String more =
                owners.size() > NAMED_OWNERS ? " and " + PrintableText.count(owners.size() - NAMED_OWNERS, "more") : "";
        return Optional.of(
                PrintableText.count(count, "QP") + " in ERR" + (named.isEmpty() ? "" : ", of " + named + more));
    }

    private static String owner(JsonObject owner) {
        Optional<String> pid = owner.integer("pid").map(Number::toString);
        Optional<String> command = owner.text("command").map(PrintableText::line);
        if (pid.isEmpty() && command.isEmpty()) {
            return "an owner that the daemon cannot see";
        }
        return command.orElse("a process") + pid.map(id -> " (pid " + id + ")").orElse("");
    }
}
