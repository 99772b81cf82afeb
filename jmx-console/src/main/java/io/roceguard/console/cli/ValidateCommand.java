// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.AdpReading;
import io.roceguard.adp.FirmwareVersion;
import io.roceguard.adp.ProfileValidator;
import io.roceguard.adp.Validation;
import io.roceguard.adp.ValidationContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "validate",
        header = "Judge a profile before it goes to a NIC.",
        description = {
            "Errors are what the device refuses, warnings what it takes and hardly anybody wants. Rules that need the"
                    + " queue pairs, the firmware or the round trip run when these are given.",
            "The exit code is 1 when there is an error."
        },
        footer = {
            "",
            "Examples:",
            "  roceguard validate profile.yaml",
            "  roceguard validate profile.yaml --ack-timeout 20 --retry-count 7 --firmware 28.46.1006 --rtt 12us"
        })
final class ValidateCommand implements Callable<Integer> {

    /** No rule can find this, and everybody must know it. */
    static final String FOR_ALL = "A profile applies to all queue pairs of the PF and its VFs, and only fwreset or a"
            + " reboot leads back to the firmware's own timeouts.";

    private final Surroundings surroundings;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ProfileArgument profile = new ProfileArgument();

    @Mixin
    private final TimingOptions timing = new TimingOptions();

    @Option(names = "--firmware", paramLabel = "V", description = "Firmware of the device, such as 28.46.1006.")
    private @Nullable String firmware;

    @Option(
            names = "--rtt",
            paramLabel = "D",
            converter = DurationArgument.class,
            description = "Round trip between the queue pairs, such as 12us.")
    private @Nullable Duration roundTrip;

    ValidateCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ProfileArgument.Given given = profile.read(surroundings.stdin());
        Validation validation = ProfileValidator.validate(given.profile(), context(given));
        FindingList findings = new FindingList(validation, given.file());
        output.print(document(findings), () -> text(given, findings));
        return validation.valid() ? ExitCode.OK : ExitCode.NO;
    }

    private ValidationContext context(ProfileArgument.Given given) {
        return new ValidationContext(
                given.limits(),
                given.file().profileId(),
                given.file().enable(),
                timing.given().orElse(null),
                version(),
                roundTrip == null ? null : roundTrip.toNanos(),
                AdpReading.DEFAULT);
    }

    private @Nullable FirmwareVersion version() {
        if (firmware == null) {
            return null;
        }
        String text = firmware;
        return FirmwareVersion.parse(text)
                .orElseThrow(() -> CliException.usage("--firmware must be a version such as 28.46.1006: value="
                        + PrintableText.cell(text, 40) + "."));
    }

    private static Map<String, Object> document(FindingList findings) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("valid", findings.validation().valid());
        document.put("findings", findings.documents());
        document.put("skipped", findings.skipped());
        return document;
    }

    private List<String> text(ProfileArgument.Given given, FindingList findings) {
        List<String> lines = new ArrayList<>();
        String verdict = findings.validation().valid() ? "valid" : "not valid";
        lines.add(output.bold(given.source() + ": " + verdict) + ", " + findings.count() + ".");
        lines.addAll(findings.lines());
        for (Validation.Skipped skipped : findings.validation().skipped()) {
            lines.add("  Not looked for: " + String.join(", ", skipped.codes()) + ". " + skipped.reason());
        }
        lines.add(FOR_ALL);
        return lines;
    }
}
