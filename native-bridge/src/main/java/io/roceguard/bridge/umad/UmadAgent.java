// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

/**
 * What is registered on one {@link UmadPort}.
 *
 * @param id the kernel's number for it, within that port object
 */
public record UmadAgent(int id) {}
