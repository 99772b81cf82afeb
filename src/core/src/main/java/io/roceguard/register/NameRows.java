// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import io.roceguard.register.RegisterReading.Form;
import io.roceguard.text.Excerpt;
import io.roceguard.text.TextException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** {@code time_base | 0x00000004}: a row for each field that the tool knows, in any order. */
final class NameRows implements ListingRows {

    private final String source;
    private final Set<RegisterField> seen = new HashSet<>();
    private final Map<String, Long> unplaced = new LinkedHashMap<>();
    private RegisterImage image = RegisterImage.zero();

    NameRows(String source) {
        this.source = source;
    }

    @Override
    public void add(ListingRow row) {
        if (FieldPaths.unplaced(row.key())) {
            String name = row.key().substring(row.key().lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
            if (unplaced.put(name, Integer.toUnsignedLong(row.valueBits())) != null) {
                throw twice(row);
            }
            return;
        }
        RegisterField field = FieldPaths.find(row.key()).orElseThrow(() -> row.failKey(FieldPaths.unknown(row.key())));
        long value = Integer.toUnsignedLong(row.valueBits());
        if (value > field.max()) {
            throw row.failValue(field.name() + " must be 0.." + field.max() + " (" + field.width() + " bits): value="
                    + Excerpt.of(row.value()) + ".");
        }
        if (!seen.add(field)) {
            throw twice(row);
        }
        image = image.with(field, value);
    }

    private static TextException twice(ListingRow row) {
        return row.failKey(Excerpt.of(row.key()) + " is listed twice.");
    }

    @Override
    public boolean isEmpty() {
        return seen.isEmpty() && unplaced.isEmpty();
    }

    @Override
    public RegisterReading reading() {
        if (seen.isEmpty()) {
            throw new TextException(source, 0, 0, "The listing has a header and no field of " + RoceAccl.NAME + ".");
        }
        return new RegisterReading(
                image,
                Form.NAMES,
                RoceAccl.FIELDS.stream()
                        .filter(field -> !seen.contains(field))
                        .map(RegisterField::name)
                        .toList(),
                unplaced);
    }
}
