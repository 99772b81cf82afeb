// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.poll.NicSnapshots;
import io.roceguard.agent.poll.PortCounters;
import io.roceguard.counter.CounterCatalog;
import io.roceguard.counter.CounterKind;
import io.roceguard.counter.CounterValue;
import io.roceguard.text.NearestName;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.management.Attribute;
import javax.management.ImmutableDescriptor;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanAttributeInfo;
import org.jspecify.annotations.Nullable;

/** {@code io.roceguard:type=Counters,nic=...,port=...}: every counter an attribute, its rate another. */
final class CountersMBean extends CombinedMBean<CountersMXBean> {

    private static final String RATE = "_per_second";
    private static final String BYTES = "_bytes";
    private static final int WORD_BYTES = 4;
    private static final String WORDS_UNIT = "4-byte words";

    private final Reading reading;
    private final CounterCatalog catalog;

    CountersMBean(String nic, int port, CounterCatalog catalog, NicSnapshots snapshots, InstantSource clock) {
        this(new Reading(nic, port, snapshots, clock), catalog);
    }

    private CountersMBean(Reading reading, CounterCatalog catalog) {
        super(reading, CountersMXBean.class);
        this.reading = reading;
        this.catalog = catalog;
    }

    @Override
    List<MBeanAttributeInfo> attributes() {
        List<MBeanAttributeInfo> attributes = new ArrayList<>();
        for (String name : reading.names()) {
            CounterKind kind = catalog.kind(name);
            attributes.add(describe(kind, name, "long", kind.unit(), kind.description()));
            if (kind.unit().equals(WORDS_UNIT)) {
                attributes.add(describe(kind, name + BYTES, "long", "bytes", name + " times 4, in bytes."));
            }
            if (kind.counts()) {
                attributes.add(describe(
                        kind, name + RATE, "double", kind.unit() + "/s", "Rate of " + name + " over the last poll."));
            }
        }
        return attributes;
    }

    private static MBeanAttributeInfo describe(
            CounterKind kind, String name, String type, String unit, String description) {
        Map<String, Object> descriptor = Map.of(
                "units",
                unit,
                "minValue",
                0L,
                "counterClass",
                kind.counterClass().name(),
                "metricType",
                kind.counts() && type.equals("long") ? "counter" : "gauge");
        return new MBeanAttributeInfo(
                name, type, description + " [" + unit + "]", true, false, false, new ImmutableDescriptor(descriptor));
    }

    @Override
    boolean has(String attribute) {
        return reading.names().contains(base(attribute));
    }

    private String base(String attribute) {
        if (reading.names().contains(attribute)) {
            return attribute;
        }
        if (attribute.endsWith(RATE)) {
            return attribute.substring(0, attribute.length() - RATE.length());
        }
        if (attribute.endsWith(BYTES)) {
            String name = attribute.substring(0, attribute.length() - BYTES.length());
            return catalog.kind(name).unit().equals(WORDS_UNIT) ? name : attribute;
        }
        return attribute;
    }

    @Override
    @Nullable
    Object read(String attribute) {
        Optional<PortCounters> port = reading.port();
        String name = base(attribute);
        if (port.isEmpty()) {
            return null;
        }
        if (attribute.equals(name + RATE)) {
            return port.get().perSecond().get(name);
        }
        if (!(port.get().sample().values().get(name) instanceof CounterValue.Present present)) {
            return null;
        }
        return attribute.equals(name + BYTES) ? saturated(present.value()) : present.value();
    }

    private static long saturated(long words) {
        return words > Long.MAX_VALUE / WORD_BYTES ? Long.MAX_VALUE : words * WORD_BYTES;
    }

    @Override
    void write(List<Attribute> attributes) throws InvalidAttributeValueException {
        throw new InvalidAttributeValueException("Counters are read-only.");
    }

    @Override
    String unknown(String attribute) {
        return "This port has no counter " + attribute + "." + NearestName.hint(attribute, reading.names());
    }

    /** The fixed half, and the latest counters of the port. */
    private record Reading(String nic, int number, NicSnapshots snapshots, InstantSource clock)
            implements CountersMXBean {

        Optional<PortCounters> port() {
            return snapshots
                    .of(nic)
                    .flatMap(snapshot -> Optional.ofNullable(snapshot.counters().get(number)));
        }

        Set<String> names() {
            return port().map(counters -> counters.sample().values().keySet()).orElse(Set.of());
        }

        @Override
        public String getStatus() {
            return port().map(counters -> counters.sample().hidden() == null
                            ? "ok"
                            : counters.sample().hidden())
                    .orElse("not read yet");
        }

        @Override
        public String getSource() {
            return port().map(PortCounters::source).orElse("");
        }

        @Override
        public @Nullable Long getAgeMillis() {
            return port().map(counters -> Math.max(0, clock.millis() - counters.takenMillis()))
                    .orElse(null);
        }

        @Override
        public String[] getUnavailable() {
            List<String> unavailable = new ArrayList<>();
            port().ifPresent(counters -> counters.sample().values().forEach((name, value) -> {
                if (value instanceof CounterValue.Unavailable why) {
                    unavailable.add(name + " " + why.reason());
                }
            }));
            return unavailable.toArray(String[]::new);
        }
    }
}
