// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The unit of systemd and what may be laid over it. */
class ServiceUnitTest {

    private static Map<String, String> settings(String file) throws IOException {
        Map<String, String> settings = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("etc").resolve(file))) {
            int equals = line.indexOf('=');
            if (!line.startsWith("#") && equals > 0) {
                settings.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return settings;
    }

    @Test
    void whatTheDropInForMlxregTakesBackTheUnitForbids() throws Exception {
        Map<String, String> unit = settings("roceguard.service");
        Map<String, String> dropIn = settings("roceguard-mlxreg.conf");

        assertThat(dropIn).containsEntry("User", "root").containsEntry("DynamicUser", "no");
        dropIn.forEach((key, value) -> {
            if (value.equals("no")) {
                assertThat(unit).as(key).containsEntry(key, "yes");
            }
        });
        // An empty list in the unit: what a drop-in adds is all that there is.
        assertThat(unit).containsEntry("CapabilityBoundingSet", "");
        assertThat(dropIn.get("CapabilityBoundingSet"))
                .contains("CAP_SYS_ADMIN")
                .contains("CAP_SYS_RAWIO");
    }

    @Test
    void stoppingTheServiceSendsNoSignalToAToolThatRuns() throws Exception {
        assertThat(settings("roceguard-mlxreg.conf")).containsEntry("KillMode", "process");
    }
}
