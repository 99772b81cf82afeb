// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import javax.management.DescriptorKey;

/** The values a numeric attribute can take, on its getter; descriptor fields {@code minValue} and {@code maxValue}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Range {
    @DescriptorKey("minValue")
    long min();

    @DescriptorKey("maxValue")
    long max() default Long.MAX_VALUE;
}
