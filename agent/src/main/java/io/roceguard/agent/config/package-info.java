// SPDX-License-Identifier: Apache-2.0
/**
 * The daemon's configuration as immutable records, and its YAML file with errors that give line, column and the nearest
 * key.
 */
@NullMarked
package io.roceguard.agent.config;

import org.jspecify.annotations.NullMarked;
