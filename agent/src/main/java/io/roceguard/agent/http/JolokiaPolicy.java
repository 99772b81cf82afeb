// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.agent.access.CurrentCaller;
import io.roceguard.agent.access.MBeanAccess;
import io.roceguard.agent.access.MBeanRequest;
import io.roceguard.agent.access.OperationImpact;
import java.util.Optional;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jolokia.server.core.restrictor.AllowAllRestrictor;

/**
 * Asks {@link MBeanAccess} for the caller whose request this thread serves. A refusal is thrown, not returned: Jolokia
 * turns it into status 403 with our sentence, where {@code false} would give its own, which names no role.
 */
final class JolokiaPolicy extends AllowAllRestrictor {

    private final MBeanServer server;

    JolokiaPolicy(MBeanServer server) {
        this.server = server;
    }

    @Override
    public boolean isAttributeReadAllowed(ObjectName mbean, String attribute) {
        return allowed(new MBeanRequest.Read(mbean, attribute));
    }

    @Override
    public boolean isAttributeWriteAllowed(ObjectName mbean, String attribute) {
        return allowed(new MBeanRequest.Write(mbean, attribute));
    }

    /** @param operation with or without a signature in parentheses */
    @Override
    public boolean isOperationAllowed(ObjectName mbean, String operation) {
        int signature = operation.indexOf('(');
        String name = signature < 0 ? operation : operation.substring(0, signature);
        return allowed(new MBeanRequest.Invoke(mbean, name, OperationImpact.informs(server, mbean, name)));
    }

    /** From list and search, which leave it out. */
    @Override
    public boolean isObjectNameHidden(ObjectName mbean) {
        return refusal(new MBeanRequest.Look(mbean)).isPresent();
    }

    private static boolean allowed(MBeanRequest request) {
        refusal(request).ifPresent(sentence -> {
            throw new SecurityException(sentence);
        });
        return true;
    }

    static Optional<String> refusal(MBeanRequest request) {
        return MBeanAccess.refusal(CurrentCaller.get(), request);
    }
}
