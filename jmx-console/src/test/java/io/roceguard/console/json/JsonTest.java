// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void lineKeepsOrderNullsAndBigIntegers() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("z", Long.MAX_VALUE);
        document.put("a", null);
        document.put("m", List.of(new BigInteger("18446744073709551615"), true, "x"));

        assertThat(Json.line(document))
                .isEqualTo("{\"z\":9223372036854775807,\"a\":null,\"m\":[18446744073709551615,true,\"x\"]}");
    }

    @Test
    void lineIsAsciiWithoutControlCharacters() {
        assertThat(Json.line("\u00b5s\n\u001b")).isEqualTo("\"\\u00B5s\\n\\u001B\"");
    }

    @Test
    void textThatIsNoJsonIsEmpty() {
        assertThat(Json.parse("<html>")).isEmpty();
        assertThat(Json.parse("")).isEmpty();
        assertThat(Json.parse("{\"a\":1} trailing")).isEmpty();
        assertThat(Json.parse("null")).contains(new Json.Parsed(null));
    }

    @Test
    void memberOfAnotherTypeReadsAsNothing() {
        JsonObject object = JsonObject.of(Map.of("text", 1, "integer", "1", "flag", 0, "list", "x", "double", 1.5));

        assertThat(object.text("text")).isEmpty();
        assertThat(object.integer("integer")).isEmpty();
        assertThat(object.integer("double")).isEmpty();
        assertThat(object.flag("flag")).isEmpty();
        assertThat(object.texts("list")).isEmpty();
        assertThat(object.objects("list")).isEmpty();
        assertThat(JsonObject.of("no object").members()).isEmpty();
    }
}
