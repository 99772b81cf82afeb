// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The description a JMX client shows for an MBean interface, an attribute (on its getter), an operation or a parameter. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER})
public @interface Description {
    /** One full ASCII sentence. */
    String value();
}
