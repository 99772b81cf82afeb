// SPDX-License-Identifier: Apache-2.0
/**
 * Who may do what: users, their hashed secrets, roles, and the one rule that HTTP and remote JMX both ask. Knows no
 * protocol.
 */
@NullMarked
package io.roceguard.agent.access;

import org.jspecify.annotations.NullMarked;
