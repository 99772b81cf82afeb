// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.roceguard.device.LinkLayer;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.PortInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SysfsInventoryTest {

    private static final String IB = "class/infiniband/";

    @TempDir
    Path root;

    private SysfsTree tree;
    private SysfsInventory inventory;

    @BeforeEach
    void start() {
        tree = new SysfsTree(root);
        inventory = inventory(name -> true);
    }

    private SysfsInventory inventory(Predicate<String> wanted) {
        return new SysfsInventory(root, () -> 0, wanted, tree.files(), new DescriptorBudget(100));
    }

    /** As the kernel lays it out: the class entry is a link into the tree of devices. */
    private void addPciDevice(String name, String pciAddress, String driver) {
        String device = "devices/pci0000:00/" + pciAddress;
        tree.link(device + "/driver", "../../../bus/pci/drivers/" + driver)
                .link(device + "/infiniband/" + name + "/device", "../../../" + pciAddress)
                .file(device + "/infiniband/" + name + "/node_guid", "0c42:a103:0065:1b2a")
                .link(IB + name, "../../" + device + "/infiniband/" + name);
    }

    private List<PortInfo> portsOf(String name) throws NicException {
        return nic(name).readPorts();
    }

    private Nic nic(String name) throws NicException {
        return inventory.scan().stream()
                .filter(nic -> nic.identity().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void identityComesFromLinksAndAttributes() throws Exception {
        addPciDevice("mlx5_0", "0000:1a:00.0", "mlx5_core");
        tree.file(IB + "mlx5_0/fw_ver", "28.46.1006")
                .file(IB + "mlx5_0/board_id", "MT_0000000838")
                .file(IB + "mlx5_0/hca_type", "MT4129");

        assertThat(nic("mlx5_0").identity())
                .isEqualTo(new NicIdentity(
                        "mlx5_0",
                        "0000:1a:00.0",
                        "0c42:a103:0065:1b2a",
                        "mlx5_core",
                        "28.46.1006",
                        "MT_0000000838",
                        "MT4129",
                        false));
    }

    @Test
    void aNameThatLeadsToAnotherDeviceNowIsNoLongerThatNic() throws Exception {
        addPciDevice("mlx5_0", "0000:1a:00.0", "mlx5_core");
        Nic nic = nic("mlx5_0");
        nic.confirmIdentity();

        tree.file(IB + "mlx5_0/node_guid", "0c42:a103:0065:ffff");
        assertThatThrownBy(nic::confirmIdentity)
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining(
                        "leads to 0000:1a:00.0/0c42:a103:0065:ffff and no longer to 0000:1a:00.0/0c42:a103:0065:1b2a");

        tree.fail(IB + "mlx5_0/node_guid", "Invalid argument");
        assertThatThrownBy(nic::confirmIdentity).hasMessageContaining("leads to 0000:1a:00.0/- and no longer");

        tree.remove(IB + "mlx5_0");
        assertThatThrownBy(nic::confirmIdentity).hasMessageContaining("no longer exists");
    }

    @Test
    void aNameThatWentToAnotherFunctionIsNoLongerThatNic() throws Exception {
        addPciDevice("mlx5_0", "0000:1a:00.0", "mlx5_core");
        Nic nic = nic("mlx5_0");
        tree.remove(IB + "mlx5_0");
        addPciDevice("mlx5_0", "0000:1b:00.0", "mlx5_core");

        assertThatThrownBy(nic::confirmIdentity).hasMessageContaining("leads to 0000:1b:00.0/");
    }

    @Test
    void whatTheHostDoesNotTellIsNull() throws Exception {
        tree.directory(IB + "rxe0/ports/1");

        assertThat(nic("rxe0").identity())
                .isEqualTo(new NicIdentity("rxe0", null, null, null, null, null, null, false));
        assertThat(portsOf("rxe0"))
                .containsExactly(new PortInfo(1, LinkLayer.UNKNOWN, null, null, null, List.of(), false));
    }

    @Test
    void subFunctionHasADriverAndNoPciAddressOfItsOwn() throws Exception {
        addPciDevice("mlx5_2", "mlx5_core.sf.4", "mlx5_core.sf");

        assertThat(nic("mlx5_2").identity().pciAddress()).isNull();
        assertThat(nic("mlx5_2").identity().driver()).isEqualTo("mlx5_core.sf");
    }

    @Test
    void physfnLinkMakesAVirtualFunction() throws Exception {
        addPciDevice("mlx5_3", "0000:1a:00.2", "mlx5_core");
        tree.directory("devices/pci0000:00/0000:1a:00.0")
                .link("devices/pci0000:00/0000:1a:00.2/physfn", "../0000:1a:00.0");

        assertThat(nic("mlx5_3").identity().virtualFunction()).isTrue();
    }

    @Test
    void hostWithoutRdmaHasNoDevices() throws Exception {
        assertThat(inventory.scan()).isEmpty();
        assertThat(inventory.source()).isEqualTo("sysfs " + root.resolve("class/infiniband"));
    }

    @Test
    void deviceThatAppearsLaterIsFound() throws Exception {
        inventory.scan();
        tree.directory(IB + "mlx5_0");

        assertThat(inventory.scan()).hasSize(1);
    }

    @Test
    void deviceWithoutPortsIsUpWithZeroPorts() throws Exception {
        tree.file(IB + "mlx5_0/node_guid", "0c42:a103:0065:1b2a");

        assertThat(portsOf("mlx5_0")).isEmpty();
    }

    @Test
    void rootThatIsNoSysfsSaysSo() throws Exception {
        tree.file("class/infiniband", "");

        assertThatThrownBy(inventory::scan)
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessage("Looking for RDMA devices on this host failed: ENOTDIR, " + root.resolve("class/infiniband")
                        + " cannot be read. Check the permissions of this process and that the configured sysfs root "
                        + root + " is a mounted sysfs.");
    }

    @Test
    void sameDeviceIsTheSameObjectInTheNextScan() throws Exception {
        addPciDevice("mlx5_0", "0000:1a:00.0", "mlx5_core");

        assertThat(inventory.scan().get(0)).isSameAs(inventory.scan().get(0));
    }

    @Test
    void anotherDeviceUnderTheSameNameIsAnotherObject() throws Exception {
        addPciDevice("mlx5_0", "0000:1a:00.0", "mlx5_core");
        Nic before = inventory.scan().get(0);
        tree.remove(IB + "mlx5_0");
        addPciDevice("mlx5_0", "0000:3b:00.0", "mlx5_core");

        assertThat(inventory.scan().get(0)).isNotSameAs(before);
        assertThat(nic("mlx5_0").identity().pciAddress()).isEqualTo("0000:3b:00.0");
    }

    @Test
    void firmwareUpdateBetweenTwoScansIsSeen() throws Exception {
        addPciDevice("mlx5_0", "0000:1a:00.0", "mlx5_core");
        tree.file(IB + "mlx5_0/fw_ver", "28.45.1200");
        Nic before = nic("mlx5_0");
        tree.file(IB + "mlx5_0/fw_ver", "28.46.1006");

        assertThat(nic("mlx5_0")).isNotSameAs(before);
        assertThat(nic("mlx5_0").identity().firmware()).isEqualTo("28.46.1006");
    }

    @Test
    void attributeThatCannotBeReadOnceMakesNoOtherDevice() throws Exception {
        addPciDevice("mlx5_0", "0000:1a:00.0", "mlx5_core");
        tree.file(IB + "mlx5_0/fw_ver", "28.46.1006");
        Nic before = nic("mlx5_0");
        tree.fail(IB + "mlx5_0/node_guid", "Invalid argument").fail(IB + "mlx5_0/fw_ver", "Invalid argument");

        assertThat(nic("mlx5_0")).isSameAs(before);
    }

    @Test
    void nodeGuidOfAnotherDeviceIsNotTakenOver() throws Exception {
        addPciDevice("mlx5_0", "0000:1a:00.0", "mlx5_core");
        inventory.scan();
        tree.remove(IB + "mlx5_0");
        addPciDevice("mlx5_0", "0000:3b:00.0", "mlx5_core");
        tree.fail(IB + "mlx5_0/node_guid", "Invalid argument");

        assertThat(nic("mlx5_0").identity().stableId()).isEqualTo("0000:3b:00.0/-");
    }

    @Test
    void linkIntoNowhereIsNoDevice() throws Exception {
        tree.link(IB + "mlx5_0", "../../devices/gone/infiniband/mlx5_0");

        assertThat(inventory.scan()).isEmpty();
    }

    @Test
    void portsOfAVanishedDeviceAreUnreachable() throws Exception {
        tree.directory(IB + "mlx5_0/ports/1");
        Nic nic = nic("mlx5_0");
        tree.remove(IB + "mlx5_0");

        assertThatThrownBy(nic::readPorts)
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageStartingWith("Reading the ports on mlx5_0 failed: ENODEV, ");
    }

    @Test
    void infinibandPortIsShownAsTheKernelNamesIt() throws Exception {
        tree.addList("sysfs_mlx5_ib_ndr.list");

        assertThat(portsOf("mlx5_0"))
                .containsExactly(new PortInfo(
                        1, LinkLayer.INFINIBAND, "ACTIVE", "LinkUp", "400 Gb/sec (4X NDR)", List.of(), false));
    }

    @Test
    void bondDeviceIsOneEthernetPortOverTheBond() throws Exception {
        tree.addList("sysfs_mlx5_bond_0.list").file(IB + "mlx5_bond_0/ports/1/gid_attrs/ndevs/0", "bond0");

        assertThat(portsOf("mlx5_bond_0"))
                .containsExactly(new PortInfo(
                        1, LinkLayer.ETHERNET, "ACTIVE", "LinkUp", "200 Gb/sec (2X NDR)", List.of("bond0"), true));
    }

    @Test
    void renamedBondDeviceIsKnownByItsMembers() throws Exception {
        tree.addList("sysfs_mlx5_bond_0.list")
                .move(IB + "mlx5_bond_0", IB + "rocep26s0f0")
                .file(IB + "rocep26s0f0/ports/1/gid_attrs/ndevs/0", "bond0")
                .file("class/net/bond0/bonding/slaves", "eth2 eth3")
                .directory("class/net/eth2/device/infiniband")
                .directory("class/net/eth3/device");

        assertThat(portsOf("rocep26s0f0").get(0).bonded()).isTrue();
    }

    @Test
    void bondOverTwoRdmaDevicesIsNoRoceLag() throws Exception {
        tree.addList("sysfs_roce_cx5_byteps.list")
                .file(IB + "mlx5_0/ports/1/gid_attrs/ndevs/0", "bond0")
                .file("class/net/bond0/bonding/slaves", "eth2 eth3")
                .directory("class/net/eth2/device/infiniband")
                .directory("class/net/eth3/device/infiniband");

        assertThat(portsOf("mlx5_0").get(0).bonded()).isFalse();
    }

    @Test
    void netdevsComeFromTheGidTableAcrossUnsetEntries() throws Exception {
        String ndevs = IB + "mlx5_0/ports/1/gid_attrs/ndevs/";
        tree.file(ndevs + "0", "eth2").file(ndevs + "1", "eth2").file(ndevs + "10", "eth2.100");
        for (int unset = 2; unset < 10; unset++) {
            tree.file(ndevs + unset, "").fail(ndevs + unset, "Invalid argument");
        }

        assertThat(portsOf("mlx5_0").get(0).netdevs()).containsExactly("eth2", "eth2.100");
    }

    @Test
    void restOfAnUnsetGidTableIsNotRead() throws Exception {
        String ndevs = IB + "mlx5_0/ports/1/gid_attrs/ndevs/";
        tree.file(ndevs + "0", "eth2");
        for (int unset = 1; unset < 256; unset++) {
            tree.file(ndevs + unset, "").fail(ndevs + unset, "Invalid argument");
        }
        Nic nic = nic("mlx5_0");
        tree.forgetReads();

        assertThat(nic.readPorts().get(0).netdevs()).containsExactly("eth2");
        assertThat(tree.reads().stream().filter(read -> read.contains("ndevs"))).hasSize(17);
    }

    @Test
    void netdevsFallBackToThePciFunctionByPort() throws Exception {
        addPciDevice("mlx4_0", "0000:05:00.0", "mlx4_core");
        tree.file(IB + "mlx4_0/ports/1/state", "4: ACTIVE")
                .file(IB + "mlx4_0/ports/2/state", "1: DOWN")
                .file("devices/pci0000:00/0000:05:00.0/net/eth0/dev_port", "0")
                .file("devices/pci0000:00/0000:05:00.0/net/eth1/dev_port", "1");

        assertThat(portsOf("mlx4_0"))
                .extracting(PortInfo::number, PortInfo::netdevs, PortInfo::state)
                .containsExactly(tuple(1, List.of("eth0"), "ACTIVE"), tuple(2, List.of("eth1"), "DOWN"));
    }

    @Test
    void attributeThatCannotBeReadIsNull() throws Exception {
        tree.addList("sysfs_lpf_einval.list").fail(IB + "mlx5_0/ports/1/state", "Invalid argument");

        assertThat(portsOf("mlx5_0").get(0).state()).isNull();
        assertThat(portsOf("mlx5_1").get(0).state()).isEqualTo("ACTIVE");
    }

    @Test
    void registerAndQueuePairsSayWhatToUseInstead() throws Exception {
        addPciDevice("mlx5_0", "0000:1a:00.0", "mlx5_core");
        Nic nic = nic("mlx5_0");

        assertThat(nic.register().accessPath()).isEqualTo("none");
        assertThatThrownBy(() -> nic.register().get(0))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageStartingWith("GET ROCE_ACCL on mlx5_0 failed: ")
                .hasMessageContaining("mlxreg -d 0000:1a:00.0 --reg_name ROCE_ACCL --get");
        assertThatThrownBy(() -> nic.queuePairs().list())
                .isInstanceOf(NicException.NotSupported.class)
                .hasMessageContaining("rdma resource show qp");
    }

    @Test
    void aDeviceOfAnotherMakerHasNoSuchRegister() throws Exception {
        addPciDevice("irdma0", "0000:1a:00.0", "ice");

        assertThatThrownBy(() -> nic("irdma0").register().get(0))
                .isInstanceOf(NicException.NotSupported.class)
                .hasMessageContaining("driven by ice");
    }

    @Test
    void unwantedDeviceIsNotTouched() throws Exception {
        addPciDevice("mlx5_0", "0000:1a:00.0", "mlx5_core");
        addPciDevice("mlx5_1", "0000:1a:00.1", "mlx5_core");
        tree.directory(IB + "mlx5_0/ports/1").file(IB + "mlx5_1/ports/1/counters/port_rcv_data", "1");
        inventory = inventory(name -> !name.equals("mlx5_1"));
        tree.forgetReads();

        assertThat(inventory.scan()).extracting(nic -> nic.identity().name()).containsExactly("mlx5_0");
        assertThat(nic("mlx5_0").counters().read(1).hidden()).isEqualTo("hidden_by_netns");
        assertThat(tree.reads()).isNotEmpty().noneMatch(read -> read.contains("mlx5_1"));
    }

    @Test
    void networkInterfacesAreThoseOfThePciFunction() throws Exception {
        addPciDevice("mlx5_0", "0000:1a:00.0", "mlx5_core");
        addPciDevice("mlx5_1", "0000:1a:00.1", "mlx5_core");
        tree.directory("devices/pci0000:00/0000:1a:00.0/net/eth3")
                .directory("devices/pci0000:00/0000:1a:00.0/net/eth2");

        assertThat(inventory.devices())
                .extracting(SysfsNic::networkInterfaces)
                .containsExactly(List.of("eth2", "eth3"), List.of());
    }
}
