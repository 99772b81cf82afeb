// SPDX-License-Identifier: Apache-2.0
/**
 * The way to a daemon over HTTP: Jolokia requests, credentials, TLS trust, and errors that say what to do. Knows nothing
 * about commands and terminals.
 */
@NullMarked
package io.roceguard.console.client;

import org.jspecify.annotations.NullMarked;
