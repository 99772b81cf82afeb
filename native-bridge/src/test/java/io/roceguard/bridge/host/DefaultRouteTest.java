// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefaultRouteTest {

    private static final String HEADER =
            "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n";

    @TempDir
    Path proc;

    @TempDir
    Path sysfs;

    @BeforeEach
    void noRoutes() throws IOException {
        Files.createDirectories(proc.resolve("net"));
        Files.writeString(proc.resolve("net/route"), HEADER);
    }

    private DefaultRoute route() {
        return new DefaultRoute(proc, sysfs);
    }

    @Test
    void findsTheInterfaceOfTheDefaultRouteOnly() throws IOException {
        Files.writeString(
                proc.resolve("net/route"),
                HEADER
                        + "ens1\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n"
                        + "ens2\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0\n"
                        // 0.0.0.0/1, half of a VPN's pair
                        + "tun0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0\n");

        assertThat(route().interfaces()).containsExactly("ens1");
    }

    @Test
    void findsTheMembersBelowABondAndAVlan() throws IOException {
        Files.writeString(
                proc.resolve("net/route"), HEADER + "bond0.7\t00000000\t01\t0003\t0\t0\t0\t00000000\t0\t0\t0\n");
        Files.createDirectories(sysfs.resolve("class/net/bond0.7/lower_bond0"));
        Files.createDirectories(sysfs.resolve("class/net/bond0/lower_ens1f0"));
        Files.createDirectories(sysfs.resolve("class/net/bond0/lower_ens1f1"));

        assertThat(route().interfaces()).containsExactly("bond0", "bond0.7", "ens1f0", "ens1f1");
    }

    @Test
    void findsTheInterfaceOfTheDefaultRouteOfIpv6() throws IOException {
        String any = "0".repeat(32);
        Files.writeString(
                proc.resolve("net/ipv6_route"),
                any + " 00 " + any
                        + " 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003     ens3\n" + any
                        + " 00 " + any + " 00 " + any + " ffffffff 00000001 00000000 00200200       lo\n");

        assertThat(route().interfaces()).containsExactly("ens3");
    }

    @Test
    void saysThatItDoesNotKnowWhereNoRouteCanBeRead() throws IOException {
        Files.delete(proc.resolve("net/route"));

        assertThatThrownBy(() -> route().interfaces()).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aRouteOfIpv6ThatCannotBeReadIsNotTakenForNone() throws IOException {
        Files.createDirectory(proc.resolve("net/ipv6_route"));

        assertThatThrownBy(() -> route().interfaces()).isInstanceOf(IOException.class);
    }
}
