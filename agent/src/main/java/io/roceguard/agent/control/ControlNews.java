// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.store.ChangeRecord;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Tells every listener; one that fails keeps nothing from going on. */
final class ControlNews implements ControlListener {

    private static final Logger LOG = System.getLogger(ControlNews.class.getName());

    private final List<ControlListener> listeners = new CopyOnWriteArrayList<>();

    void add(ControlListener listener) {
        listeners.add(listener);
    }

    @Override
    public void reverted(String nic, ChangeRecord change, String why, String message) {
        tell(listener -> listener.reverted(nic, change, why, message));
    }

    @Override
    public void drifted(String nic, Drift drift) {
        tell(listener -> listener.drifted(nic, drift));
    }

    private void tell(Consumer<ControlListener> news) {
        for (ControlListener listener : listeners) {
            try {
                news.accept(listener);
            } catch (RuntimeException broken) {
                LOG.log(Level.ERROR, "A listener failed", broken);
            }
        }
    }
}
