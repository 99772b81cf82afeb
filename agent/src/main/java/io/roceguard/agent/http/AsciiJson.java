// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values that Jolokia's serializer yields as JSON in ASCII. Jolokia's own writer leaves characters beyond
 * ASCII as they are, and escapes some control characters with digits that are not hexadecimal, which no parser takes.
 */
final class AsciiJson {

    private static final HexFormat HEX = HexFormat.of();

    private final StringBuilder out = new StringBuilder(512);

    private AsciiJson() {}

    /** @param value of maps, collections, strings, numbers, booleans and nulls; anything else by its text */
    static byte[] of(@Nullable Object value) {
        AsciiJson json = new AsciiJson();
        json.write(value);
        return json.out.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private void write(@Nullable Object value) {
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            out.append(Double.isFinite(number) ? value.toString() : "null");
        } else if (value instanceof Number) {
            out.append(value);
        } else if (value instanceof Map<?, ?> map) {
            write(map);
        } else if (value instanceof Collection<?> collection) {
            write(collection);
        } else {
            write(value.toString());
        }
    }

    private void write(Map<?, ?> map) {
        char separator = '{';
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator);
            write(String.valueOf(entry.getKey()));
            out.append(':');
            write(entry.getValue());
            separator = ',';
        }
        out.append(map.isEmpty() ? "{}" : "}");
    }

    private void write(Collection<?> collection) {
        char separator = '[';
        for (Object element : collection) {
            out.append(separator);
            write(element);
            separator = ',';
        }
        out.append(collection.isEmpty() ? "[]" : "]");
    }

    private void write(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c < 0x20 || c > 0x7e) {
                out.append("\\u").append(HEX.toHexDigits(c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
