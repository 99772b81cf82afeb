// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.adp.AdpProfile;
import io.roceguard.adp.DeadPath;
import io.roceguard.adp.QpTiming;
import io.roceguard.adp.TimeoutRange;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class DeadPathPlotTest {

    private static final AdpProfile FAST = new AdpProfile(
            4, 1, 0, 2, false, 12, 5, 3, List.of(new TimeoutRange(5, 3, 2, 2, 0), new TimeoutRange(8, 2, 2, 1, 0)));

    private static List<String> texts(DeadPath path, String title) throws Exception {
        String svg = new DeadPathPlot(path, title).svg();
        NodeList nodes = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getElementsByTagName("text");
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent());
        }
        return texts;
    }

    @Test
    void bothPanelsHaveLabelledAxesTicksRangesAndMarks() throws Exception {
        assertThat(texts(DeadPath.of(FAST, new QpTiming(14, 7)), "a <b> & c"))
                .contains(
                        "Timeouts of a <b> & c",
                        "time since the first transmission",
                        "timeout",
                        "length of the outage",
                        "recovery delay",
                        "initial",
                        "range 0",
                        "range 1",
                        "total timeout",
                        "surely survived",
                        "100 us",
                        "10 ms");
    }

    @Test
    void withoutATimerThereIsOnlyASentence() throws Exception {
        assertThat(texts(DeadPath.of(FAST, new QpTiming(0, 7)), "fast")).containsExactly("fast: no timer runs");
    }

    @Test
    void aPathThatNeverFailsIsDrawnToo() throws Exception {
        AdpProfile endless = new AdpProfile(4, 1, 0, 2, false, 255, 5, 3, FAST.ranges());

        assertThat(texts(DeadPath.of(endless, new QpTiming(14, 7)), "endless")).doesNotContain("total timeout");
    }

    @ParameterizedTest
    @CsvSource({"100, 100 ns", "1000, 1 us", "10000000, 10 ms", "1e9, 1 s", "1e12, 1000 s"})
    void labelsAreInTheUnitThatPeopleUse(double nanos, String label) {
        assertThat(TimeScale.label(nanos)).isEqualTo(label);
    }
}
