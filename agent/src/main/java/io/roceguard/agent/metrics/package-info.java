// SPDX-License-Identifier: Apache-2.0
/**
 * Prometheus metrics from snapshots, through Micrometer.
 */
@NullMarked
package io.roceguard.agent.metrics;

import org.jspecify.annotations.NullMarked;
