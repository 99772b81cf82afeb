// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an operation that changes something or makes the firmware do something (impact ACTION_INFO, operators only); all
 * others have impact INFO.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ChangesState {}
