// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fwctl devices of this host ({@code /sys/class/fwctl}; kernel {@code drivers/fwctl/main.c}). Looked at anew on each
 * call, because they come and go with their functions.
 *
 * @param sysfs {@code /sys}
 * @param dev {@code /dev}
 */
public record FwctlDirectory(Path sysfs, Path dev) {

    /** The kernel gives out numbers below 4096. */
    private static final Pattern NAME = Pattern.compile("fwctl(\\d{1,9})");

    /**
     * The fwctl devices of a function, by number: none where the kernel has no fwctl or its driver offers none for the
     * function, mostly one.
     *
     * @param pciAddress {@code 0000:1a:00.0}
     * @throws IOException when the directory is there and cannot be read
     */
    public List<FwctlNode> of(String pciAddress) throws IOException {
        TreeMap<Integer, FwctlNode> nodes = new TreeMap<>();
        for (Path entry : entries()) {
            String name = entry.getFileName().toString();
            Matcher matcher = NAME.matcher(name);
            Path device = entry.resolve("device");
            if (matcher.matches() && FwctlNode.leadsTo(device, pciAddress)) {
                Path node = dev.resolve("fwctl").resolve(name);
                nodes.put(Integer.valueOf(matcher.group(1)), new FwctlNode(name, node, device, pciAddress));
            }
        }
        return List.copyOf(nodes.values());
    }

    private List<Path> entries() throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> directory = Files.newDirectoryStream(sysfs.resolve("class/fwctl"))) {
            directory.forEach(entries::add);
        } catch (NoSuchFileException noFwctl) {
            return List.of();
        }
        return entries;
    }
}
