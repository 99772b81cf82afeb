// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code roceguard run} says once the daemon serves: where to look and what to try.
 *
 * @param version of this build
 * @param nics names of the NICs that are watched
 * @param scenario that moves the simulated NICs, null on real ones
 * @param sysfsRoot where real NICs are looked for
 * @param httpUrl {@code http://127.0.0.1:8778}, no slash at the end
 * @param jmxUrl JMX service URL, null when remote JMX is off
 * @param configuredUsers names from the configuration file
 * @param runUsers made for this run, null when there are none
 * @param command how the user starts {@code roceguard}
 */
record StartScreen(
        String version,
        List<String> nics,
        @Nullable String scenario,
        Path sysfsRoot,
        String httpUrl,
        @Nullable String jmxUrl,
        List<String> configuredUsers,
        @Nullable RunUsers runUsers,
        String command) {

    private static final Pattern RMI_HOST_AND_PORT = Pattern.compile("rmi://([^/]+:[0-9]+)/");

    StartScreen {
        nics = List.copyOf(nics);
        configuredUsers = List.copyOf(configuredUsers);
    }

    String text() {
        List<String> lines = new ArrayList<>();
        lines.add("RoceGuard " + version + " " + watched());
        lines.add("");
        addAddresses(lines);
        lines.add("");
        addUsers(lines);
        lines.add("");
        addThingsToTry(lines);
        lines.add("");
        lines.add("Stop with Ctrl-C.");
        return String.join(System.lineSeparator(), lines);
    }

    private String watched() {
        String names = String.join(", ", nics);
        if (scenario != null) {
            return "runs on simulated NICs: " + names + " (scenario " + scenario + "). No hardware is touched.";
        }
        if (nics.isEmpty()) {
            return "is running, but found no RDMA device in " + sysfsRoot.resolve("class/infiniband")
                    + ". It keeps looking; to try it without one: " + command + " run --sim";
        }
        return "watches the NICs of this host: " + names + ".";
    }

    private void addAddresses(List<String> lines) {
        lines.add("  Jolokia   " + httpUrl + "/jolokia/");
        lines.add("  Metrics   " + httpUrl + "/metrics");
        lines.add("  Health    " + httpUrl + "/health/ready");
        if (jmxUrl != null) {
            lines.add("  JMX       " + jmxUrl);
            Matcher matcher = RMI_HOST_AND_PORT.matcher(jmxUrl);
            if (matcher.find()) {
                lines.add("            jconsole " + matcher.group(1));
            }
        }
    }

    private void addUsers(List<String> lines) {
        if (runUsers != null) {
            lines.add("Users made for this run; over JMX the token is the password:");
            lines.add("  operator  " + runUsers.operatorToken() + "  reads and changes");
            lines.add("  viewer    " + runUsers.viewerToken() + "  reads");
        } else if (configuredUsers.isEmpty()) {
            lines.add("No users are configured: who is on this host may read, nobody may change anything.");
        } else {
            lines.add("Users: " + String.join(", ", configuredUsers) + ".");
        }
    }

    private void addThingsToTry(List<String> lines) {
        lines.add("Try in another terminal:");
        boolean users = runUsers != null || !configuredUsers.isEmpty();
        if (users) {
            String token = runUsers != null ? runUsers.operatorToken() : "...";
            lines.add("  export ROCEGUARD_URL=" + httpUrl + " ROCEGUARD_TOKEN=" + token);
        } else {
            lines.add("  export ROCEGUARD_URL=" + httpUrl);
        }
        String curl = users ? "  curl -sH \"Authorization: Bearer $ROCEGUARD_TOKEN\" " : "  curl -s ";
        lines.add("  " + command + " status");
        if (scenario == null || nics.isEmpty()) {
            lines.add(curl + httpUrl + "/metrics");
            lines.add("  " + command + " devices --json");
        } else {
            String nic = nics.get(0);
            lines.add(curl + httpUrl + "/jolokia/read/io.roceguard:type=RoceAccl,nic=" + nic + "/roce_adp_retrans_en");
            lines.add("  " + command + " apply " + nic + " roce_tx_window_en=1");
        }
    }
}
