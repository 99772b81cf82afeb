// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote beside this class. */
final class VersionText implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        try (InputStream in = VersionText.class.getResourceAsStream("version.txt")) {
            if (in == null) {
                throw new IOException("The resource version.txt is missing in this build.");
            }
            return new String[] {"roceguard " + new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip()};
        }
    }
}
