// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jolokia.server.core.request.JolokiaExecRequest;
import org.jolokia.server.core.request.JolokiaNotificationRequest;
import org.jolokia.server.core.request.JolokiaRequest;
import org.jolokia.server.core.request.notification.AddCommand;
import org.jolokia.server.core.request.notification.ClientCommand;
import org.jolokia.server.core.request.notification.NotificationCommand;
import org.jolokia.server.core.request.notification.RegisterCommand;
import org.jolokia.server.core.request.notification.RemoveCommand;
import org.jolokia.server.core.request.notification.UnregisterCommand;
import org.jspecify.annotations.Nullable;

/**
 * Who has notifications kept for later, which costs memory. Jolokia keeps every client until it unregisters itself, so
 * their number is bounded here, and one that was silent for {@link #SILENCE} makes place for another. Thread-safe.
 */
final class NotificationClients {

    static final int MOST = 64;
    static final int MOST_SUBSCRIPTIONS = 100;
    static final Duration SILENCE = Duration.ofMinutes(5);

    private record Client(long seenNanos, int subscriptions) {}

    private final LongSupplier nanoClock;
    private final Map<String, Client> clients = new LinkedHashMap<>();

    NotificationClients(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Those that were silent for long, and are forgotten with this call. */
    synchronized List<String> silent() {
        long now = nanoClock.getAsLong();
        List<String> silent = clients.entrySet().stream()
                .filter(client -> now - client.getValue().seenNanos() >= SILENCE.toNanos())
                .map(Map.Entry::getKey)
                .toList();
        silent.forEach(clients::remove);
        return silent;
    }

    /** Those that are known now. */
    synchronized List<String> ids() {
        return List.copyOf(clients.keySet());
    }

    /** Whether the request brings another client. */
    static boolean registers(JolokiaRequest request) {
        return request instanceof JolokiaNotificationRequest notification
                && notification.getCommand() instanceof RegisterCommand;
    }

    /** Why this request cannot be granted, as a sentence. */
    Optional<String> full(JolokiaRequest request) {
        if (registers(request)) {
            return full();
        }
        return request instanceof JolokiaNotificationRequest notification
                        && notification.getCommand() instanceof AddCommand subscription
                ? full(subscription.getClient())
                : Optional.empty();
    }

    /** Takes note of a request that was granted, and of what it was answered. */
    void remember(JolokiaRequest request, @Nullable Object value) {
        if (request instanceof JolokiaNotificationRequest notification) {
            NotificationCommand command = notification.getCommand();
            if (command instanceof RegisterCommand && value instanceof Map<?, ?> client) {
                registered(String.valueOf(client.get("id")));
            } else if (command instanceof UnregisterCommand gone) {
                unregistered(gone.getClient());
            } else if (command instanceof AddCommand subscription) {
                subscribed(subscription.getClient(), 1);
            } else if (command instanceof RemoveCommand subscription) {
                subscribed(subscription.getClient(), -1);
            } else if (command instanceof ClientCommand alive) {
                seen(alive.getClient());
            }
        } else if (request instanceof JolokiaExecRequest pull
                && pull.getOperation().startsWith("pull")
                && !pull.getArguments().isEmpty()) {
            seen(String.valueOf(pull.getArguments().get(0)));
        }
    }

    /** Why there can be no further client now, as a sentence. */
    synchronized Optional<String> full() {
        return clients.size() < MOST
                ? Optional.empty()
                : Optional.of(MOST + " clients receive notifications already. Unregister those that are not used; one"
                        + " that is silent for " + SILENCE.toMinutes() + " minutes makes place.");
    }

    /** Why this client cannot have a further subscription, as a sentence. */
    synchronized Optional<String> full(String client) {
        Client known = clients.get(client);
        return known == null || known.subscriptions() < MOST_SUBSCRIPTIONS
                ? Optional.empty()
                : Optional.of("This client has " + MOST_SUBSCRIPTIONS + " subscriptions already. Remove some.");
    }

    synchronized void registered(String client) {
        clients.put(client, new Client(nanoClock.getAsLong(), 0));
    }

    synchronized void unregistered(String client) {
        clients.remove(client);
    }

    /** A client that is known has asked for something. */
    synchronized void seen(String client) {
        subscribed(client, 0);
    }

    /** @param difference 1 for a new subscription, -1 for one that is gone */
    synchronized void subscribed(String client, int difference) {
        clients.computeIfPresent(
                client,
                (id, known) -> new Client(nanoClock.getAsLong(), Math.max(0, known.subscriptions() + difference)));
    }
}
