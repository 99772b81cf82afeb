// SPDX-License-Identifier: Apache-2.0
/**
 * Tests on a real kernel's RDMA stack. Those named {@code *InGuest} run inside the guest that {@code src/lab/guest/boot}
 * starts, on two Soft-RoCE devices, {@code rxe0} and {@code rxe1}, with a switch between them
 * ({@code src/lab/guest/two-ports}); {@link io.roceguard.lab.guest.SoftRoceIT} starts it and shows each of them as a test
 * of its own.
 */
@NullMarked
package io.roceguard.lab.guest;

import org.jspecify.annotations.NullMarked;
