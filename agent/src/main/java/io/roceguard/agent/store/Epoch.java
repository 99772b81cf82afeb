// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import io.roceguard.register.RegisterImage;
import org.jspecify.annotations.Nullable;

/**
 * A time in which the state of adaptive retransmission of one NIC did not change, as far as it was watched.
 *
 * @param id ascending
 * @param stableId what the NIC is, whatever its name
 * @param nic its name at the beginning
 * @param firmware {@code 28.46.1006}, {@code ""} when unknown
 * @param boot the host's boot
 * @param mode {@code off}, {@code firmware} or {@code profile}
 * @param words the active state at its beginning
 * @param cause what began it: {@code change 17}, {@code reboot}, {@code first look}, ...
 * @param begunMillis epoch milliseconds
 * @param endedMillis null for the present one
 */
public record Epoch(
        long id,
        String stableId,
        String nic,
        String firmware,
        String boot,
        String mode,
        RegisterImage words,
        String cause,
        long begunMillis,
        @Nullable Long endedMillis) {}
