// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells every listener; one that fails keeps neither the others nor the poll or scan from going on. */
final class NicNews implements NicListener {

    private static final Logger LOG = System.getLogger(NicNews.class.getName());

    private final List<NicListener> listeners = new CopyOnWriteArrayList<>();

    void add(NicListener listener) {
        listeners.add(listener);
    }

    @Override
    public void added(NicSnapshot first, @Nullable String formerName) {
        tell(first, listener -> listener.added(first, formerName));
    }

    @Override
    public void changed(NicSnapshot before, NicSnapshot after) {
        tell(after, listener -> listener.changed(before, after));
    }

    @Override
    public void removed(NicSnapshot last, @Nullable String newName) {
        tell(last, listener -> listener.removed(last, newName));
    }

    private void tell(NicSnapshot about, Consumer<NicListener> news) {
        for (NicListener listener : listeners) {
            try {
                news.accept(listener);
            } catch (RuntimeException broken) {
                LOG.log(Level.ERROR, "A listener failed on news of " + about.name(), broken);
            }
        }
    }
}
