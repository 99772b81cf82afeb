// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The network interfaces that carry the host's default routes, read from {@code net/route} and {@code net/ipv6_route} of
 * proc, with those that lie below them: the members of a bond, the interface of a VLAN.
 */
final class DefaultRoute {

    private static final String NOWHERE_V4 = "00000000";
    private static final String NOWHERE_V6 = "0".repeat(32);
    private static final String LOWER = "lower_";

    private final Path proc;
    private final Path netClass;

    /**
     * @param proc {@code /proc}
     * @param sysfs {@code /sys}
     */
    DefaultRoute(Path proc, Path sysfs) {
        this.proc = proc;
        this.netClass = sysfs.resolve("class/net");
    }

    /**
     * Their names; of the main routing table only, as proc shows no other.
     *
     * @throws IOException when the routes cannot be read: which NIC carries them is unknown then
     */
    Set<String> interfaces() throws IOException {
        Deque<String> open = new ArrayDeque<>();
        for (String line : Files.readAllLines(proc.resolve("net/route"))) {
            String[] columns = line.strip().split("\\s+", -1);
            if (columns.length > 7 && columns[1].equals(NOWHERE_V4) && columns[7].equals(NOWHERE_V4)) {
                open.add(columns[0]);
            }
        }
        for (String line : ipv6()) {
            String[] columns = line.strip().split("\\s+", -1);
            // Without a next hop it is the kernel's own entry that refuses everything.
            if (columns.length > 9
                    && columns[0].equals(NOWHERE_V6)
                    && columns[1].equals("00")
                    && !columns[4].equals(NOWHERE_V6)) {
                open.add(columns[9]);
            }
        }
        Set<String> found = new TreeSet<>();
        while (!open.isEmpty()) {
            String name = open.remove();
            if (found.add(name)) {
                open.addAll(below(name));
            }
        }
        return found;
    }

    private List<String> ipv6() throws IOException {
        try {
            return Files.readAllLines(proc.resolve("net/ipv6_route"));
        } catch (NoSuchFileException kernelWithoutIpv6) {
            return List.of();
        }
    }

    private Set<String> below(String name) {
        Set<String> names = new TreeSet<>();
        try (DirectoryStream<Path> links = Files.newDirectoryStream(netClass.resolve(name), LOWER + "*")) {
            links.forEach(link -> names.add(link.getFileName().toString().substring(LOWER.length())));
        } catch (IOException | DirectoryIteratorException gone) {
            return Set.of();
        }
        return names;
    }
}
