// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.inventory;

import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicInventory;
import java.util.List;

/** Leaves out the NICs that the configuration does not want to be watched. */
public final class FilteredInventory implements NicInventory {

    private final NicInventory all;
    private final DaemonConfig.Nics wanted;

    public FilteredInventory(NicInventory all, DaemonConfig.Nics wanted) {
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
                .filter(nic -> isWanted(nic.identity().name()))
                .toList();
    }

    private boolean isWanted(String name) {
        boolean included =
                wanted.include() == null || wanted.include().matcher(name).matches();
        return included
                && (wanted.exclude() == null || !wanted.exclude().matcher(name).matches());
    }

    @Override
    public void close() {
        all.close();
    }
}
