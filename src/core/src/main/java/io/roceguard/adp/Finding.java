// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

/**
 * Something that a profile does not do well.
 *
 * @param severity how much it weighs
 * @param code stable name, {@code E_SORTED}
 * @param path in the shape of a profile file, {@code ranges[1].low_bound}
 * @param message what it is, a sentence
 * @param fix what to do about it, a sentence
 */
public record Finding(Severity severity, String code, String path, String message, String fix) {}
