// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import java.util.List;

/** What {@code /health/ready} asks. */
@FunctionalInterface
public interface ReadinessSource {

    /** Why the daemon does not do its work yet, a sentence each; empty when it is ready. */
    List<String> obstacles();
}
