// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab.guest;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What JUnit wrote down in the guest: XML as of Ant's junit task. */
final class GuestReport {

    /** Its name in the directory of reports. */
    static final String FILE = "TEST-junit-jupiter.xml";

    /** What stands before the reason of a skipped test; its stack trace stands behind. */
    private static final String ASSUMPTION = "^.*TestAbortedException: (Assumption failed: )?";

    private GuestReport() {}

    /**
     * One test that ran.
     *
     * @param name class and method
     * @param failure message and stack trace; null when it did not fail
     * @param skipped why it was skipped; null when it was not
     */
    record Outcome(
            String name, @Nullable String failure, @Nullable String skipped) {

        /** Ends in the same way here. */
        void replay() {
            assumeTrue(skipped == null, skipped);
            if (failure != null) {
                fail("In the guest: " + failure);
            }
        }
    }

    static List<Outcome> read(Path directory) throws Exception {
        NodeList cases = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(directory.resolve(FILE).toFile())
                .getElementsByTagName("testcase");
        return IntStream.range(0, cases.getLength())
                .mapToObj(i -> outcome((Element) cases.item(i)))
                .toList();
    }

    private static Outcome outcome(Element test) {
        String className = test.getAttribute("classname");
        String name = className.substring(className.lastIndexOf('.') + 1) + "." + test.getAttribute("name");
        String failure = text(test, "failure");
        String skipped = text(test, "skipped");
        return new Outcome(
                name,
                failure == null ? text(test, "error") : failure,
                skipped == null ? null : skipped.lines().findFirst().orElse("").replaceFirst(ASSUMPTION, ""));
    }

    private static @Nullable String text(Element test, String child) {
        NodeList found = test.getElementsByTagName(child);
        return found.getLength() == 0 ? null : found.item(0).getTextContent().strip();
    }
}
