// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The state that the latest plans were made for, to say what has changed since. Thread-safe. */
final class RememberedPlans {

    private static final int MOST = 256;

    private final Map<String, RegisterImage> bases = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RegisterImage> eldest) {
            return size() > MOST;
        }
    };

    synchronized void remember(ChangePlan plan) {
        bases.put(plan.id(), plan.before());
    }

    /** What reads otherwise than when that plan was made; empty when nothing does, or the plan is not remembered. */
    synchronized List<String> since(String id, RegisterImage now) {
        RegisterImage base = bases.get(id);
        return base == null ? List.of() : ChangePlan.differences(base, now, RoceAccl.FIELDS);
    }
}
