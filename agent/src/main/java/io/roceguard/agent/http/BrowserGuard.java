// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps the pages of other sites, open in a browser on this host or its network, from using this server.
 *
 * <p>A name that somebody else's DNS points to loopback is no name of ours (DNS rebinding), and a page of another
 * origin may not change anything (cross-site request forgery). Such a page cannot read either: no answer ever carries
 * an {@code Access-Control-Allow-Origin}.
 */
final class BrowserGuard {

    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    private final boolean loopbackOnly;
    private final String bind;

    BrowserGuard(InetSocketAddress bound) {
        InetAddress address = bound.getAddress();
        loopbackOnly = address.isLoopbackAddress();
        bind = address.getHostAddress();
    }

    /** Why the Host header is not taken, as a sentence. */
    Optional<String> foreignHost(Request request) {
        Optional<String> host = request.header("Host");
        if (!loopbackOnly || host.isEmpty()) {
            return Optional.empty();
        }
        String name = withoutPort(host.get().toLowerCase(Locale.ROOT));
        if (LOOPBACK_NAMES.contains(name) || name.equals(bind) || name.equals("[" + bind + "]")) {
            return Optional.empty();
        }
        return Optional.of(
                "The request is for the host " + shown(name) + ", but this server listens on loopback only and"
                        + " answers to localhost, 127.0.0.1, [::1] and " + bind + ". Use one of these in the URL.");
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    }

    /** Why this request may not change anything, as a sentence; empty where no foreign page is behind it. */
    Optional<String> foreignOrigin(Request request) {
        Optional<String> origin = request.header("Origin");
        if (origin.isPresent()) {
            String own = (request.secure() ? "https://" : "http://")
                    + request.header("Host").orElse("");
            if (!origin.get().equalsIgnoreCase(own)) {
                return Optional.of("The request comes from a page of another origin (" + shown(origin.get())
                        + "), and such a page may not change anything here.");
            }
        }
        Optional<String> site = request.header("Sec-Fetch-Site");
        if (site.isPresent() && !site.get().equals("same-origin") && !site.get().equals("none")) {
            return Optional.of("The request comes from a page of another site (Sec-Fetch-Site: " + shown(site.get())
                    + "), and such a page may not change anything here.");
        }
        return Optional.empty();
    }

    private static String shown(String header) {
        String ascii = header.replaceAll("[^\\x21-\\x7e]", "?");
        return ascii.length() <= 100 ? ascii : ascii.substring(0, 100) + "...";
    }
}
