// SPDX-License-Identifier: Apache-2.0
package io.roceguard.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.counter.CounterCatalog;
import io.roceguard.counter.CounterDelta;
import io.roceguard.counter.CounterDeltas;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EvidenceTest {

    private static final long SECOND = 1_000_000_000;

    private static Evidence adaptive(long count) {
        return new Evidence(SECOND, 1000, count, count, 0, 0);
    }

    @Test
    void countersCountByTheirClass() {
        Map<String, CounterDelta> moved = Map.of(
                "roce_adp_retrans", new CounterDelta.Moved(7),
                "packet_seq_err", new CounterDelta.Moved(3),
                "local_ack_timeout_err", new CounterDelta.Moved(2),
                "req_transport_retries_exceeded", new CounterDelta.Moved(1),
                "port_xmit_packets", new CounterDelta.Moved(500),
                "rnr_nak_retry_err", new CounterDelta.Moved(99));

        Evidence evidence = Evidence.of(new CounterDeltas(SECOND, moved), CounterCatalog.of("mlx5_core"));

        assertThat(evidence).isEqualTo(new Evidence(SECOND, 500, 10, 7, 2, 1));
    }

    @Test
    void timesAddUpAndPortsDoNot() {
        assertThat(adaptive(1).then(adaptive(2))).isEqualTo(new Evidence(2 * SECOND, 2000, 3, 3, 0, 0));
        assertThat(adaptive(1).beside(adaptive(2))).isEqualTo(new Evidence(SECOND, 2000, 3, 3, 0, 0));
    }

    @Test
    void steadyAdaptiveRetransmissionWithoutATimeoutIsSpurious() {
        assertThat(SpuriousRetransmission.seenIn(Collections.nCopies(10, adaptive(100))))
                .isTrue();
        assertThat(SpuriousRetransmission.seenIn(Collections.nCopies(9, adaptive(100))))
                .isFalse();
        assertThat(SpuriousRetransmission.seenIn(Collections.nCopies(10, adaptive(0))))
                .isFalse();
        assertThat(SpuriousRetransmission.seenIn(Collections.nCopies(10, new Evidence(SECOND, 1000, 100, 100, 1, 0))))
                .isFalse();
    }

    @Test
    void aBurstNowAndThenIsNotSpurious() {
        List<Evidence> bursts = new ArrayList<>(Collections.nCopies(18, adaptive(0)));
        bursts.add(adaptive(100));
        bursts.add(adaptive(100));

        assertThat(SpuriousRetransmission.seenIn(bursts)).isFalse();
    }
}
