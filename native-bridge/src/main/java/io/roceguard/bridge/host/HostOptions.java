// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import io.roceguard.bridge.mlxreg.MlxregTool;
import io.roceguard.device.NicIdentity;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where to look on this host and what to leave alone.
 *
 * @param sysfs where sysfs is mounted, {@code /sys}
 * @param dev where the device nodes are, {@code /dev}
 * @param proc where proc is mounted, {@code /proc}
 * @param wanted RDMA device names to watch; no file of another device is touched
 * @param withoutDefaultRoute leaves out the NICs that carry the host's default route
 * @param way how the register of a NIC may be reached
 * @param toolDirectories where to look for mlxreg and mstreg
 * @param mlxreg the program to use instead of the first that is found there, null for none
 */
public record HostOptions(
        Path sysfs,
        Path dev,
        Path proc,
        Predicate<String> wanted,
        boolean withoutDefaultRoute,
        Function<NicIdentity, RegisterWay> way,
        List<Path> toolDirectories,
        @Nullable Path mlxreg) {

    public HostOptions {
        toolDirectories = List.copyOf(toolDirectories);
    }

    /** Everything on the host whose sysfs is mounted there, in the best way that works. */
    public static HostOptions of(Path sysfs) {
        return new HostOptions(
                sysfs,
                Path.of("/dev"),
                Path.of("/proc"),
                name -> true,
                false,
                nic -> RegisterWay.AUTO,
                MlxregTool.DIRECTORIES,
                null);
    }
}
