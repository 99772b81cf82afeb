// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.text.NearestName;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Why an attribute cannot be written, in the words of the MBean: Jolokia itself says only that it cannot. The reason
 * stands in the attribute's descriptor field {@value #REASON}.
 */
final class WriteObstacle {

    static final String REASON = "notWritable";

    private WriteObstacle() {}

    /**
     * Empty when the attribute can be written, or the MBean is not there and Jolokia will say so.
     *
     * @param value as the JSON has it; Jolokia would cut 0.9 to 0 on its way to a whole number
     */
    static Optional<String> of(ObjectName mbean, String attribute, @Nullable Object value) {
        MBeanAttributeInfo[] attributes;
        try {
            attributes = ManagementFactory.getPlatformMBeanServer()
                    .getMBeanInfo(mbean)
                    .getAttributes();
        } catch (JMException notThere) {
            return Optional.empty();
        }
        for (MBeanAttributeInfo info : attributes) {
            if (info.getName().equals(attribute)) {
                return info.isWritable() ? notWhole(info, value) : Optional.of(sentence(info));
            }
        }
        List<String> names =
                Arrays.stream(attributes).map(MBeanAttributeInfo::getName).toList();
        return Optional.of(mbean + " has no attribute " + attribute + "." + NearestName.hint(attribute, names));
    }

    private static Optional<String> notWhole(MBeanAttributeInfo info, @Nullable Object value) {
        boolean whole = value instanceof Long || value instanceof Integer || value instanceof String;
        if (whole || !info.getType().equals("long")) {
            return Optional.empty();
        }
        return Optional.of("Attribute " + info.getName() + " takes a whole number "
                + info.getDescriptor().getFieldValue("minValue") + ".."
                + info.getDescriptor().getFieldValue("maxValue") + ".");
    }

    private static String sentence(MBeanAttributeInfo info) {
        Object reason = info.getDescriptor().getFieldValue(REASON);
        return "Attribute " + info.getName() + " cannot be written: " + (reason == null ? "it is read-only" : reason)
                + ".";
    }
}
