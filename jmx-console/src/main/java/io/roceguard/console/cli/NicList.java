// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaAnswer;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.client.MBeanNames;
import io.roceguard.console.json.JsonObject;
import io.roceguard.text.NearestName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The Nic MBeans of a daemon, by name with numbers in their order. */
final class NicList {

    private static final Comparator<String> BY_NAME = Comparator.<String, String>comparing(
                    name -> name.replaceFirst("[0-9]+$", ""))
            .thenComparing(String::length)
            .thenComparing(Comparator.naturalOrder());

    private final List<JsonObject> nics;

    private NicList(List<JsonObject> nics) {
        this.nics = List.copyOf(nics);
    }

    static JolokiaRequest request(String... attributes) {
        return JolokiaRequest.read(MBeanNames.ALL_NICS, List.of(attributes));
    }

    /** @throws CliException when the daemon does not let the NICs be read */
    static NicList of(JolokiaAnswer answer) {
        // A pattern that matches nothing is answered like a name that does not exist.
        if (answer instanceof JolokiaAnswer.Failure failure && failure.noSuchMBean()) {
            return new NicList(List.of());
        }
        List<JsonObject> nics = new ArrayList<>();
        for (Object nic :
                JsonObject.of(Answers.value(answer, "read the NICs")).members().values()) {
            nics.add(JsonObject.of(nic));
        }
        nics.sort(Comparator.comparing(NicList::name, BY_NAME));
        return new NicList(nics);
    }

    static String name(JsonObject nic) {
        return nic.text("Name").orElse("?");
    }

    List<JsonObject> nics() {
        return nics;
    }

    Optional<JsonObject> find(String name) {
        return nics.stream().filter(nic -> name(nic).equals(name)).findFirst();
    }

    CliException unknown(String name) {
        List<String> names = nics.stream().map(NicList::name).toList();
        String known = names.isEmpty() ? " The daemon watches no NIC." : " NICs: " + String.join(", ", names) + ".";
        return CliException.usage(
                "There is no NIC named " + PrintableText.cell(name, 40) + "." + NearestName.hint(name, names) + known);
    }
}
