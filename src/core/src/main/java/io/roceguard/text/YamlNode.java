// SPDX-License-Identifier: Apache-2.0
package io.roceguard.text;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One value of a YAML document, read with the type the reader expects. Every refusal is a {@link TextException} with the
 * line and column of the value and its path ({@code poll.interval}, {@code users[1].name}).
 *
 * <p>An empty value ({@code http:} with everything below it commented out) reads as an empty mapping or an empty list; it
 * is no scalar.
 */
public final class YamlNode {

    /** Characters of the largest document that is read. */
    public static final int LARGEST = 1 << 20;

    private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]{0,18})");
    private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,16}");

    /** What the value is. */
    sealed interface Content {}

    /** {@code null}, {@code ~}, or nothing at all. */
    record Nothing() implements Content {}

    record Scalar(String text) implements Content {}

    record Items(List<YamlNode> nodes) implements Content {}

    /** In the order of the document. */
    record Entries(Map<String, Entry> byKey) implements Content {}

    /** The value of a key, and where the key stands. */
    record Entry(int line, int column, YamlNode value) {}

    private final String source;
    private final String path;
    private final int line;
    private final int column;
    private final Content content;

    YamlNode(String source, String path, int line, int column, Content content) {
        this.source = source;
        this.path = path;
        this.line = line;
        this.column = column;
        this.content = content;
    }

    /**
     * The one document of this text; an empty one is an empty mapping. Anchors have no use, since aliases are refused, and
     * so are tags: the reader says what type a value has.
     *
     * @param source file name for messages
     * @throws TextException when it is no YAML, holds a key twice, more than one document or more than 1 MiB
     */
    public static YamlNode parse(String source, String text) {
        return YamlComposer.compose(source, text);
    }

    /**
     * This node, once it is sure that it is a mapping with no other keys than these.
     *
     * @throws TextException for anything else, naming the closest key
     */
    public YamlNode mapping(String... keys) {
        List<String> known = List.of(keys);
        entries().forEach((key, entry) -> {
            if (!known.contains(key)) {
                String hint = NearestName.of(key, known)
                        .map(near -> " Did you mean " + near + "?")
                        .orElse(" Known keys: " + String.join(", ", known) + ".");
                throw new TextException(
                        source, entry.line(), entry.column(), "Unknown key " + Excerpt.of(key) + where() + "." + hint);
            }
        });
        return this;
    }

    /** The value of the key of this mapping, which may be empty but is there. */
    public Optional<YamlNode> opt(String key) {
        return Optional.ofNullable(entries().get(key)).map(Entry::value);
    }

    /**
     * The value of the key of this mapping.
     *
     * @throws TextException when the key is missing
     */
    public YamlNode required(String key) {
        return opt(key).orElseThrow(() -> fail("The key " + key + " is missing" + where() + "."));
    }

    /** The elements of this list. */
    public List<YamlNode> list() {
        if (content instanceof Items items) {
            return items.nodes();
        }
        if (content instanceof Nothing) {
            return List.of();
        }
        throw fail(name() + " must be a list.");
    }

    /** Whether this is one value and no list, no mapping and not empty. */
    public boolean isScalar() {
        return content instanceof Scalar;
    }

    /** The text of this scalar, whatever YAML would make of it: {@code 1.10} is {@code "1.10"}. */
    public String string() {
        return text("a string");
    }

    /** Decimal, or hexadecimal with 0x. A leading 0 is refused: YAML 1.1 reads it as octal, YAML 1.2 as decimal. */
    public long integer(long min, long max) {
        String expected = "an integer " + min + ".." + max;
        String text = text(expected);
        boolean hex = HEX.matcher(text).matches();
        if (hex || INTEGER.matcher(text).matches()) {
            BigInteger value = hex ? new BigInteger(text.substring(2), 16) : new BigInteger(text);
            if (value.compareTo(BigInteger.valueOf(min)) >= 0 && value.compareTo(BigInteger.valueOf(max)) <= 0) {
                return value.longValue();
            }
        }
        throw wrong(expected, text);
    }

    /** {@code true} or {@code false}, without regard to case. */
    public boolean bool() {
        String text = text("true or false");
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return text.equalsIgnoreCase("true");
        }
        throw wrong("true or false", text);
    }

    /**
     * A whole positive number with its unit: {@code 500ms}, {@code 1s}, {@code 2m}, {@code 1h}, {@code 1d}, us, ns. What
     * {@code long} nanoseconds cannot hold (292 years) is refused.
     */
    public Duration duration() {
        String text = text(DurationText.EXPECTED);
        return DurationText.parse(text).orElseThrow(() -> wrong(DurationText.EXPECTED, text));
    }

    /** The constant of that name, without regard to case. */
    public <E extends Enum<E>> E oneOf(Class<E> type) {
        E[] constants = type.getEnumConstants();
        List<String> names = Arrays.stream(constants)
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
        return constants[names.indexOf(oneOf(names.toArray(String[]::new)))];
    }

    /** The one of these words that this scalar is, without regard to case, spelled as given here. */
    public String oneOf(String... words) {
        String expected = "one of " + String.join(", ", words);
        String text = text(expected);
        for (String word : words) {
            if (word.equalsIgnoreCase(text)) {
                return word;
            }
        }
        throw fail(name() + " must be " + expected + ": value=" + Excerpt.of(text) + "."
                + NearestName.hint(text, List.of(words)));
    }

    /** {@code ranges[1].low_bound}; empty for the document. */
    public String path() {
        return path;
    }

    /** 1-based. */
    public int line() {
        return line;
    }

    /** 1-based. */
    public int column() {
        return column;
    }

    /**
     * The exception for this value, to be thrown by a reader that knows more about it.
     *
     * @param problem a full sentence in ASCII
     */
    public TextException fail(String problem) {
        return new TextException(source, line, column, problem);
    }

    private Map<String, Entry> entries() {
        if (content instanceof Entries entries) {
            return entries.byKey();
        }
        if (content instanceof Nothing) {
            return Map.of();
        }
        throw fail(name() + " must be a mapping (key: value).");
    }

    private String text(String expected) {
        if (content instanceof Scalar scalar) {
            return scalar.text();
        }
        throw fail(name() + " must be " + expected + (content instanceof Nothing ? ", but it is empty." : "."));
    }

    private TextException wrong(String expected, String text) {
        return fail(name() + " must be " + expected + ": value=" + Excerpt.of(text) + ".");
    }

    private String name() {
        return path.isEmpty() ? "The document" : path;
    }

    private String where() {
        return path.isEmpty() ? "" : " in " + path;
    }
}
