// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/**
 * {@code class/infiniband} with the devices that are wanted; the others are not even looked into.
 */
record InfinibandClass(SysfsDirectory directory, Predicate<String> wanted) {

    /**
     * Names of the wanted devices, sorted.
     *
     * @throws IOException when the directory is missing or cannot be read
     */
    List<String> names() throws IOException {
        return directory.entries().stream().filter(wanted).toList();
    }

    SysfsDirectory device(String name) {
        return directory.in(name);
    }

    /** Whether any port of any device has a directory of counters. */
    boolean showsCounters() {
        return directory.entriesOrNone().stream().filter(wanted).anyMatch(name -> {
            SysfsDirectory ports = directory.in(name + "/ports");
            return ports.numbers().stream()
                    .anyMatch(
                            port -> ports.holds(port + "/" + PortFiles.HW) || ports.holds(port + "/" + PortFiles.PMA));
        });
    }
}
