// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import io.roceguard.bridge.sysfs.SysfsInventory;
import io.roceguard.bridge.sysfs.SysfsNic;
import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import io.roceguard.counter.CounterValue.Present;
import io.roceguard.device.NicException;
import java.io.IOException;
import java.util.List;

/** Our own reading, in this process: whatever the JVM does beside it (compiling, collecting) counts too. */
final class SysfsPoller implements Poller {

    private final CounterTree tree;
    private final List<SysfsNic> nics;

    SysfsPoller(CounterTree tree) throws IOException {
        this.tree = tree;
        try {
            this.nics = new SysfsInventory(tree.root(), System::nanoTime).devices();
        } catch (NicException failed) {
            throw new IOException(failed);
        }
    }

    @Override
    public String name() {
        return "roceguard";
    }

    @Override
    public void poll(int times) throws IOException {
        for (int poll = 0; poll < times; poll++) {
            long sum = 0;
            for (SysfsNic nic : nics) {
                sum += sum(read(nic));
            }
            if (sum != tree.sum()) {
                throw new IOException("The counters were not all read.");
            }
        }
    }

    private static CounterSample read(SysfsNic nic) throws IOException {
        try {
            return nic.counters().read(1);
        } catch (NicException failed) {
            throw new IOException(failed);
        }
    }

    private static long sum(CounterSample sample) {
        long sum = 0;
        for (CounterValue value : sample.values().values()) {
            sum += value instanceof Present present ? present.value() : 0;
        }
        return sum;
    }

    @Override
    public ProcessHandle process() {
        return ProcessHandle.current();
    }

    @Override
    public void close() {
        nics.forEach(SysfsNic::close);
    }
}
