// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.remote;

import io.roceguard.agent.config.DaemonConfig.ClientCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.server.RMIServerSocketFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.jspecify.annotations.Nullable;

/**
 * Opens server sockets on one address, with TLS where there is a context. RMI shares a socket between objects whose
 * factories are equal; this one is equal to itself only, so each JMX port is its own.
 */
final class BoundSockets implements RMIServerSocketFactory, AutoCloseable {

    private static final int BACKLOG = 50;

    private final InetAddress address;
    private final @Nullable SSLContext tls;
    private final ClientCertificate clientCertificate;
    private final List<ServerSocket> opened = new CopyOnWriteArrayList<>();

    BoundSockets(InetAddress address, @Nullable SSLContext tls, ClientCertificate clientCertificate) {
        this.address = address;
        this.tls = tls;
        this.clientCertificate = clientCertificate;
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        ServerSocket socket = tls == null ? new ServerSocket(port, BACKLOG, address) : secure(tls, port);
        opened.add(socket);
        return socket;
    }

    private ServerSocket secure(SSLContext context, int port) throws IOException {
        SSLServerSocket socket =
                (SSLServerSocket) context.getServerSocketFactory().createServerSocket(port, BACKLOG, address);
        switch (clientCertificate) {
            case NONE -> {}
            case WANT -> socket.setWantClientAuth(true);
            case NEED -> socket.setNeedClientAuth(true);
        }
        return socket;
    }

    /** The port of the first socket: the real one where port 0 was asked for. */
    int port() {
        return opened.get(0).getLocalPort();
    }

    /** RMI itself leaves a socket open that was opened on port 0. */
    @Override
    public void close() throws IOException {
        for (ServerSocket socket : opened) {
            socket.close();
        }
    }
}
