// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.remote;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.CurrentCaller;
import io.roceguard.agent.access.MBeanAccess;
import io.roceguard.agent.access.MBeanRequest;
import io.roceguard.agent.access.OperationImpact;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.MBeanServer;
import javax.management.ObjectInstance;
import javax.management.ObjectName;
import javax.management.QueryExp;
import javax.management.RuntimeOperationsException;
import javax.management.remote.MBeanServerForwarder;
import org.jspecify.annotations.Nullable;

/**
 * The MBean server as remote clients get it: each request is put to {@link MBeanAccess} for the caller of the connection
 * and runs as that caller. MBeans that nobody may look at are not found. What is not known here is refused.
 */
final class GuardedMBeanServer implements InvocationHandler {

    private MBeanServer server;

    private GuardedMBeanServer(MBeanServer server) {
        this.server = server;
    }

    static MBeanServerForwarder over(MBeanServer server) {
        return (MBeanServerForwarder) Proxy.newProxyInstance(
                GuardedMBeanServer.class.getClassLoader(),
                new Class<?>[] {MBeanServerForwarder.class},
                new GuardedMBeanServer(server));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given) throws Throwable {
        @Nullable Object[] arguments = given == null ? new Object[0] : given;
        return switch (method.getName()) {
            case "getMBeanServer" -> server;
            case "setMBeanServer" -> {
                server = (MBeanServer) named(arguments, 0, "MBean server");
                yield null;
            }
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "guarded " + server;
            // The connector asks this for itself, to read the arguments of a request; no client can.
            case "getClassLoaderFor", "getClassLoaderRepository" -> call(server, method, arguments);
            default -> {
                Caller caller = Login.caller();
                yield CurrentCaller.call(caller, () -> answer(caller, method, arguments));
            }
        };
    }

    private @Nullable Object answer(Caller caller, Method method, @Nullable Object[] arguments) throws Exception {
        switch (method.getName()) {
            case "queryNames" -> {
                return visible(caller, arguments);
            }
            case "queryMBeans" -> {
                return visibleInstances(caller, arguments);
            }
            case "getDomains" -> {
                return visible(caller).stream()
                        .map(ObjectName::getDomain)
                        .distinct()
                        .toArray(String[]::new);
            }
            case "getMBeanCount" -> {
                return visible(caller).size();
            }
            case "isRegistered" -> {
                check(caller, new MBeanRequest.Look(ObjectName.WILDCARD));
                ObjectName mbean = mbean(arguments);
                return isVisible(caller, mbean) && server.isRegistered(mbean);
            }
            case "getDefaultDomain" -> check(caller, new MBeanRequest.Look(ObjectName.WILDCARD));
            case "getMBeanInfo",
                    "getObjectInstance",
                    "isInstanceOf",
                    "addNotificationListener",
                    "removeNotificationListener" -> check(caller, new MBeanRequest.Look(mbean(arguments)));
            case "getAttribute" -> checkRead(caller, mbean(arguments), named(arguments, 1, "attribute name"));
            case "getAttributes" -> {
                for (Object name : (Object[]) named(arguments, 1, "list of attribute names")) {
                    checkRead(caller, mbean(arguments), name);
                }
            }
            case "setAttribute" -> checkWrite(caller, mbean(arguments), (Attribute) named(arguments, 1, "attribute"));
            case "setAttributes" -> {
                for (Attribute attribute : ((AttributeList) named(arguments, 1, "list of attributes")).asList()) {
                    checkWrite(caller, mbean(arguments), attribute);
                }
            }
            case "invoke" -> {
                ObjectName mbean = mbean(arguments);
                String operation = (String) named(arguments, 1, "operation name");
                boolean informs = OperationImpact.informs(server, mbean, operation);
                check(caller, new MBeanRequest.Invoke(mbean, operation, informs));
            }
            default ->
                throw new SecurityException("The request " + method.getName()
                        + " is refused: nobody may create, load or unregister anything over the network.");
        }
        return call(server, method, arguments);
    }

    private static void checkRead(Caller caller, ObjectName mbean, @Nullable Object attribute) {
        if (attribute == null) {
            throw missing("attribute name");
        }
        check(caller, new MBeanRequest.Read(mbean, (String) attribute));
    }

    private static void checkWrite(Caller caller, ObjectName mbean, @Nullable Attribute attribute) {
        if (attribute == null) {
            throw missing("attribute");
        }
        check(caller, new MBeanRequest.Write(mbean, attribute.getName()));
    }

    private static void check(Caller caller, MBeanRequest request) {
        MBeanAccess.refusal(caller, request).ifPresent(refusal -> {
            throw new SecurityException(refusal);
        });
    }

    private static boolean isVisible(Caller caller, ObjectName mbean) {
        return MBeanAccess.refusal(caller, new MBeanRequest.Look(mbean)).isEmpty();
    }

    private Set<ObjectName> visible(Caller caller, @Nullable Object... query) {
        check(caller, new MBeanRequest.Look(ObjectName.WILDCARD));
        ObjectName pattern = query.length == 0 ? null : (ObjectName) query[0];
        return server.queryNames(pattern, query.length == 0 ? null : condition(query[1])).stream()
                .filter(name -> isVisible(caller, name))
                .collect(Collectors.toSet());
    }

    private Set<ObjectInstance> visibleInstances(Caller caller, @Nullable Object[] query) {
        check(caller, new MBeanRequest.Look(ObjectName.WILDCARD));
        return server.queryMBeans((ObjectName) query[0], condition(query[1])).stream()
                .filter(instance -> isVisible(caller, instance.getObjectName()))
                .collect(Collectors.toSet());
    }

    /**
     * A condition of a client could find out, value by value, attributes that nobody may read. The connector has
     * conditions of its own, in classes that a client cannot send.
     */
    private static @Nullable QueryExp condition(@Nullable Object condition) {
        if (condition != null
                && !(condition instanceof ObjectName)
                && condition.getClass().getPackageName().equals("javax.management")) {
            throw new SecurityException("Conditions on attributes are refused in queries over the network."
                    + " Query by a name pattern and read the attributes.");
        }
        return (QueryExp) condition;
    }

    private static ObjectName mbean(@Nullable Object[] arguments) {
        return (ObjectName) named(arguments, 0, "object name");
    }

    private static Object named(@Nullable Object[] arguments, int index, String what) {
        Object argument = arguments[index];
        if (argument == null) {
            throw missing(what);
        }
        return argument;
    }

    private static RuntimeOperationsException missing(String what) {
        String sentence = "The request has no " + what + ": it is null.";
        return new RuntimeOperationsException(new IllegalArgumentException(sentence), sentence);
    }

    private static @Nullable Object call(MBeanServer server, Method method, @Nullable Object[] arguments)
            throws Exception {
        try {
            return method.invoke(server, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        }
    }
}
