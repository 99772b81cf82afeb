// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.AdpProfile;
import io.roceguard.adp.CapabilityFile;
import io.roceguard.adp.ProfileFile;
import io.roceguard.adp.ProfileLimits;
import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterImage;
import io.roceguard.text.TextException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A profile and the device it is meant for, as every command about profiles takes them. */
public final class ProfileArgument {

    @Parameters(
            index = "0",
            paramLabel = "PROFILE",
            description =
                    "A profile file (YAML), what mlxreg --get printed, or hex words; - for stdin; or the name of a"
                            + " preset, see roceguard presets.")
    private String file = "-";

    @Option(
            names = "--capabilities",
            paramLabel = "FILE",
            description =
                    "What the device can do: what mlxreg --get printed there, or YAML with read-only fields of the"
                            + " register; without it a device of July 2025.")
    private @Nullable String capabilities;

    /**
     * A profile that was read.
     *
     * @param source its name in messages
     * @param limits of the device
     */
    public record Given(String source, ProfileFile file, ProfileLimits limits) {

        public AdpProfile profile() {
            return file.profile();
        }
    }

    /**
     * @throws CliException when a file cannot be read
     * @throws io.roceguard.text.TextException when it holds something else
     */
    public Given read(InputStream stdin) {
        if (InputText.STDIN.equals(file) && InputText.STDIN.equals(capabilities)) {
            throw CliException.usage("Only one of PROFILE and --capabilities can come from stdin.");
        }
        InputText input = ProfileText.read(file, stdin);
        ProfileFile profile;
        ProfileLimits limits = ProfileLimits.USUAL;
        if (CapabilityFile.isYaml(input.text())) {
            profile = ProfileFile.read(input.source(), input.text());
        } else {
            RegisterImage image = register(input);
            profile = new ProfileFile(
                    image.get("adp_retx_profile_id"), image.get("roce_adp_retrans_en"), AdpProfile.of(image), Map.of());
            limits = ProfileLimits.of(image);
        }
        if (capabilities != null) {
            InputText device = InputText.read(capabilities, stdin, "capability file");
            limits = CapabilityFile.read(device.source(), device.text());
        }
        return new Given(input.source(), profile, limits);
    }

    private static RegisterImage register(InputText input) {
        try {
            return MlxregText.parseReading(input.source(), input.text()).image();
        } catch (TextException e) {
            throw CliException.usage(
                    e.getMessage() + " A profile file (YAML) begins with a key, such as time_base: 4.");
        }
    }
}
