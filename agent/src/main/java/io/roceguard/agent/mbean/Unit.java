// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import javax.management.DescriptorKey;

/** The unit of a numeric attribute, on its getter; descriptor field {@code units}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Unit {
    @DescriptorKey("units")
    String value();
}
