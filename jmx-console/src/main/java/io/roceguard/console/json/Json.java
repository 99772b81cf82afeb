// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.json;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.jr.ob.JSON;

/**
 * JSON text from and to maps, lists, strings, numbers, booleans and null. Integers are read as {@code Integer},
 * {@code Long} or {@code BigInteger}, whatever holds them exactly.
 */
public final class Json {

    private static final JSON CODEC = JSON.builder(JsonFactory.builder()
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .build())
            .build()
            .with(JSON.Feature.WRITE_NULL_PROPERTIES);

    private Json() {}

    /** The value that this text is, in a {@link Parsed}; empty when it is not exactly one. */
    public static Optional<Parsed> parse(String text) {
        try (JsonParser parser = CODEC.createParser(text)) {
            if (parser.nextToken() == null) {
                return Optional.empty();
            }
            Parsed parsed = new Parsed(CODEC.anyFrom(parser));
            return parser.nextToken() == null ? Optional.of(parsed) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** One line of pure ASCII. Map order is kept. */
    public static String line(Object value) {
        return CODEC.asString(value);
    }

    /**
     * What a text was parsed to.
     *
     * @param value null for the JSON null
     */
    public record Parsed(@Nullable Object value) {}
}
