// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.alarm;

/** Is told about alarms, except those that are silenced; returns quickly. */
@FunctionalInterface
public interface AlarmListener {

    /** An alarm fires, has changed, or has ended. */
    void told(AlarmNews news);
}
