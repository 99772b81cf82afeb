// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import javax.management.ObjectName;

/** What a caller wants of the MBean server. */
public sealed interface MBeanRequest {

    /** The MBean, or a pattern where the request takes one. */
    ObjectName mbean();

    /** Seeing that an MBean exists: list, search, metadata, subscribing to notifications. */
    record Look(ObjectName mbean) implements MBeanRequest {}

    /** Reading an attribute. */
    record Read(ObjectName mbean, String attribute) implements MBeanRequest {}

    /** Writing an attribute. */
    record Write(ObjectName mbean, String attribute) implements MBeanRequest {}

    /**
     * Invoking an operation.
     *
     * @param operation its name without a signature
     * @param informs whether the MBean says that it changes nothing, see {@link OperationImpact}
     */
    record Invoke(ObjectName mbean, String operation, boolean informs) implements MBeanRequest {}

    /** Creating or unregistering an MBean. */
    record Manage(ObjectName mbean) implements MBeanRequest {}
}
