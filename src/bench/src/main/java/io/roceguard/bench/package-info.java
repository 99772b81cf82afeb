// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks: JMH for what happens inside a process, side-by-side runs of whole processes for the rest. Never shipped,
 * never part of the tests.
 */
@NullMarked
package io.roceguard.bench;

import org.jspecify.annotations.NullMarked;
