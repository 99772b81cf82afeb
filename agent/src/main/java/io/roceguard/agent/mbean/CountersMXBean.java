// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import org.jspecify.annotations.Nullable;

/**
 * The half of {@code io.roceguard:type=Counters,nic=...,port=...} that is the same on every port. The other half is one
 * {@code long} attribute a counter under the kernel's name, and {@code NAME_per_second} beside each that counts; both
 * null while the counter cannot be read.
 */
@Description("The counters of one port, as the kernel names them. Absolute values count since the driver was loaded; "
        + "a rate is the difference of the last two polls.")
public interface CountersMXBean {

    @Description("ok, or why this port shows no counters.")
    String getStatus();

    @Description("Where the counters come from.")
    String getSource();

    @Description("Time since the counters were last read; null when they never were.")
    @Unit("ms")
    @Range(min = 0)
    @Nullable
    Long getAgeMillis();

    @Description("Counters that exist and cannot be read, as NAME REASON.")
    String[] getUnavailable();
}
