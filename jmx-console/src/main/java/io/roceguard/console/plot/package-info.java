// SPDX-License-Identifier: Apache-2.0
/** Plots as SVG, with labelled axes. Knows what is drawn and nothing of who asks for it. */
@NullMarked
package io.roceguard.console.plot;

import org.jspecify.annotations.NullMarked;
