// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.device.LinkLayer;
import io.roceguard.device.PortInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The ports of one device with their state, rate and network interfaces. */
final class SysfsPorts {

    /** The GID table is filled from its start and has up to 256 entries, most of which fail to read. */
    private static final int UNSET_GIDS_THAT_END_THE_TABLE = 16;

    private final SysfsDirectory device;
    private final SysfsDirectory netClass;

    /**
     * @param device {@code class/infiniband/mlx5_0}
     * @param netClass {@code class/net}
     */
    SysfsPorts(SysfsDirectory device, SysfsDirectory netClass) {
        this.device = device;
        this.netClass = netClass;
    }

    List<PortInfo> read() {
        List<Integer> numbers = device.in("ports").numbers();
        List<PortInfo> ports = new ArrayList<>();
        for (int number : numbers) {
            SysfsDirectory port = device.in("ports/" + number);
            List<String> netdevs = netdevsOfGids(port);
            if (netdevs.isEmpty()) {
                netdevs = netdevsOfDevice(number, numbers.size() == 1);
            }
            ports.add(new PortInfo(
                    number,
                    linkLayer(port.text("link_layer")),
                    afterColon(port.text("state")),
                    afterColon(port.text("phys_state")),
                    port.text("rate"),
                    netdevs,
                    bonded(netdevs)));
        }
        return List.copyOf(ports);
    }

    private static LinkLayer linkLayer(@Nullable String text) {
        return switch (text == null ? "" : text.toLowerCase(Locale.ROOT)) {
            case "ethernet" -> LinkLayer.ETHERNET;
            case "infiniband" -> LinkLayer.INFINIBAND;
            default -> LinkLayer.UNKNOWN;
        };
    }

    /** {@code ACTIVE} of {@code 4: ACTIVE}. */
    private static @Nullable String afterColon(@Nullable String text) {
        return text == null ? null : text.substring(text.indexOf(':') + 1).strip();
    }

    private static List<String> netdevsOfGids(SysfsDirectory port) {
        SysfsDirectory ndevs = port.in("gid_attrs/ndevs");
        TreeSet<String> found = new TreeSet<>();
        int unset = 0;
        for (int index : ndevs.numbers()) {
            String netdev = ndevs.text(Integer.toString(index));
            if (netdev != null) {
                found.add(netdev);
                unset = 0;
            } else if (++unset == UNSET_GIDS_THAT_END_THE_TABLE) {
                break;
            }
        }
        return List.copyOf(found);
    }

    /** Interfaces of the same PCI function; where it has several ports, {@code dev_port} tells them apart. */
    private List<String> netdevsOfDevice(int port, boolean onlyPort) {
        SysfsDirectory net = device.in("device/net");
        return net.entriesOrNone().stream()
                .filter(netdev -> onlyPort || Integer.toString(port - 1).equals(net.text(netdev + "/dev_port")))
                .toList();
    }

    /**
     * RoCE LAG is one RDMA device over the bond of several functions, so that just one of the bonded interfaces has an
     * RDMA device of its own. The drivers' {@code _bond_} in the name counts too, because a container may not see the
     * interfaces.
     */
    private boolean bonded(List<String> netdevs) {
        return String.valueOf(device.path().getFileName()).contains("_bond_")
                || netdevs.stream().anyMatch(this::isBondOverOneRdmaDevice);
    }

    private boolean isBondOverOneRdmaDevice(String netdev) {
        String members = netClass.text(netdev + "/bonding/slaves");
        if (members == null) {
            return false;
        }
        List<String> names = List.of(members.split("\\s+"));
        long withRdma = names.stream()
                .filter(name -> netClass.holds(name + "/device/infiniband"))
                .count();
        return names.size() > 1 && withRdma == 1;
    }
}
