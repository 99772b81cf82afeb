// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

/** What reading one counter gave: a number, or a reason why there is none. */
public sealed interface CounterValue {

    /**
     * @param value as the kernel gave it; a u64 above {@code Long.MAX_VALUE} is given as that
     */
    record Present(long value) implements CounterValue {}

    /**
     * @param reason short, stable, fit for a label: {@code no_pma}, {@code EINVAL}, {@code hidden_by_netns},
     *     {@code not_a_number}, {@code quarantined} (left alone for a while after it failed three times)
     */
    record Unavailable(String reason) implements CounterValue {}
}
