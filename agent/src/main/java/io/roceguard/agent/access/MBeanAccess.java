// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import io.roceguard.agent.access.MBeanRequest.Invoke;
import io.roceguard.agent.access.MBeanRequest.Look;
import io.roceguard.agent.access.MBeanRequest.Manage;
import io.roceguard.agent.access.MBeanRequest.Read;
import io.roceguard.agent.access.MBeanRequest.Write;
import java.util.Optional;
import java.util.Set;
import javax.management.ObjectName;

/**
 * The one rule that HTTP and remote JMX both ask.
 *
 * <table>
 * <caption>Who may do what</caption>
 * <tr><th></th><th>{@code io.roceguard}</th><th>allow-list</th><th>other MBeans</th></tr>
 * <tr><td>look, read</td><td>viewer</td><td>viewer, but not the attributes that tell of the command line</td><td>nobody</td></tr>
 * <tr><td>invoke, impact INFO</td><td>viewer</td><td>nobody</td><td>nobody</td></tr>
 * <tr><td>invoke, any other impact; write</td><td>operator</td><td>nobody</td><td>nobody</td></tr>
 * <tr><td>create, unregister</td><td>nobody</td><td>nobody</td><td>nobody</td></tr>
 * </table>
 *
 * The allow-list holds {@code java.lang}, {@code java.nio}, {@code jolokia} and the MBean server's delegate. Fetching
 * one's own notifications from Jolokia's store is an operation, yet counts as reading.
 */
public final class MBeanAccess {

    /** The domain of our own MBeans. */
    public static final String DOMAIN = "io.roceguard";

    private static final Set<String> READABLE_DOMAINS = Set.of(DOMAIN, "java.lang", "java.nio", "jolokia");
    private static final Set<String> COMMAND_LINE =
            Set.of("SystemProperties", "InputArguments", "ClassPath", "BootClassPath", "LibraryPath");

    private MBeanAccess() {}

    /** Why the caller may not do that, as a full sentence; empty when it may. */
    public static Optional<String> refusal(Caller caller, MBeanRequest request) {
        ObjectName mbean = request.mbean();
        boolean ours = mbean.getDomain().equals(DOMAIN);
        if (request instanceof Look) {
            // A pattern finds only what may be looked at one by one.
            return mbean.isPattern() || readable(mbean)
                    ? needs(Role.VIEWER, caller, "Looking at " + mbean)
                    : Optional.of("Nobody may look at " + mbean + " over the network.");
        }
        if (request instanceof Read read) {
            String what = "eading attribute " + read.attribute() + " of " + mbean;
            if (!readable(mbean)) {
                return Optional.of("R" + what + " is refused: MBeans of the domain " + mbean.getDomain()
                        + " are not shown over the network.");
            }
            if (isRuntime(mbean) && COMMAND_LINE.contains(read.attribute())) {
                return Optional.of("R" + what
                        + " is refused: it tells the daemon's command line and is not shown over the network."
                        + " Name the attributes to read, without this one.");
            }
            return needs(Role.VIEWER, caller, "R" + what);
        }
        if (request instanceof Write write) {
            return change(ours, caller, Role.OPERATOR, "Writing attribute " + write.attribute() + " of ", mbean);
        }
        if (request instanceof Invoke invoke) {
            if (fetchesNotifications(invoke)) {
                return needs(Role.VIEWER, caller, "Fetching notifications");
            }
            Role role = invoke.informs() ? Role.VIEWER : Role.OPERATOR;
            return change(ours, caller, role, "Invoking operation " + invoke.operation() + " of ", mbean);
        }
        return request instanceof Manage
                ? Optional.of("Creating or unregistering the MBean " + mbean
                        + " is refused: nobody may do that over the network.")
                : Optional.of("This request is not known and therefore refused.");
    }

    private static boolean readable(ObjectName mbean) {
        return READABLE_DOMAINS.contains(mbean.getDomain())
                || mbean.getCanonicalName().equals("JMImplementation:type=MBeanServerDelegate");
    }

    private static boolean isRuntime(ObjectName mbean) {
        return mbean.getCanonicalName().equals("java.lang:type=Runtime");
    }

    private static boolean fetchesNotifications(Invoke invoke) {
        return invoke.operation().equals("pull")
                && invoke.mbean().getDomain().equals("jolokia")
                && "NotificationStore".equals(invoke.mbean().getKeyProperty("type"));
    }

    private static Optional<String> change(boolean ours, Caller caller, Role role, String what, ObjectName mbean) {
        if (mbean.isPattern()) {
            return Optional.of(what + mbean + " is refused: a pattern cannot be changed. Name one MBean.");
        }
        if (!ours) {
            return Optional.of(what + mbean + " is refused: only MBeans of the domain " + DOMAIN
                    + " can be operated over the network.");
        }
        return needs(role, caller, what + mbean);
    }

    private static Optional<String> needs(Role role, Caller caller, String what) {
        if (caller.role().includes(role)) {
            return Optional.empty();
        }
        return Optional.of(what + " needs the role " + name(role) + ", but " + caller + " has "
                + (caller.role() == Role.NONE ? "no role" : "the role " + name(caller.role())) + ".");
    }

    private static String name(Role role) {
        return role == Role.OPERATOR ? "operator" : "viewer";
    }
}
