// SPDX-License-Identifier: Apache-2.0
/**
 * Remote JMX on one port with the same users and roles as HTTP.
 */
@NullMarked
package io.roceguard.agent.remote;

import org.jspecify.annotations.NullMarked;
