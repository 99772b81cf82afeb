// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.metrics;

import io.micrometer.core.instrument.Tag;
import java.util.ArrayList;
import java.util.List;

/**
 * One exported line without its value.
 *
 * @param labelValues one a label of the family, in its order
 */
record Series(Family family, List<String> labelValues) {

    Series {
        labelValues = List.copyOf(labelValues);
        if (labelValues.size() != family.labels().size()) {
            throw new IllegalArgumentException(family.exportedName() + " has the labels " + family.labels()
                    + ", but was given the values " + labelValues + ".");
        }
    }

    List<Tag> tags() {
        List<Tag> tags = new ArrayList<>(labelValues.size());
        for (int i = 0; i < labelValues.size(); i++) {
            tags.add(Tag.of(family.labels().get(i), labelValues.get(i)));
        }
        return tags;
    }
}
