// SPDX-License-Identifier: Apache-2.0
/**
 * Reading what people wrote: errors with file, line and column, the closest valid name, and YAML with positions.
 */
@NullMarked
package io.roceguard.text;

import org.jspecify.annotations.NullMarked;
