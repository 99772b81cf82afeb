// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.remote;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * The subject as which the JMX connector runs the current request. {@code Subject.current} exists since Java 18; before,
 * the access control context has it, which Java 24 no longer supports. Both are looked up by name, so that one class
 * file serves all.
 */
final class CallingSubject {

    private static final MethodHandle CURRENT = find();

    private CallingSubject() {}

    /** Empty outside a request, and where the connector works for itself. */
    static Optional<Subject> get() {
        try {
            return Optional.ofNullable((@Nullable Subject) CURRENT.invokeExact());
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable impossible) {
            throw new IllegalStateException("Neither way to the calling subject throws this.", impossible);
        }
    }

    private static MethodHandle find() {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            return lookup.findStatic(Subject.class, "current", MethodType.methodType(Subject.class));
        } catch (ReflectiveOperationException before18) {
            return findBefore18(lookup);
        }
    }

    private static MethodHandle findBefore18(MethodHandles.Lookup lookup) {
        try {
            Class<?> context = Class.forName("java.security.AccessControlContext");
            Class<?> controller = Class.forName("java.security.AccessController");
            return MethodHandles.collectArguments(
                    lookup.findStatic(Subject.class, "getSubject", MethodType.methodType(Subject.class, context)),
                    0,
                    lookup.findStatic(controller, "getContext", MethodType.methodType(context)));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This Java runtime has no way to tell who calls over JMX.", e);
        }
    }
}
