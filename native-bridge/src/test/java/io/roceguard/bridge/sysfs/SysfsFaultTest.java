// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roceguard.bridge.libc.UsedHeap;
import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import io.roceguard.counter.CounterValue.Present;
import io.roceguard.counter.CounterValue.Unavailable;
import io.roceguard.device.NicException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that block, that fail for ever, and what a long life leaves behind. */
class SysfsFaultTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final String IB = "class/infiniband/";
    private static final String HW = "/ports/1/hw_counters/";

    @TempDir
    Path root;

    private SysfsTree tree;
    private long nanos;

    @BeforeEach
    void start() {
        tree = new SysfsTree(root);
    }

    private List<SysfsNic> nics() throws NicException {
        return nics(SysfsFiles.KERNEL);
    }

    private List<SysfsNic> nics(SysfsFiles files) throws NicException {
        return new SysfsInventory(root, () -> nanos, name -> true, files, new DescriptorBudget(1_000)).devices();
    }

    /** Open files of this process below the root, removed ones too. */
    private long descriptors() throws IOException {
        try (Stream<Path> entries = Files.list(DESCRIPTORS)) {
            Path real = root.toRealPath();
            return entries.filter(entry -> isBelow(real, entry)).count();
        }
    }

    private static boolean isBelow(Path directory, Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(directory);
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    private static void assumeProc() {
        assumeTrue(Files.isDirectory(DESCRIPTORS), "This host has no /proc/self/fd to count open files in.");
    }

    private Path fifo(String path) throws IOException, InterruptedException {
        Path fifo = root.resolve(path);
        Files.createDirectories(fifo.getParent());
        try {
            Process made = new ProcessBuilder("mkfifo", fifo.toString()).start();
            assumeTrue(made.waitFor() == 0, "This file system takes no FIFO.");
        } catch (IOException missing) {
            assumeTrue(false, "This host has no mkfifo.");
        }
        return fifo;
    }

    @Test
    @Timeout(60)
    void fileThatBlocksHoldsUpItsOwnNicOnly() throws Exception {
        tree.file(IB + "mlx5_0" + HW + "rx_write_requests", "1").file(IB + "mlx5_1" + HW + "rx_write_requests", "2");
        Path fifo = fifo(IB + "mlx5_0" + HW + "out_of_buffer");
        CountDownLatch reached = new CountDownLatch(1);
        SysfsFiles announcing = new SysfsFiles() {
            @Override
            public String read(Path file) throws IOException {
                return KERNEL.read(file);
            }

            @Override
            public OpenFile open(Path file) throws IOException {
                if (file.equals(fifo)) {
                    reached.countDown();
                }
                return KERNEL.open(file);
            }
        };
        List<SysfsNic> nics = nics(announcing);
        ExecutorService worker = Executors.newSingleThreadExecutor();
        try {
            Future<CounterSample> stuck =
                    worker.submit(() -> nics.get(0).counters().read(1));
            reached.await();
            for (int poll = 0; poll < 100; poll++) {
                assertThat(nics.get(1).counters().read(1).values()).containsEntry("rx_write_requests", new Present(2));
            }
            // open(2) of a FIFO cannot return before somebody opens its other end.
            assertThat(stuck.isDone()).isFalse();

            Files.newOutputStream(fifo, StandardOpenOption.WRITE).close();
            assertThat(stuck.get(30, TimeUnit.SECONDS).values())
                    .containsEntry("rx_write_requests", new Present(1))
                    .containsEntry("out_of_buffer", new Unavailable("ESPIPE"));
        } finally {
            worker.shutdown();
        }
        Files.delete(fifo);
        tree.file(IB + "mlx5_0" + HW + "out_of_buffer", "8");
        assertThat(nics.get(0).counters().read(1).values()).containsEntry("out_of_buffer", new Present(8));
    }

    @Test
    void openFileThatFailsForEverIsReadThreeTimesAndThenEverLessOften() throws Exception {
        tree.file(IB + "mlx5_0" + HW + "out_of_buffer", "1").file(IB + "mlx5_0" + HW + "np_cnp_sent", "2");
        SysfsNic nic = nics(tree.files()).get(0);
        nic.counters().read(1);
        tree.fail(IB + "mlx5_0" + HW + "out_of_buffer", "Invalid argument").forgetReads();
        for (int poll = 0; poll < 1_000; poll++) {
            nanos += SECOND;
            assertThat(nic.counters().read(1).values())
                    .containsEntry("out_of_buffer", new Unavailable("EINVAL"))
                    .containsEntry("np_cnp_sent", new Present(2));
        }

        List<String> reads = tree.reads();
        // Polls 0, 1, 2, and probes at 12, 32, 72, 152, 312 and 632 s.
        assertThat(reads.stream().filter(read -> read.endsWith("out_of_buffer")))
                .hasSize(9);
        assertThat(reads.stream().filter(read -> read.endsWith("np_cnp_sent"))).hasSize(1_000);
    }

    @Test
    void kernelThatFailsForEverIsAskedNineTimesInAThousandPolls() throws Exception {
        assumeProc();
        tree.file(IB + "mlx5_0" + HW + "out_of_buffer", "1").directory(IB + "mlx5_0" + HW + "rx_read_requests");
        Path directory = root.resolve(IB + "mlx5_0" + HW + "rx_read_requests");
        int[] opened = {0};
        SysfsFiles counting = new SysfsFiles() {
            @Override
            public String read(Path file) throws IOException {
                return KERNEL.read(file);
            }

            @Override
            public OpenFile open(Path file) throws IOException {
                opened[0] += file.equals(directory) ? 1 : 0;
                return KERNEL.open(file);
            }
        };
        SysfsNic nic = nics(counting).get(0);
        for (int poll = 0; poll < 1_000; poll++) {
            nanos += SECOND;
            assertThat(nic.counters().read(1).values())
                    .containsEntry("rx_read_requests", new Unavailable("EISDIR"))
                    .containsEntry("out_of_buffer", new Present(1));
        }

        assertThat(opened[0]).isEqualTo(9);
        assertThat(descriptors()).isEqualTo(1);
    }

    @Test
    void descriptorsAndHeapAreFlatOverAHundredThousandPolls() throws Exception {
        assumeProc();
        tree.file(IB + "mlx5_0" + HW + "rx_write_requests", "1")
                .file(IB + "mlx5_0/ports/1/counters/port_rcv_data", "2")
                .file(IB + "mlx5_0/ports/1/counters/symbol_error", "N/A (no PMA)")
                .directory(IB + "mlx5_0/ports/1/counters/link_downed");
        SysfsNic nic = nics().get(0);
        poll(nic, 2_000);
        assertThat(descriptors()).isEqualTo(2);
        long heapBefore = UsedHeap.bytes();

        poll(nic, 100_000);

        assertThat(descriptors()).isEqualTo(2);
        // Less than 11 bytes a poll: no object is left behind by each.
        assertThat(UsedHeap.bytes() - heapBefore).isLessThan(1 << 20);
        nic.close();
        assertThat(descriptors()).isZero();
    }

    private void poll(SysfsNic nic, int times) throws NicException {
        for (int poll = 0; poll < times; poll++) {
            nanos += SECOND;
            CounterValue value = nic.counters().read(1).values().get("rx_write_requests");
            assertThat(value).isEqualTo(new Present(1));
        }
    }

    @Test
    void descriptorsAreFlatOverAThousandRemovals() throws Exception {
        assumeProc();
        SysfsInventory inventory =
                new SysfsInventory(root, () -> nanos, name -> true, tree.files(), new DescriptorBudget(1_000));
        for (int device = 0; device < 2; device++) {
            tree.file("away/" + device + HW + "rx_write_requests", Integer.toString(device))
                    .file("away/" + device + HW + "out_of_buffer", "1");
        }
        tree.directory(IB);
        for (int removal = 0; removal < 1_000; removal++) {
            nanos += SECOND;
            int device = removal % 2;
            tree.move("away/" + device, IB + "mlx5_0");
            SysfsNic nic = inventory.devices().get(0);
            assertThat(nic.counters().read(1).values()).containsEntry("rx_write_requests", new Present(device));
            assertThat(tree.open()).isEqualTo(2);
            tree.move(IB + "mlx5_0", "away/" + device);
            switch (removal % 3) {
                case 0 -> assertThatThrownBy(() -> nic.counters().read(1)).isInstanceOf(NicException.Unreachable.class);
                case 1 -> {
                    assertThat(inventory.devices()).isEmpty();
                    nic.close();
                }
                default -> {
                    // Nobody looks while it is away: the next reading meets files of the removed one.
                }
            }
        }
        assertThat(descriptors()).isZero();
        assertThat(tree.open()).isZero();
    }
}
