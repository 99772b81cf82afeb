// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** What an MBean says about its operations. */
public final class OperationImpact {

    private OperationImpact() {}

    /**
     * Whether invoking the operation changes nothing: it exists, and every overload of that name has the impact
     * {@link MBeanOperationInfo#INFO}. An MBean that is not there informs nobody.
     *
     * @param operation name without signature
     */
    public static boolean informs(MBeanServerConnection server, ObjectName mbean, String operation) {
        try {
            List<MBeanOperationInfo> overloads = Arrays.stream(
                            server.getMBeanInfo(mbean).getOperations())
                    .filter(known -> known.getName().equals(operation))
                    .toList();
            return !overloads.isEmpty()
                    && overloads.stream().allMatch(overload -> overload.getImpact() == MBeanOperationInfo.INFO);
        } catch (JMException | IOException notThere) {
            return false;
        }
    }
}
