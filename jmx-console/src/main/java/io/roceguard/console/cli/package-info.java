// SPDX-License-Identifier: Apache-2.0
/**
 * The commands of {@code roceguard}, those without a daemon and those that ask one. Text for people, one JSON document for
 * programs; no register or access rule is decided here.
 */
@NullMarked
package io.roceguard.console.cli;

import org.jspecify.annotations.NullMarked;
