// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.Users;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NotificationClientsTest {

    /** Close to the overflow of the clock. */
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - NotificationClients.SILENCE.toNanos() / 2);

    private final HttpClient http = HttpClient.newHttpClient();
    private final NotificationClients clients = new NotificationClients(nanos::get);

    private void pass(double silences) {
        nanos.addAndGet((long) (silences * NotificationClients.SILENCE.toNanos()));
    }

    @Test
    void theirNumberIsBounded() {
        for (int i = 0; i < NotificationClients.MOST; i++) {
            assertThat(clients.full()).isEmpty();
            clients.registered("client" + i);
        }
        assertThat(clients.full()).hasValueSatisfying(why -> assertThat(why).startsWith("64 clients receive"));

        clients.unregistered("client7");
        assertThat(clients.full()).isEmpty();
    }

    @Test
    void whoIsSilentForLongIsForgotten() {
        clients.registered("silent");
        clients.registered("alive");
        pass(0.9);
        clients.seen("alive");
        assertThat(clients.silent()).isEmpty();

        pass(0.1);
        assertThat(clients.silent()).containsExactly("silent");
        assertThat(clients.silent()).isEmpty();
    }

    @Test
    void subscriptionsOfAClientAreBounded() {
        clients.registered("greedy");
        for (int i = 0; i < NotificationClients.MOST_SUBSCRIPTIONS; i++) {
            assertThat(clients.full("greedy")).isEmpty();
            clients.subscribed("greedy", 1);
        }
        assertThat(clients.full("greedy")).isPresent();

        clients.subscribed("greedy", -1);
        assertThat(clients.full("greedy")).isEmpty();
        assertThat(clients.full("stranger")).isEmpty();
    }

    @Test
    void strangersAreNotRemembered() {
        clients.seen("stranger");
        clients.subscribed("stranger", 1);
        pass(2);

        assertThat(clients.silent()).isEmpty();
    }

    @Test
    void silentClientsMakePlaceForOthers() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        BrowserGuard guard = new BrowserGuard(server.getAddress());
        Users anybody = new Users(List.of(), Role.VIEWER);
        try (JolokiaEndpoint jolokia = new JolokiaEndpoint(guard, clients)) {
            Router.Route route = new Router.Route("/jolokia/", jolokia);
            server.createContext("/", new Router(List.of(route), guard, new Authentication(anybody)));
            server.start();
            for (int i = 0; i < NotificationClients.MOST; i++) {
                assertThat(status(server, "register", "")).isEqualTo(200);
            }
            assertThat(status(server, "register", "")).isEqualTo(503);
            List<String> before = clients.ids();

            pass(1);
            assertThat(status(server, "register", "")).isEqualTo(200);
            assertThat(clients.ids()).hasSize(1);
            // Jolokia itself has forgotten the others.
            assertThat(status(server, "list", before.get(0))).isNotEqualTo(200);
            assertThat(status(server, "list", clients.ids().get(0))).isEqualTo(200);
        } finally {
            server.stop(0);
        }
    }

    private Object status(HttpServer server, String command, String client) throws Exception {
        String body = "{\"type\":\"notification\",\"command\":\"" + command + "\",\"client\":\"" + client + "\"}";
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/jolokia/"))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return TestPort.json(http.send(request, HttpResponse.BodyHandlers.ofString()))
                .get("status");
    }
}
