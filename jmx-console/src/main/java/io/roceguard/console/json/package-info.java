// SPDX-License-Identifier: Apache-2.0
/** JSON in and out: integers of any size stay exact. Knows nothing about registers or daemons. */
@NullMarked
package io.roceguard.console.json;

import org.jspecify.annotations.NullMarked;
