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

/**
 * Why an attribute cannot be written, in the words of the MBean: Jolokia itself says only that it cannot. The reason
 * stands in the attribute's descriptor field {@value #REASON}.
 */
final class WriteObstacle {

    static final String REASON = "notWritable";

    private WriteObstacle() {}

    /** Empty when the attribute can be written, or the MBean is not there and Jolokia will say so. */
    static Optional<String> of(ObjectName mbean, String attribute) {
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
                return info.isWritable() ? Optional.empty() : Optional.of(sentence(info));
            }
        }
        List<String> names =
                Arrays.stream(attributes).map(MBeanAttributeInfo::getName).toList();
        return Optional.of(mbean + " has no attribute " + attribute + "." + NearestName.hint(attribute, names));
    }

    private static String sentence(MBeanAttributeInfo info) {
        Object reason = info.getDescriptor().getFieldValue(REASON);
        return "Attribute " + info.getName() + " cannot be written: " + (reason == null ? "it is read-only" : reason)
                + ".";
    }
}
