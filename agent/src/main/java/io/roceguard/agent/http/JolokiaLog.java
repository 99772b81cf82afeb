// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jolokia.core.api.LogHandler;
import org.jspecify.annotations.Nullable;

/** Jolokia's log, all at DEBUG: what matters to a user is in the answers, what matters to us fails a request. */
final class JolokiaLog implements LogHandler {

    private static final Logger LOG = System.getLogger("org.jolokia");

    @Override
    public void debug(String message) {
        LOG.log(Level.DEBUG, message);
    }

    @Override
    public void info(String message) {
        LOG.log(Level.DEBUG, message);
    }

    @Override
    public void error(String message, @Nullable Throwable error) {
        LOG.log(Level.DEBUG, message, error);
    }

    @Override
    public boolean isDebug() {
        return LOG.isLoggable(Level.DEBUG);
    }
}
