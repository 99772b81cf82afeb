// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.json.JsonObject;
import io.roceguard.text.TimeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The retry settings of one queue pair, as {@code queryTiming} answers. */
final class QueuePairTimingText {

    /** RNR retries without end (InfiniBand specification). */
    private static final int NO_LIMIT = 7;

    private final String nic;
    private final JsonObject timing;

    QueuePairTimingText(String nic, JsonObject timing) {
        this.nic = nic;
        this.timing = timing;
    }

    Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("nic", nic);
        document.put("number", timing.get("number"));
        document.put("remote_number", timing.get("remoteNumber"));
        document.put("ack_timeout", timing.get("ackTimeout"));
        document.put("ack_timeout_ns", timing.get("ackTimeoutNanos"));
        document.put("retry_cnt", timing.get("retryCount"));
        document.put("retries_left", timing.get("retriesLeft"));
        document.put("rnr_retry", timing.get("rnrRetry"));
        return document;
    }

    List<String> lines(UnaryOperator<String> bold) {
        String ackTimeout = number("ackTimeout");
        String time = timing.integer("ackTimeoutNanos")
                .map(nanos -> TimeText.of(nanos.longValue()))
                .orElse("no timeout");
        Optional<Integer> rnrRetry = timing.integer("rnrRetry").map(Number::intValue);
        List<String> lines = new ArrayList<>();
        lines.add(bold.apply("QP " + number("number")) + " of " + nic + ", connected to QP " + number("remoteNumber"));
        lines.addAll(new TextTable("  ")
                .row("ack_timeout", ackTimeout + " = " + time)
                .row("retry_cnt", number("retryCount") + ", " + number("retriesLeft") + " left")
                .row(
                        "rnr_retry",
                        number("rnrRetry")
                                + (rnrRetry.filter(retries -> retries == NO_LIMIT)
                                                .isPresent()
                                        ? " = no limit"
                                        : ""))
                .lines());
        return lines;
    }

    private String number(String name) {
        return timing.integer(name).map(Number::toString).orElse("?");
    }
}
