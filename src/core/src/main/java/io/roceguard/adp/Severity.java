// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

/** How much a {@link Finding} weighs. */
public enum Severity {
    /** The device refuses the profile, or what it would do is not defined. */
    ERROR,
    /** It is taken and hardly what is wanted. */
    WARN,
    /** Legal and worth knowing. */
    INFO
}
