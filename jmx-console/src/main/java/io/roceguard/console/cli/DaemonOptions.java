// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.Credentials;
import io.roceguard.console.client.JolokiaClient;
import io.roceguard.console.client.PemTrust;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Option;

/** Where the daemon is and who asks. */
final class DaemonOptions {

    private static final String DEFAULT_URL = "http://127.0.0.1:8778";
    private static final int LONGEST_TIMEOUT = 3600;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Surroundings surroundings;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The daemon; default $ROCEGUARD_URL, else " + DEFAULT_URL + ".")
    private String url = "";

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "A user's token; default $ROCEGUARD_TOKEN. Other users of this host can see a command line.")
    private String token = "";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "The token is the first line of this file, which only its owner may read (mode 0600).")
    private String tokenFile = "";

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "A user's name; the password comes from $ROCEGUARD_PASSWORD or is asked for.")
    private String user = "";

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "With https, trust only the certificates of this PEM file.")
    private String ca = "";

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long to wait for the answer, 1..3600; default 30.")
    private int timeout = 30;

    DaemonOptions(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** What {@code --url} or its default says, as the user knows it. */
    String address() {
        return url.isEmpty() ? surroundings.variable("ROCEGUARD_URL").orElse(DEFAULT_URL) : url;
    }

    /**
     * A client for the daemon. Nothing has been sent yet.
     *
     * @throws CliException when the options contradict each other or name what cannot be used
     */
    JolokiaClient client(Output output) {
        URI context = context(address());
        Credentials credentials = credentials();
        boolean tls = context.getScheme().equals("https");
        if (!tls && !ca.isEmpty()) {
            throw CliException.usage("--ca needs an https address in --url; this one is " + address() + ".");
        }
        if (!tls && !loopback(context.getHost()) && !(credentials instanceof Credentials.Anonymous)) {
            output.note("The credentials travel unencrypted to " + context.getHost() + ". Better use https.");
        }
        if (timeout < 1 || timeout > LONGEST_TIMEOUT) {
            throw CliException.usage("--timeout must be 1.." + LONGEST_TIMEOUT + " seconds: value=" + timeout + ".");
        }
        return new JolokiaClient(context, credentials, trust(), Duration.ofSeconds(timeout));
    }

    /** The options that lead another command to the same daemon, without a secret: {@code --url X --user Y}. */
    List<String> repeated() {
        Map<String, String> given = new LinkedHashMap<>();
        given.put("--url", url);
        given.put("--token-file", tokenFile);
        given.put("--user", user);
        given.put("--ca", ca);
        List<String> words = new ArrayList<>();
        given.forEach((option, value) -> {
            if (!value.isEmpty()) {
                words.addAll(List.of(option, value));
            }
        });
        return words;
    }

    private static URI context(String address) {
        String shown = PrintableText.cell(address, 80);
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            throw CliException.usage("--url must be like " + DEFAULT_URL + ": value=" + shown + ".");
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!Set.of("http", "https").contains(scheme) || uri.getHost() == null) {
            throw CliException.usage("--url must be like " + DEFAULT_URL + ": value=" + shown + ".");
        }
        if (uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw CliException.usage("--url takes scheme, host, port and path only. Give a name with --user.");
        }
        String path = uri.getRawPath().replaceFirst("/+$", "");
        String context = path.endsWith("/jolokia") ? path + "/" : path + "/jolokia/";
        return URI.create(scheme + "://" + uri.getRawAuthority() + context);
    }

    private static boolean loopback(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    private Credentials credentials() {
        List<String> given = List.of(token, tokenFile, user);
        if (given.stream().filter(option -> !option.isEmpty()).count() > 1) {
            throw CliException.usage("Give one of --token, --token-file and --user.");
        }
        if (!user.isEmpty()) {
            return new Credentials.Password(user, password());
        }
        if (!tokenFile.isEmpty()) {
            return checked(tokenOfFile(), tokenFile);
        }
        Optional<String> named = token.isEmpty() ? surroundings.variable("ROCEGUARD_TOKEN") : Optional.of(token);
        return named.map(value -> checked(value, "--token")).orElseGet(Credentials.Anonymous::new);
    }

    private static Credentials checked(String token, String source) {
        if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw CliException.usage("The token of " + source + " must be one word of printable ASCII characters.");
        }
        return new Credentials.Token(token);
    }

    private String password() {
        return surroundings
                .variable("ROCEGUARD_PASSWORD")
                .or(() -> surroundings.passwordPrompt().apply("Password of " + user + ": "))
                .orElseThrow(() -> CliException.usage(
                        "There is no terminal to ask for the password. Put it into ROCEGUARD_PASSWORD."));
    }

    private String tokenOfFile() {
        Path file = Path.of(tokenFile);
        try {
            boolean posix = Files.getFileStore(file).supportsFileAttributeView("posix");
            if (posix && !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
                throw CliException.usage(
                        tokenFile + " may be read by others than its owner. Run: chmod 600 " + tokenFile);
            }
            return Files.readString(file).lines().findFirst().orElse("").strip();
        } catch (IOException e) {
            throw CliException.usage("The token file " + tokenFile + " cannot be read (" + e + ").");
        }
    }

    private Optional<SSLContext> trust() {
        if (ca.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(PemTrust.of(Path.of(ca)));
        } catch (IOException | GeneralSecurityException e) {
            throw CliException.usage("--ca must name a PEM file with certificates: " + ca + " (" + e + ").");
        }
    }
}
