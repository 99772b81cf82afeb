// SPDX-License-Identifier: Apache-2.0
/**
 * The kernel's way for MADs to and from programs ({@code ib_umad}; {@code rdma/ib_user_mad.h}, ABI 5): the transport
 * alone, which knows no management class. Times and retries are the caller's.
 *
 * <pre>
 * UmadDevice device = UmadDevice.of(sysfs, dev, "mlx5_0", 1);
 * try (UmadPort port = UmadPort.open(device)) {
 *     UmadAgent agent = port.register(UmadRegistration.client(0x32, 1, 0x001405));
 *     port.send(agent, Mad.of(bytes), UmadAddress.gsi(gid, 0), 500, 3);
 *     UmadReceipt receipt = port.receive(Duration.ofSeconds(3));
 * }
 * </pre>
 *
 * What is worth knowing of the kernel:
 *
 * <ul>
 *   <li>It writes the upper 32 bits of a request's transaction id, by which it finds the agent of the response; only the
 *       lower 32 are the sender's. Two requests of one class with the same id at a time are refused with EINVAL.
 *   <li>A request that gets no response within (retries + 1) timeouts comes back as {@link
 *       io.roceguard.bridge.umad.UmadReceipt.SendTimedOut}; one whose sending fails in another way is dropped without a
 *       word, so a caller needs a time of its own.
 *   <li>A class with a method that another agent has registered is refused with EINVAL, and the kernel log says {@code
 *       Method N already in use}.
 *   <li>On RoCE there is no QP 0 (EPROTONOSUPPORT), every address needs a GRH, and a response over IPv4-mapped GIDs was
 *       seen not to be matched with its request; with link-local GIDs it was.
 * </ul>
 */
@NullMarked
package io.roceguard.bridge.umad;

import org.jspecify.annotations.NullMarked;
