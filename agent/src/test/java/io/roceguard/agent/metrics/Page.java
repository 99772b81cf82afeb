// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Prometheus or OpenMetrics page, taken apart by the grammar of both formats; any line outside it fails the test.
 *
 * @param types by family name as the TYPE line gives it
 * @param helps by family name
 * @param samples value as written, by {@code name{label="value",...}} with the labels sorted
 */
record Page(Map<String, String> types, Map<String, String> helps, Map<String, String> samples) {

    private static final Pattern META = Pattern.compile("# (TYPE|HELP) ([a-z][a-z0-9_]*) (.+)");
    private static final Pattern LABEL = Pattern.compile("([a-z][a-z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\"\\\\n])*)\"(,|$)");
    private static final Pattern SAMPLE = Pattern.compile("([a-z][a-z0-9_]*)(?:\\{(.*)})? (\\S+)");

    static Page of(byte[] text) {
        Page page = new Page(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        new String(text, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.equals("# EOF"))
                .forEach(page::add);
        return page;
    }

    private void add(String line) {
        Matcher meta = META.matcher(line);
        if (meta.matches()) {
            Map<String, String> map = meta.group(1).equals("TYPE") ? types : helps;
            assertThat(map.put(meta.group(2), meta.group(3)))
                    .as("only once: " + line)
                    .isNull();
            return;
        }
        Matcher sample = SAMPLE.matcher(line);
        assertThat(sample.matches()).as("a sample: " + line).isTrue();
        String key = sample.group(1) + labels(sample.group(2) == null ? "" : sample.group(2));
        assertThat(samples.put(key, sample.group(3))).as("only once: " + line).isNull();
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new TreeMap<>();
        Matcher label = LABEL.matcher(text);
        int at = 0;
        while (at < text.length()) {
            assertThat(label.find(at) && label.start() == at)
                    .as("labels: " + text)
                    .isTrue();
            labels.put(label.group(1), label.group(2));
            at = label.end();
        }
        return labels;
    }

    /** The value of that line; null when it is not there. */
    Double value(Family family, String... labelValues) {
        Map<String, String> labels = new TreeMap<>();
        for (int i = 0; i < labelValues.length; i++) {
            labels.put(family.labels().get(i), labelValues[i]);
        }
        String value = samples.get(family.exportedName() + labels);
        return value == null ? null : Double.valueOf(value);
    }

    /** How many lines the family has. */
    long lines(Family family) {
        return samples.keySet().stream()
                .filter(key -> key.startsWith(family.exportedName() + "{"))
                .count();
    }
}
