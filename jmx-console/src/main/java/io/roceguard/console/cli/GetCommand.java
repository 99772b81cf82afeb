// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaAnswer;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.client.MBeanNames;
import io.roceguard.console.json.JsonObject;
import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import io.roceguard.text.TimeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "get",
        header = "Show register ROCE_ACCL of a NIC, or some of its fields.",
        description = "The daemon's last reading, with its age where that matters.",
        footer = {"", "Examples:", "  roceguard get mlx5_0", "  roceguard get mlx5_0 roce_adp_retrans_en time_base"})
final class GetCommand implements Callable<Integer> {

    private static final long FRESH_MILLIS = 10_000;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final DaemonOptions daemon;

    @Parameters(index = "0", paramLabel = "NIC", description = "RDMA device name, as in status.")
    private String nic = "";

    @Parameters(index = "1..*", paramLabel = "FIELD", description = "mlxreg's field names; none for all.")
    private List<String> fields = new ArrayList<>();

    GetCommand(Surroundings surroundings) {
        daemon = new DaemonOptions(surroundings);
    }

    @Override
    public Integer call() {
        List<RegisterField> wanted = wanted();
        List<String> attributes =
                new ArrayList<>(wanted.stream().map(RegisterField::name).toList());
        attributes.addAll(List.of("Status", "AgeMillis", "Words", "UnknownBits"));
        List<JolokiaAnswer> answers = daemon.client(output)
                .send(
                        JolokiaRequest.read(MBeanNames.roceAccl(nic), attributes),
                        NicList.request("Name", "AdpMode", "State"));
        NicList nics = NicList.of(answers.get(1));
        JsonObject known = nics.find(nic).orElseThrow(() -> nics.unknown(nic));
        JsonObject register = register(answers.get(0));
        Optional<RegisterImage> image = image(register);
        if (image.isEmpty()) {
            throw unread(register, known);
        }
        noteAge(register);
        output.print(document(wanted, register), () -> text(wanted, register, image.get()));
        return ExitCode.OK;
    }

    private List<RegisterField> wanted() {
        if (fields.isEmpty()) {
            return RoceAccl.FIELDS;
        }
        return fields.stream()
                .map(name -> RoceAccl.find(name).orElseThrow(() -> CliException.usage(RoceAccl.unknown(name))))
                .distinct()
                .toList();
    }

    private JsonObject register(JolokiaAnswer answer) {
        if (answer instanceof JolokiaAnswer.Failure failure && failure.noSuchMBean()) {
            throw CliException.no(nic + " has no register " + RoceAccl.NAME + ", which only ConnectX NICs have.");
        }
        return JsonObject.of(Answers.value(answer, "read the register of " + nic));
    }

    private static Optional<RegisterImage> image(JsonObject register) {
        return register.text("Words")
                .filter(words -> !words.isBlank())
                .map(words -> MlxregText.parseReading("Words", words).image());
    }

    private CliException unread(JsonObject register, JsonObject known) {
        String why = register.text("Status").orElse("The daemon does not say why.");
        String message = "The register of " + nic + " is not known: " + why;
        boolean never = known.text("AdpMode").filter("unsupported"::equals).isPresent();
        return never ? CliException.no(message) : CliException.unreachable(message);
    }

    /** The values stay on the page when the NIC stops answering; that they are old must be said. */
    private void noteAge(JsonObject register) {
        String status = register.text("Status").orElse("ok");
        long age = register.integer("AgeMillis").map(Number::longValue).orElse(0L);
        if (!status.equals("ok") || age > FRESH_MILLIS) {
            output.note("This reading of " + nic + " is " + TimeText.coarse(age) + " old"
                    + (status.equals("ok") ? "." : ": " + status));
        }
    }

    private Map<String, @Nullable Object> document(List<RegisterField> wanted, JsonObject register) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (RegisterField field : wanted) {
            values.put(field.name(), register.integer(field.name()).orElse(null));
        }
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("nic", nic);
        document.put("fields", values);
        document.put("words", image(register).map(RegisterImage::hexWords).orElse(List.of()));
        document.put("unknown_bits", register.texts("UnknownBits"));
        document.put("status", register.get("Status"));
        document.put("age_ms", register.get("AgeMillis"));
        return document;
    }

    private List<String> text(List<RegisterField> wanted, JsonObject register, RegisterImage image) {
        if (fields.isEmpty()) {
            List<String> lines = new ArrayList<>();
            lines.add(output.bold(RoceAccl.NAME) + " of " + nic);
            lines.add("");
            lines.addAll(new RegisterView(image, Set.of(), output::bold).lines());
            return lines;
        }
        TextTable table = new TextTable("");
        for (RegisterField field : wanted) {
            String value = register.integer(field.name()).map(Number::toString).orElse("-");
            String withUnit = field.unit().isEmpty() ? value : value + " " + field.unit();
            String meaning = FieldMeaning.of(field, image);
            table.row(field.name(), withUnit, meaning.equals(withUnit) ? "" : meaning);
        }
        return table.lines();
    }
}
