// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.jr.ob.JSON;

/** The golden vectors and the texts of this package's test resources. */
final class GoldenRegister {

    /** A field and the words of the image in which only it is set, to all ones. */
    record Layout(String name, int offset, int lsb, int width, Access access, RegisterImage atMax) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Words and their fields by name as mlxreg prints it. */
    record Vector(String id, RegisterImage words, Map<String, Integer> fields) {
        @Override
        public String toString() {
            return id;
        }
    }

    /** {@code appliedTo} with the assignments of {@code setLine} is {@code words}. */
    record SetLine(String id, RegisterImage appliedTo, String setLine, RegisterImage words) {
        @Override
        public String toString() {
            return id;
        }
    }

    private static final Map<String, Object> GOLDEN = json();

    private GoldenRegister() {}

    static List<Layout> layout() {
        return objects("layout").stream()
                .map(field -> new Layout(
                        (String) field.get("name"),
                        (Integer) field.get("offset"),
                        (Integer) field.get("lsb"),
                        (Integer) field.get("width"),
                        Access.valueOf((String) field.get("access")),
                        image(field.get("words_at_max"))))
                .toList();
    }

    static List<Vector> vectors() {
        return objects("vectors").stream()
                .map(vector -> new Vector((String) vector.get("id"), image(vector.get("words")), fields(vector)))
                .toList();
    }

    static List<SetLine> setLines() {
        return objects("vectors").stream()
                .filter(vector -> vector.containsKey("set_line"))
                .map(vector -> new SetLine(
                        (String) vector.get("id"),
                        image(vector.get("applied_to")),
                        (String) vector.get("set_line"),
                        image(vector.get("words"))))
                .toList();
    }

    /** The first dump of NVIDIA's document: capabilities, no profile. */
    static RegisterImage defaultDump() {
        return vectors().get(0).words();
    }

    /** The second dump of NVIDIA's document: profile 1 is active. */
    static RegisterImage profileDump() {
        return vectors().get(1).words();
    }

    static String text(String resource) {
        try (InputStream stream = GoldenRegister.class.getResourceAsStream(resource)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> json() {
        return JSON.std.mapFrom(text("register.json"));
    }

    private static List<Map<?, ?>> objects(String key) {
        return ((List<?>) GOLDEN.get(key))
                .stream().<Map<?, ?>>map(object -> (Map<?, ?>) object).toList();
    }

    private static Map<String, Integer> fields(Map<?, ?> vector) {
        return ((Map<?, ?>) vector.get("fields"))
                .entrySet().stream().collect(Collectors.toMap(field -> (String) field.getKey(), field ->
                        (Integer) field.getValue()));
    }

    private static RegisterImage image(Object words) {
        return RegisterImage.ofWords(((List<?>) words)
                .stream()
                        .mapToInt(word -> Integer.parseUnsignedInt(((String) word).substring(2), 16))
                        .toArray());
    }
}
