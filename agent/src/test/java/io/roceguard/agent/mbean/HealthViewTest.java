// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import io.roceguard.counter.CounterValue.Present;
import io.roceguard.counter.CounterValue.Unavailable;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HealthViewTest {

    private static HealthView health(Map<String, CounterValue> values) {
        return HealthView.ofCounters(1, new CounterSample(1, 0, values, null));
    }

    @Test
    void aCounterThatCannotBeReadIsNotOkAndSaysWhy() {
        assertThat(health(Map.of("link_downed", new Unavailable("EINVAL"), "port_rcv_data", new Present(1))))
                .isEqualTo(new HealthView("counters port 1", false, "1 of 2 counters cannot be read: EINVAL"));
    }

    @Test
    void aDeviceWithoutPmaIsAsItIs() {
        assertThat(health(Map.of("link_downed", new Unavailable("no_pma"))))
                .isEqualTo(new HealthView("counters port 1", true, "1 of 1 counters cannot be read: no_pma"));
    }

    @Test
    void hiddenCountersAreNotOk() {
        assertThat(HealthView.ofCounters(2, new CounterSample(2, 0, Map.of(), "hidden_by_netns")))
                .isEqualTo(new HealthView("counters port 2", false, "hidden_by_netns"));
    }
}
