// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.jr.ob.JSON;

class AsciiJsonTest {

    @Test
    void writesEveryKindOfValue() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("text", "a\"b\\c\n\u00e9");
        value.put("list", Arrays.asList(1, 2L, 3.5, true, null));
        value.put("none", List.of());
        value.put("empty", Map.of());
        value.put("big", new BigInteger("18446744073709551615"));
        value.put("nan", Double.NaN);
        value.put("char", 'x');

        assertThat(json(value))
                .isEqualTo("{\"text\":\"a\\\"b\\\\c\\n\\u00e9\",\"list\":[1,2,3.5,true,null],\"none\":[],\"empty\":{},"
                        + "\"big\":18446744073709551615,\"nan\":null,\"char\":\"x\"}");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void everyStringSurvives(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            String text = random.ints(20, 0, i % 2 == 0 ? 0x80 : 0xd800)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            String written = json(List.of(text));
            assertThat(written).as("seed %d", seed).matches("[\\x20-\\x7e]+");
            assertThat(JSON.std.listFrom(written)).as("seed %d", seed).isEqualTo(List.of(text));
        }
    }

    private static String json(Object value) {
        return new String(AsciiJson.of(value), StandardCharsets.US_ASCII);
    }
}
