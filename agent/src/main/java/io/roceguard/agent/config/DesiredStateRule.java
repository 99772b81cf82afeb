// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.register.Assignment;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of some NICs.
 *
 * @param nic matches the whole RDMA device name, or the whole PCI address
 * @param source where it stands in the configuration, for messages
 * @param assignments what the register should hold; a profile is there with all its fields
 * @param accepted codes of warnings that are accepted
 */
public record DesiredStateRule(
        Pattern nic, Mode mode, String source, List<Assignment> assignments, Set<String> accepted) {

    /** What to do about a difference. */
    public enum Mode {
        /** Report it. */
        OBSERVE,
        /** Report it and set the register again. */
        ENFORCE;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public DesiredStateRule {
        assignments = List.copyOf(assignments);
        accepted = Set.copyOf(accepted);
    }

    /** Whether it is about that NIC. */
    public boolean matches(String name, @Nullable String pciAddress) {
        return nic.matcher(name).matches()
                || (pciAddress != null && nic.matcher(pciAddress).matches());
    }
}
