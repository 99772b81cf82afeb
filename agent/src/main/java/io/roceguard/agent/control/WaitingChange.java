// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.store.Confirmation;

/**
 * A change that is taken back unless somebody confirms it.
 *
 * @param remainingMillis until then, 0 when that time has come
 * @param state {@code waiting}, {@code reverting}, or why it could not be taken back yet
 * @param undo what taking it back means, a sentence
 */
public record WaitingChange(Confirmation confirmation, long remainingMillis, String state, String undo) {}
