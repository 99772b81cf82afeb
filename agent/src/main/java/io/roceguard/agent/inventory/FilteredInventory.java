// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.inventory;

import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicInventory;
import java.util.List;
import java.util.function.Predicate;

/** Leaves out the NICs that are not wanted. */
final class FilteredInventory implements NicInventory {

    private final NicInventory all;
    private final Predicate<String> wanted;

    /**
     * @param wanted by RDMA device name
     */
    FilteredInventory(NicInventory all, Predicate<String> wanted) {
        this.all = all;
        this.wanted = wanted;
    }

    @Override
    public String source() {
        return all.source();
    }

    @Override
    public List<Nic> scan() throws NicException {
        return all.scan().stream()
                .filter(nic -> wanted.test(nic.identity().name()))
                .toList();
    }

    @Override
    public void close() {
        all.close();
    }
}
