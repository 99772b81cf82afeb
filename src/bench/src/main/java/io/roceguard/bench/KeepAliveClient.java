// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The least HTTP/1.1 client that keeps its connection, so that a comparison measures servers. */
final class KeepAliveClient implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String headers;

    /** @param authorization value of that header, {@code ""} for none */
    KeepAliveClient(int port, String authorization) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(10_000);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
        headers = "Host: 127.0.0.1:" + port + "\r\n"
                + (authorization.isEmpty() ? "" : "Authorization: " + authorization + "\r\n");
    }

    String get(String path) throws IOException {
        return exchange("GET " + path + " HTTP/1.1\r\n" + headers + "\r\n");
    }

    String post(String path, String json) throws IOException {
        return exchange("POST " + path + " HTTP/1.1\r\n" + headers
                + "Content-Type: application/json\r\nContent-Length: " + json.length() + "\r\n\r\n" + json);
    }

    /** The body, after checking that the status is 200. */
    private String exchange(String request) throws IOException {
        out.write(request.getBytes(StandardCharsets.US_ASCII));
        String status = line();
        int length = -1;
        boolean chunked = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).trim());
            }
            chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
        }
        String body = new String(chunked ? chunks() : bytes(length), StandardCharsets.UTF_8);
        if (!status.contains(" 200")) {
            throw new IOException(status + ": " + body);
        }
        return body;
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(line().trim(), 16);
            body.write(bytes(size));
            line();
            if (size == 0) {
                return body.toByteArray();
            }
        }
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the server closed the connection");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
