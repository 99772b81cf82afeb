// SPDX-License-Identifier: Apache-2.0
/**
 * The one HTTP port: Jolokia, metrics, health; authentication and roles in front of them.
 */
@NullMarked
package io.roceguard.agent.http;

import org.jspecify.annotations.NullMarked;
