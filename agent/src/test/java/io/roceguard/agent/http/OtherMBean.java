// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** Comes and goes, so that the MBean server has something to notify of. */
final class OtherMBean {

    /** No attributes. */
    public interface Nothing {}

    private static final class Thing implements Nothing {}

    void appearAndVanish() throws JMException {
        ObjectName name = new ObjectName("io.roceguard:type=Passing");
        ManagementFactory.getPlatformMBeanServer()
                .registerMBean(new StandardMBean(new Thing(), Nothing.class, false), name);
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
    }
}
