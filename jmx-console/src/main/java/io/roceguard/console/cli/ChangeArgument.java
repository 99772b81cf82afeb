// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.CapabilityFile;
import io.roceguard.adp.ProfileFile;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.client.MBeanNames;
import io.roceguard.register.MlxregText;
import io.roceguard.register.RoceAccl;
import java.io.InputStream;
import picocli.CommandLine.Parameters;

/** The NIC and what to change on it: assignments, or a whole profile. */
final class ChangeArgument {

    @Parameters(index = "0", paramLabel = "NIC", description = "RDMA device name, as in status.")
    private String nic = "";

    @Parameters(
            index = "1",
            paramLabel = "F=V,...|PROFILE",
            description =
                    "What to change: time_base=4 or 0x10.0:16=4; or a profile file (YAML), - for stdin, or the name of"
                            + " a preset, see roceguard presets.")
    private String change = "";

    /**
     * A change that can be read.
     *
     * @param nic where to make it
     * @param argument as it stands on the command line
     * @param profile whether the text is the YAML of a profile; otherwise it is assignments
     */
    record Given(String nic, String argument, boolean profile, String text) {

        /** Calls the operation for profiles of AdpProfile, or the other of RoceAccl, with the text and some more. */
        JolokiaRequest request(String profileOperation, String otherOperation, String... further) {
            String[] arguments = new String[further.length + 1];
            arguments[0] = text;
            System.arraycopy(further, 0, arguments, 1, further.length);
            return profile
                    ? JolokiaRequest.exec(MBeanNames.adpProfile(nic), profileOperation, arguments)
                    : JolokiaRequest.exec(MBeanNames.roceAccl(nic), otherOperation, arguments);
        }
    }

    /**
     * What is mistyped is found here, with line and column, before anything is sent.
     *
     * @throws CliException when there is no such file or preset, or the file is no profile
     * @throws io.roceguard.text.TextException when the text cannot be taken
     */
    Given read(InputStream stdin) {
        if (change.contains("=") && !ProfileText.exists(change)) {
            MlxregText.parseAssignments(change);
            return new Given(nic, change, false, change);
        }
        if (RoceAccl.find(change).isPresent() && !ProfileText.exists(change)) {
            throw CliException.usage(change + " is a field without a value. Assign it as " + change + "=VALUE.");
        }
        InputText input = ProfileText.read(change, stdin);
        if (!CapabilityFile.isYaml(input.text())) {
            throw CliException.usage(input.source() + " is no profile file, which begins with a field such as"
                    + " time_base: 4. See roceguard presets flap-1s, or give assignments: time_base=4,time_unit=1.");
        }
        ProfileFile.read(input.source(), input.text());
        return new Given(nic, change, true, input.text());
    }
}
