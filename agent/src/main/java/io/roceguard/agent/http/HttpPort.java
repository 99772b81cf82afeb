// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import io.roceguard.agent.access.Users;
import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.agent.config.TlsContext;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The one HTTP port: {@code /jolokia/}, {@code /metrics}, {@code /health/live}, {@code /health/ready}. */
public final class HttpPort implements AutoCloseable {

    /**
     * The JDK's server reads a request on the thread that answers it. Threads that wait for slow clients cost little, so
     * there are many more than are meant to work at a time, and a slow client loses its thread after
     * {@code sun.net.httpserver.maxReqTime}.
     */
    private static final int THREADS_FOR_SLOW_CLIENTS = 16;

    private static final int WAITING_REQUESTS = 1000;
    private static final long CLOSE_SECONDS = 2;

    static {
        ServerProperties.set();
    }

    private final HttpServer server;
    private final ExecutorService threads;
    private final JolokiaEndpoint jolokia;

    private HttpPort(HttpServer server, ExecutorService threads, JolokiaEndpoint jolokia) {
        this.server = server;
        this.threads = threads;
        this.jolokia = jolokia;
    }

    /**
     * Listens and answers from now on.
     *
     * @param tls null for plain HTTP
     * @throws IOException with a full sentence: the port is taken, the address is not ours, the TLS files are bad
     */
    public static HttpPort open(
            DaemonConfig.Http http,
            DaemonConfig.@Nullable Tls tls,
            Users users,
            MetricsSource metrics,
            ReadinessSource readiness)
            throws IOException {
        HttpServer server = tls == null ? HttpServer.create() : secure(tls);
        bind(server, http);
        BrowserGuard guard = new BrowserGuard(server.getAddress());
        JolokiaEndpoint jolokia = new JolokiaEndpoint(guard, new NotificationClients(System::nanoTime));
        List<Router.Route> routes = List.of(
                new Router.Route("/", new FrontPage()),
                new Router.Route("/jolokia/", jolokia),
                new Router.Route("/metrics", new MetricsEndpoint(metrics)),
                new Router.Route("/health/live", new LiveEndpoint()),
                new Router.Route("/health/ready", new ReadyEndpoint(readiness)));
        ExecutorService threads = threads(http.threads() * THREADS_FOR_SLOW_CLIENTS);
        server.setExecutor(threads);
        server.createContext("/", new Router(routes, guard, new Authentication(users)));
        server.start();
        return new HttpPort(server, threads, jolokia);
    }

    private static HttpServer secure(DaemonConfig.Tls tls) throws IOException {
        HttpsServer server = HttpsServer.create();
        server.setHttpsConfigurator(new TlsConfigurator(TlsContext.load(tls), tls.clientCertificate()));
        return server;
    }

    private static void bind(HttpServer server, DaemonConfig.Http http) throws IOException {
        String where = http.bind() + ":" + http.port();
        InetSocketAddress address = new InetSocketAddress(http.bind(), http.port());
        if (address.isUnresolved()) {
            throw new IOException("Cannot listen for HTTP on " + where + ": this name has no address."
                    + " Set http.bind to an address of this host, such as 127.0.0.1.");
        }
        try {
            server.bind(address, 0);
        } catch (BindException refused) {
            throw new IOException(refusedBind(where, http.port(), refused), refused);
        } catch (SocketException refused) {
            throw new IOException(
                    "Cannot listen for HTTP on " + where + ": " + refused.getMessage()
                            + ". Ports below 1024 need a privilege; set http.port to a higher one.",
                    refused);
        }
    }

    private static String refusedBind(String where, int port, BindException refused) {
        String reason = String.valueOf(refused.getMessage());
        String what = "Cannot listen for HTTP on " + where + ": " + reason + ". ";
        return reason.contains("in use")
                ? what + "Another program, perhaps another RoceGuard, holds the port: `ss -ltnp 'sport = :" + port
                        + "'` names it. Stop it, or choose another port with http.port in the configuration or --port."
                : what + "Set http.bind to an address of this host; `ip address` lists them.";
    }

    private static ExecutorService threads(int count) {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                count, count, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING_REQUESTS), work -> {
                    Thread thread = new Thread(work, "roceguard-http-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** The port, also where the configuration said 0. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Where a client on this host finds the front page. */
    public URI uri() {
        String scheme = server instanceof HttpsServer ? "https" : "http";
        InetSocketAddress address = server.getAddress();
        String host = address.getAddress().isAnyLocalAddress()
                ? "localhost"
                : address.getAddress().getHostAddress();
        return URI.create(scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + "/");
    }

    /** Stops listening, drops the connections and gives requests that are being worked on a moment to end. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
        try {
            if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
        jolokia.close();
    }
}
