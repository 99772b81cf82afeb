// SPDX-License-Identifier: Apache-2.0
package io.roceguard.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlNodeTest {

    private static YamlNode parse(String text) {
        return YamlNode.parse("daemon.yaml", text);
    }

    private static YamlNode value(String text) {
        return parse("key: " + text).required("key");
    }

    private static void refuses(ThrowingCallable reading, String position, String problem) {
        assertThatThrownBy(reading)
                .isInstanceOf(TextException.class)
                .hasMessageStartingWith("daemon.yaml:" + position + ": ")
                .hasMessageContaining(problem);
    }

    private static <T> void refusesValue(String text, Function<YamlNode, T> reading, String problem) {
        refuses(() -> reading.apply(value(text)), "1:6", problem);
    }

    @Test
    void valuesAreReadWithTheirTypes() {
        YamlNode root = parse("""
                # what the daemon is told
                http:
                  bind: 127.0.0.1
                  port: 8778
                  tls: false
                poll: {interval: 500ms}
                users:
                  - name: eve
                  - name: "1.10"
                """).mapping("http", "poll", "users", "jmx");
        YamlNode http = root.required("http").mapping("bind", "port", "tls");

        assertThat(http.required("bind").string()).isEqualTo("127.0.0.1");
        assertThat(http.required("port").integer(0, 65535)).isEqualTo(8778);
        assertThat(http.required("tls").bool()).isFalse();
        assertThat(root.required("poll").required("interval").duration()).isEqualTo(Duration.ofMillis(500));
        assertThat(root.required("users").list())
                .extracting(user -> user.mapping("name").required("name").string())
                .containsExactly("eve", "1.10");
        assertThat(root.opt("jmx")).isEmpty();
        assertThat(root.opt("http")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# nothing\n", "---\n", "null", "~", "{}", "\ufeff"})
    void emptyDocumentIsAnEmptyMapping(String text) {
        YamlNode root = parse(text).mapping("http");

        assertThat(root.opt("http")).isEmpty();
        assertThatThrownBy(() -> root.required("http"))
                .isInstanceOf(TextException.class)
                .hasMessageContaining("The key http is missing.");
    }

    @Test
    void emptyValueIsAnEmptyMappingOrListButNoScalar() {
        assertThat(value("").mapping("port").opt("port")).isEmpty();
        assertThat(value("~").list()).isEmpty();
        refuses(() -> value("").string(), "1:5", "key must be a string, but it is empty.");
        assertThat(value("''").string()).isEmpty();
    }

    @Test
    void unknownKeyIsRefusedWhereItStandsWithTheNearest() {
        refuses(
                () -> parse("http:\n  prot: 1\n").required("http").mapping("bind", "port"),
                "2:3",
                "Unknown key prot in http. Did you mean port?");
        refuses(
                () -> parse("voltage: 1\n").mapping("http", "jmx"),
                "1:1",
                "Unknown key voltage. Known keys: http, jmx.");
        refuses(() -> parse("HTTP: 1\n").mapping("http"), "1:1", "Unknown key HTTP. Did you mean http?");
    }

    @Test
    void missingKeyIsRefusedWhereItsMappingStarts() {
        refuses(
                () -> parse("a: 1\nusers:\n  - {role: viewer}\n")
                        .required("users")
                        .list()
                        .get(0)
                        .required("name"),
                "3:5",
                "The key name is missing in users[0].");
    }

    @Test
    void keyGivenTwiceIsRefused() {
        refuses(() -> parse("a: 1\nb:\n  c: 1\n  c: 2\n"), "4:3", "The key c stands here a second time.");
    }

    @Test
    void kindOfValueThatIsNotExpectedIsRefused() {
        refusesValue("[1]", node -> node.mapping("a"), "key must be a mapping (key: value).");
        refusesValue("text", node -> node.opt("a"), "key must be a mapping");
        refusesValue("text", YamlNode::list, "key must be a list.");
        refusesValue("{a: 1}", YamlNode::list, "key must be a list.");
        refusesValue("[1]", YamlNode::string, "key must be a string.");
        refuses(() -> parse("- 1").mapping("a"), "1:1", "The document must be a mapping");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "42, 42", "-7, -7", "0x1F, 31", "'\"8\"', 8", "9223372036854775807, 9223372036854775807"})
    void integerIsDecimalOrHexadecimal(String text, long expected) {
        assertThat(value(text).integer(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1",
                "101",
                "010",
                "1.0",
                "1e2",
                "ten",
                "0x",
                "1_0",
                "+1",
                "99999999999999999999",
                "0xffffffffffffffff"
            })
    void badIntegerIsRefused(String text) {
        refusesValue(text, node -> node.integer(0, 100), "key must be an integer 0..100: value=" + text + ".");
    }

    @Test
    void boolIsTrueOrFalseInAnyCase() {
        assertThat(value("true").bool()).isTrue();
        assertThat(value("True").bool()).isTrue();
        assertThat(value("FALSE").bool()).isFalse();
        refusesValue("yes", YamlNode::bool, "key must be true or false: value=yes.");
        refusesValue("1", YamlNode::bool, "key must be true or false: value=1.");
    }

    @ParameterizedTest
    @CsvSource({
        "7ns, 7",
        "3us, 3000",
        "500ms, 500000000",
        "1s, 1000000000",
        "2m, 120000000000",
        "1h, 3600000000000",
        "1d, 86400000000000",
        "9223372036s, 9223372036000000000"
    })
    void durationHasAUnit(String text, long nanos) {
        assertThat(value(text).duration()).isEqualTo(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"5", "0s", "-1s", "1.5s", "1 s", "s", "1M", "1S", "9223372037s", "999999999999999999d", "1s2"})
    void badDurationIsRefused(String text) {
        refusesValue(text, YamlNode::duration, "key must be a positive duration with its unit");
    }

    @Test
    void oneOfTakesWordsAndConstantsInAnyCase() {
        assertThat(value("viewer").oneOf("Viewer", "Operator")).isEqualTo("Viewer");
        assertThat(value("Seconds").oneOf(TimeUnit.class)).isEqualTo(TimeUnit.SECONDS);
        refusesValue(
                "operatr",
                node -> node.oneOf("viewer", "operator"),
                "key must be one of viewer, operator: value=operatr. Did you mean operator?");
        refusesValue("second", node -> node.oneOf(TimeUnit.class), "Did you mean seconds?");
    }

    @Test
    void readersOwnProblemIsPlacedAtTheValue() {
        assertThat(value("x").fail("There is no such file."))
                .hasMessage("daemon.yaml:1:6: There is no such file.")
                .extracting(TextException::source, TextException::line, TextException::column)
                .containsExactly("daemon.yaml", 1, 6);
    }

    @ParameterizedTest
    @CsvSource({
        "'a: [1,\nb: 2', 2:5, 'expected '','' or '']'''",
        "'a:\n\tb: 1', 2:1, cannot start any token",
        "'a: b: c', 1:5, mapping values are not allowed here",
        "'''abc', 1:5, unexpected end of stream",
        "'a: @x', 1:4, cannot start any token",
        "'a: 1\n---\nb: 2', 2:1, A second document starts here",
        "'a: &x 1\nb: *x', 2:4, Aliases (*name) are not supported",
        "'a: *x', 1:4, Aliases (*name) are not supported",
        "'a: !!java.net.URL [x]', 1:4, Tags are not supported",
        "'a: !secret x', 1:4, Tags are not supported; leave !secret out.",
        "'? [a]\n: 1', 1:3, A key must be a plain name.",
        "'? {a: b}\n: 1', 1:3, A key must be a plain name."
    })
    void textThatIsNoUsableYamlIsRefusedWhereItGoesWrong(String text, String position, String problem) {
        refuses(() -> parse(text), position, problem);
    }

    @Test
    void forbiddenCharacterIsNamedWithItsPosition() {
        refuses(() -> parse("a: 1\nb: x\u0001"), "2:5", "the character U+0001 is not allowed");
        refuses(() -> parse("a: \ud83d\ude00\u0000"), "1:6", "the character U+0000 is not allowed");
    }

    @Test
    void hostileDocumentIsRefusedFastWithAShortMessage() {
        int size = 1 << 20;
        String bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n";
        List<String> inputs = List.of(
                "[".repeat(size),
                "{".repeat(size),
                "- ".repeat(size / 2),
                "? ".repeat(size / 2),
                bomb,
                "a: &a [*a]",
                "\u0001".repeat(size),
                "%".repeat(size),
                "a: ".repeat(size / 3),
                "k".repeat(2000) + ": 1",
                "key: 1\n".repeat(size / 7),
                "#".repeat(size + 1));
        Assertions.assertTimeout(
                Duration.ofMinutes(1),
                () -> assertThat(inputs)
                        .allSatisfy(input -> assertThatThrownBy(() -> parse(input))
                                .isInstanceOf(TextException.class)
                                .message()
                                .hasSizeLessThan(300)
                                .matches("[ -~]*")));
    }

    @Test
    void keysOfStrangersAreShownShortAndPrintable() {
        assertThatThrownBy(() -> parse("\"" + "\\e".repeat(500) + "\": 1").mapping("http"))
                .isInstanceOf(TextException.class)
                .message()
                .matches("[ -~]*")
                .hasSizeLessThan(120);
    }
}
