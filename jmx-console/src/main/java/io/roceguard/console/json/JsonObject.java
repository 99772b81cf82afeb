// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object from somebody whose version may differ: a member that is missing, null or of another type reads as
 * nothing.
 */
public final class JsonObject {

    private final Map<String, @Nullable Object> members;

    private JsonObject(Map<String, @Nullable Object> members) {
        this.members = members;
    }

    /** The object that this value is; without members when it is none. */
    public static JsonObject of(@Nullable Object value) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, member) -> members.put(String.valueOf(key), member));
        }
        return new JsonObject(Collections.unmodifiableMap(members));
    }

    /** In the order of the text. */
    public Map<String, @Nullable Object> members() {
        return members;
    }

    /** The member as it is. */
    public @Nullable Object get(String name) {
        return members.get(name);
    }

    public Optional<String> text(String name) {
        return members.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** An integer of any size. */
    public Optional<Number> integer(String name) {
        Object value = members.get(name);
        return value instanceof Number number && !(value instanceof Double || value instanceof BigDecimal)
                ? Optional.of(number)
                : Optional.empty();
    }

    public Optional<Boolean> flag(String name) {
        return members.get(name) instanceof Boolean flag ? Optional.of(flag) : Optional.empty();
    }

    /** The strings of a list. */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Object element : list(name)) {
            if (element instanceof String text) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** The objects of a list. */
    public List<JsonObject> objects(String name) {
        List<JsonObject> objects = new ArrayList<>();
        for (Object element : list(name)) {
            if (element instanceof Map) {
                objects.add(of(element));
            }
        }
        return objects;
    }

    private List<?> list(String name) {
        return members.get(name) instanceof List<?> list ? list : List.of();
    }
}
