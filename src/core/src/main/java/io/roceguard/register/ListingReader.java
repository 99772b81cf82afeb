// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import io.roceguard.register.RegisterReading.Form;
import io.roceguard.text.Excerpt;
import io.roceguard.text.TextException;
import java.util.List;
import java.util.Optional;

/**
 * Finds the one listing in what a terminal showed: prompts, messages and rulers around it are passed over, a damaged line
 * inside it is not.
 */
final class ListingReader {

    private static final int LARGEST = 1 << 20;

    private final String source;
    private final List<String> lines;

    private ListingReader(String source, String text) {
        this.source = source;
        this.lines = text.lines().toList();
    }

    static RegisterReading read(String source, String text) {
        if (text.length() > LARGEST) {
            throw new TextException(source, 0, 0, "The text is larger than 1 MiB, which no register listing is.");
        }
        // A web page pastes no-break spaces, an editor may put a byte order mark in front.
        String plain = text.replace('\u00a0', ' ').replace('\ufeff', ' ');
        ListingReader reader = new ListingReader(source, plain);
        for (int at = 0; at < reader.lines.size(); at++) {
            Optional<Form> form = reader.startsAt(at);
            if (form.isPresent()) {
                return reader.listing(at, form.get());
            }
        }
        return HexWords.read(source, plain);
    }

    /** The form of the listing whose header, or first line when the header was lost, this line is. */
    private Optional<Form> startsAt(int at) {
        Optional<Form> header = header(lines.get(at));
        return header.isPresent() ? header : row(at).filter(ListingRow::isData).map(ListingRow::form);
    }

    private RegisterReading listing(int start, Form form) {
        ListingRows rows = form == Form.IDS ? new IdRows(source) : new NameRows(source);
        int end = body(header(lines.get(start)).isPresent() ? start + 1 : start, form, rows);
        for (int at = end; at < lines.size(); at++) {
            if (startsAt(at).isPresent()) {
                throw second(at);
            }
        }
        return rows.reading();
    }

    /** Reads rows up to the closing ruler, or to the last row when there is none; returns the index behind it. */
    private int body(int start, Form form, ListingRows rows) {
        int lastRow = start - 1;
        for (int at = start; at < lines.size(); at++) {
            String line = lines.get(at);
            if (isRuler(line) && !rows.isEmpty()) {
                return at + 1;
            }
            if (header(line).isPresent()) {
                throw second(at);
            }
            Optional<ListingRow> row = row(at);
            if (row.isPresent()) {
                refuseGap(lastRow + 1, at);
                if (row.get().form() != form) {
                    throw row.get()
                            .failKey("Lines by name and lines by address are mixed. Give one listing at a time.");
                }
                rows.add(row.get());
                lastRow = at;
            } else if (isDamagedRow(line)) {
                throw damaged(at);
            }
        }
        return lines.size();
    }

    /** Between two rows, and between header and first row, there is nothing but blank lines and rulers. */
    private void refuseGap(int from, int to) {
        for (int at = from; at < to; at++) {
            if (!lines.get(at).isBlank() && !isRuler(lines.get(at))) {
                throw damaged(at);
            }
        }
    }

    private Optional<ListingRow> row(int at) {
        return ListingRow.of(source, at + 1, lines.get(at));
    }

    private static Optional<Form> header(String line) {
        int bar = line.indexOf('|');
        if (bar < 0 || !line.substring(bar + 1).strip().equalsIgnoreCase("Data")) {
            return Optional.empty();
        }
        return switch (line.substring(0, bar).strip()) {
            case "Field Name" -> Optional.of(Form.NAMES);
            case "Address" -> Optional.of(Form.IDS);
            default -> Optional.empty();
        };
    }

    private static boolean isRuler(String line) {
        String ruler = line.strip();
        return !ruler.isEmpty() && ruler.chars().allMatch(c -> c == '=');
    }

    private static boolean isDamagedRow(String line) {
        String word = line.strip().split("\\s", 2)[0];
        return line.indexOf('|') >= 0 || word.startsWith("0x") || FieldPaths.known(word);
    }

    private TextException damaged(int at) {
        return new TextException(
                source,
                at + 1,
                1,
                "A line of the listing must be NAME | 0x... or ADDRESS | 0x...: found "
                        + Excerpt.of(lines.get(at).strip()) + ".");
    }

    private TextException second(int at) {
        return new TextException(source, at + 1, 1, "A second listing starts here. Give one listing at a time.");
    }
}
