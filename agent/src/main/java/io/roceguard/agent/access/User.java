// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import org.jspecify.annotations.Nullable;

/**
 * Someone who may log in.
 *
 * @param name unique among the users
 * @param role what the user may do
 * @param password null when the user has only a token
 * @param token null when the user has only a password
 */
public record User(
        String name,
        Role role,
        @Nullable PasswordHash password,
        @Nullable TokenHash token) {}
