// SPDX-License-Identifier: Apache-2.0
/**
 * The packaged program as a user starts it, and what outside programs say about it. A test whose outside program is not
 * installed is skipped with the reason.
 */
@NullMarked
package io.roceguard.lab;

import org.jspecify.annotations.NullMarked;
