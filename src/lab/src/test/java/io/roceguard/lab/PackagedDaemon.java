// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code roceguard run} as a process of its own, on free ports; knows what its first screen says. */
public final class PackagedDaemon implements AutoCloseable {
    private static final String LAST_LINE = "Stop with Ctrl-C.";

    private final Process process;
    private final BufferedReader stdout;
    private final Path stderr;
    private final String screen;
    private final HttpClient client = HttpClient.newHttpClient();

    private PackagedDaemon(Process process, Path stderr) throws IOException, InterruptedException {
        this.process = process;
        this.stdout = process.inputReader(StandardCharsets.UTF_8);
        this.stderr = stderr;
        this.screen = readScreen();
    }

    /**
     * Starts it on simulated NICs and waits until it serves.
     *
     * @param directory for its state and log
     */
    public static PackagedDaemon simulated(Path directory) throws IOException, InterruptedException {
        Path config = Files.writeString(directory.resolve("roceguard.yaml"), """
                state_directory: %s
                """.formatted(directory.resolve("state")));
        return start(directory, "--config", config.toString(), "--sim", "--port", "0", "--jmx-port", "0");
    }

    /**
     * Starts it with these arguments after {@code run} and waits until it serves.
     *
     * @param directory for its log
     */
    public static PackagedDaemon start(Path directory, String... arguments) throws IOException, InterruptedException {
        return start(directory, environment -> {}, arguments);
    }

    /** As {@link #start(Path, String...)}, in an environment that was changed so. */
    static PackagedDaemon start(Path directory, Consumer<Map<String, String>> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(arguments));
        Path stderr = directory.resolve("stderr.txt");
        ProcessBuilder builder = PackagedProgram.builder(all.toArray(String[]::new));
        environment.accept(builder.environment());
        Process process = builder.redirectError(stderr.toFile()).start();
        try {
            return new PackagedDaemon(process, stderr);
        } catch (AssertionError | IOException | InterruptedException failed) {
            process.destroyForcibly();
            throw failed;
        }
    }

    private String readScreen() throws IOException, InterruptedException {
        CompletableFuture<String> reading = CompletableFuture.supplyAsync(this::readUntilLastLine);
        try {
            return reading.get(PackagedProgram.PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new AssertionError(
                    "The daemon did not show its first screen. On stderr: " + Files.readString(stderr), failed);
        }
    }

    private String readUntilLastLine() {
        StringBuilder lines = new StringBuilder();
        for (String line : (Iterable<String>) stdout.lines()::iterator) {
            lines.append(line).append('\n');
            if (line.equals(LAST_LINE)) {
                return lines.toString();
            }
        }
        throw new IllegalStateException("stdout ended after: " + lines);
    }

    /** The first screen. */
    public String screen() {
        return screen;
    }

    /** What it logged so far. */
    public String log() throws IOException {
        return Files.readString(stderr);
    }

    /** Base of all HTTP paths, without a slash at the end. */
    public String httpUrl() {
        return find("Metrics +(\\S+)/metrics");
    }

    String jmxUrl() {
        return find("JMX +(\\S+)");
    }

    String operatorToken() {
        return find("operator +(\\S+)");
    }

    String viewerToken() {
        return find("viewer +(\\S+)");
    }

    private String find(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(screen);
        if (!matcher.find()) {
            throw new AssertionError("The first screen has no " + pattern + ":\n" + screen);
        }
        return matcher.group(1);
    }

    /** GET of a path, as the viewer. */
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(httpUrl() + path))
                .header("Authorization", "Bearer " + viewerToken())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** GET of a path, by nobody in particular. */
    public HttpResponse<String> anonymousGet(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(httpUrl() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** POST of a Jolokia request; {@code ""} for no token. */
    HttpResponse<String> jolokia(String token, String json) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(httpUrl() + "/jolokia/"))
                .POST(HttpRequest.BodyPublishers.ofString(json));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Asks it to stop, as {@code kill} does, and waits for the exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PackagedProgram.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("The daemon did not stop on SIGTERM.");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit()
                .orTimeout(PackagedProgram.PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
