// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.counter.CounterValue.Present;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostInventoryTest {

    private static final String FIRST = "0000:1a:00.0";
    private static final String SECOND = "0000:1b:00.0";

    @TempDir
    Path root;

    private HostTree host;

    @BeforeEach
    void twoNics() throws IOException {
        host = new HostTree(root)
                .device("mlx5_0", FIRST, "mlx5_core", "0c42:a103:0065:1b2a", "ens1")
                .device("bnxt_re0", SECOND, "bnxt_en", "0c42:a103:0065:1b2b", "ens2");
    }

    private HostInventory inventory(
            RegisterWay way, boolean withoutDefaultRoute, @Nullable Path mlxreg, Predicate<String> wanted) {
        HostOptions options = new HostOptions(
                host.sysfs(),
                Path.of("/dev"),
                host.proc(),
                wanted,
                withoutDefaultRoute,
                nic -> way,
                List.of(root.resolve("bin")),
                mlxreg);
        return new HostInventory(options, System::nanoTime);
    }

    private HostInventory inventory(RegisterWay way) {
        return inventory(way, false, null, name -> true);
    }

    private static List<String> names(List<Nic> nics) {
        return nics.stream().map(nic -> nic.identity().name()).toList();
    }

    @Test
    void saysForEachNicHowItIsReachedAndWhyNotBetter() throws Exception {
        List<Nic> nics = inventory(RegisterWay.AUTO).scan();
        Nic mlx5 = nics.get(1);

        assertThat(names(nics)).containsExactly("bnxt_re0", "mlx5_0");
        assertThatThrownBy(() -> mlx5.register().get(0))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("fwctl: no device for " + FIRST)
                .hasMessageContaining("mlxreg: neither mlxreg nor mstreg is installed");
        assertThat(mlx5.register().accessPath()).isEqualTo("none");
        assertThatThrownBy(() -> nics.get(0).register().get(0))
                .isInstanceOf(NicException.NotSupported.class)
                .hasMessageContaining("bnxt_en");
    }

    @Test
    void leavesTheRegisterAloneWhereTheConfigurationSaysSo() throws Exception {
        Nic nic = inventory(RegisterWay.NONE).scan().get(1);

        assertThatThrownBy(() -> nic.register().get(0)).hasMessageContaining("no way to it is allowed");
    }

    @Test
    void readsCountersBySysfsWhereTheKernelHasNoRdmaNetlinkForThem() throws Exception {
        Nic nic = inventory(RegisterWay.AUTO).scan().get(1);

        assertThat(nic.counters().read(1).values()).containsEntry("out_of_sequence", new Present(7));
        // Without RDMA in the kernel there is no such netlink, with it there is no such device.
        assertThat(nic.counters().source(1)).startsWith("sysfs (netlink: ");
    }

    @Test
    void namesTheProgramThatTheConfigurationWantsWhenItIsMissing() throws Exception {
        Path missing = root.resolve("bin/mlxreg");
        Nic nic = inventory(RegisterWay.MLXREG, false, missing, name -> true)
                .scan()
                .get(1);

        assertThatThrownBy(() -> nic.register().get(0))
                .hasMessageContaining("the configured program " + missing + " cannot be executed");
    }

    @Test
    void findsTheToolOnceItIsInstalled() throws Exception {
        Nic nic = inventory(RegisterWay.MLXREG).scan().get(1);
        assertThatThrownBy(() -> nic.register().get(0)).hasMessageContaining("neither mlxreg nor mstreg");
        Path tool = Files.createDirectories(root.resolve("bin")).resolve("mstreg");
        Files.writeString(tool, "#!/bin/sh\necho '-E- Device is not supported' >&2\nexit 1\n");
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThatThrownBy(() -> nic.register().get(0)).hasMessageContaining("Device is not supported");
    }

    @Test
    void doesNotTouchADeviceThatIsNotWanted() throws Exception {
        List<Nic> nics = inventory(RegisterWay.AUTO, false, null, name -> name.startsWith("mlx5"))
                .scan();

        assertThat(names(nics)).containsExactly("mlx5_0");
    }

    @Test
    void leavesOutTheNicOfTheDefaultRouteWhenAsked() throws Exception {
        host.defaultRoute("ens2");

        assertThat(names(inventory(RegisterWay.AUTO, true, null, name -> true).scan()))
                .containsExactly("mlx5_0");
        assertThat(names(inventory(RegisterWay.AUTO).scan())).containsExactly("bnxt_re0", "mlx5_0");
    }

    @Test
    void takesNoNicUpWhileTheDefaultRouteIsUnknown() throws Exception {
        host.defaultRoute("ens2");
        HostInventory inventory = inventory(RegisterWay.AUTO, true, null, name -> true);
        List<Nic> before = inventory.scan();
        Files.move(host.proc().resolve("net/route"), host.proc().resolve("net/hidden"));

        assertThatThrownBy(inventory::scan)
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("Looking for the default route")
                .hasMessageContaining("net/route")
                .hasMessageContaining("nics.exclude_default_route");

        Files.move(host.proc().resolve("net/hidden"), host.proc().resolve("net/route"));
        assertThat(inventory.scan()).isEqualTo(before);
    }

    @Test
    void aNicThatLosesTheDefaultRouteIsMadeAnewFromItsFilesUp() throws Exception {
        HostInventory inventory = inventory(RegisterWay.AUTO, true, null, name -> true);
        host.defaultRoute("ens9");
        Nic first = inventory.scan().get(1);
        host.defaultRoute("ens1");
        assertThat(names(inventory.scan())).containsExactly("bnxt_re0");
        host.defaultRoute("ens9");
        Nic again = inventory.scan().get(1);

        first.close();
        assertThat(again).isNotSameAs(first);
        assertThat(again.identity()).isEqualTo(first.identity());
        // Counters that the first had closed would be read by nobody else's descriptors.
        assertThat(again.counters()).isNotSameAs(first.counters());
        assertThat(again.counters().read(1).values()).containsEntry("out_of_sequence", new Present(7));
    }

    @Test
    void keepsItsNicsOverALookThatFails() throws Exception {
        HostInventory inventory = inventory(RegisterWay.AUTO);
        List<Nic> before = inventory.scan();
        Path infiniband = host.sysfs().resolve("class/infiniband");
        Files.move(infiniband, infiniband.resolveSibling("moved"));
        Files.createFile(infiniband);
        assertThatThrownBy(inventory::scan).isInstanceOf(NicException.Unreachable.class);
        Files.delete(infiniband);
        Files.move(infiniband.resolveSibling("moved"), infiniband);

        List<Nic> after = inventory.scan();
        assertThat(after).hasSize(2);
        assertThat(after.get(0)).isSameAs(before.get(0));
        assertThat(after.get(1)).isSameAs(before.get(1));
    }

    @Test
    void keepsANicThatStaysAndItsIdentityOverARename() throws Exception {
        HostInventory inventory = inventory(RegisterWay.AUTO);
        List<Nic> before = inventory.scan();
        assertThat(inventory.scan()).isEqualTo(before);

        host.rename(FIRST, "mlx5_0", "rocep26s0");
        List<Nic> after = inventory.scan();

        assertThat(names(after)).containsExactly("bnxt_re0", "rocep26s0");
        assertThat(after.get(0)).isSameAs(before.get(0));
        assertThat(after.get(1).identity().stableId())
                .isEqualTo(before.get(1).identity().stableId());
    }
}
