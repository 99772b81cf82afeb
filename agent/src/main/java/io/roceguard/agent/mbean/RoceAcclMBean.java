// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.control.RegisterControl;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.NicSnapshots;
import io.roceguard.agent.poll.RegisterState;
import io.roceguard.register.Assignment;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Attribute;
import javax.management.AttributeChangeNotification;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import org.jspecify.annotations.Nullable;

/** {@code io.roceguard:type=RoceAccl,nic=...}: every register field an attribute. */
final class RoceAcclMBean extends CombinedMBean<RoceAcclMXBean> {

    static final String CHANGED = "io.roceguard.register.changed";

    private final String nic;
    private final RegisterOperations operations;
    private final AtomicLong sequence = new AtomicLong();
    private @Nullable RegisterImage lastSeen;

    RoceAcclMBean(String nic, NicSnapshots snapshots, RegisterControl control, InstantSource clock) {
        this(nic, new RegisterOperations(nic, snapshots, control, clock));
    }

    private RoceAcclMBean(String nic, RegisterOperations operations) {
        super(
                operations,
                RoceAcclMXBean.class,
                new MBeanNotificationInfo(
                        new String[] {AttributeChangeNotification.ATTRIBUTE_CHANGE},
                        AttributeChangeNotification.class.getName(),
                        "A register field has another value than at the last reading, whoever changed it."),
                new MBeanNotificationInfo(
                        new String[] {CHANGED},
                        Notification.class.getName(),
                        "The register changed; user data is the list of changes as name old -> new."));
        this.nic = nic;
        this.operations = operations;
    }

    @Override
    List<MBeanAttributeInfo> attributes() {
        RegisterState state = operations.state();
        List<MBeanAttributeInfo> attributes = new ArrayList<>();
        for (RegisterField field : RoceAccl.FIELDS) {
            attributes.add(RegisterAttributes.describe(field, state));
        }
        return attributes;
    }

    @Override
    boolean has(String attribute) {
        return RoceAccl.find(attribute).isPresent();
    }

    @Override
    @Nullable
    Object read(String attribute) {
        RegisterField field = RoceAccl.field(attribute);
        return operations.state() instanceof RegisterState.Known known
                ? (long) known.image().get(field)
                : null;
    }

    @Override
    void write(List<Attribute> attributes) throws InvalidAttributeValueException, MBeanException {
        List<Assignment> assignments = new ArrayList<>();
        for (Attribute attribute : attributes) {
            RegisterField field = RoceAccl.field(attribute.getName());
            assignments.add(new Assignment(field, value(field, attribute.getValue())));
        }
        try {
            operations.change(assignments);
        } catch (IllegalArgumentException refused) {
            throw new InvalidAttributeValueException(refused.getMessage());
        } catch (IllegalStateException failed) {
            throw new MBeanException(failed, failed.getMessage());
        }
    }

    private static long value(RegisterField field, @Nullable Object value) throws InvalidAttributeValueException {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        throw new InvalidAttributeValueException(field.name() + " takes a whole number 0.." + field.max() + ", not "
                + (value == null ? "null" : "a " + value.getClass().getSimpleName()) + ".");
    }

    @Override
    String unknown(String attribute) {
        return RoceAccl.unknown(attribute);
    }

    /** Tells subscribers what differs from the last reading that was one: a reset of the firmware interrupts them. */
    synchronized void announce(NicSnapshot after, long nowMillis) {
        if (!(after.register() instanceof RegisterState.Known now)) {
            return;
        }
        RegisterImage old = lastSeen;
        lastSeen = now.image();
        if (old == null || old.equals(now.image())) {
            return;
        }
        List<String> changes = new ArrayList<>();
        for (RegisterField field : RoceAccl.FIELDS) {
            long was = old.get(field);
            long is = now.image().get(field);
            if (was != is) {
                String change = field.name() + " " + was + " -> " + is;
                changes.add(change);
                broadcaster()
                        .sendNotification(new AttributeChangeNotification(
                                Names.roceAccl(nic),
                                sequence.incrementAndGet(),
                                nowMillis,
                                change,
                                field.name(),
                                "long",
                                was,
                                is));
            }
        }
        Notification changed = new Notification(
                CHANGED,
                Names.roceAccl(nic),
                sequence.incrementAndGet(),
                nowMillis,
                "ROCE_ACCL of " + nic + " changed: "
                        + (changes.isEmpty() ? "bits of no known field" : String.join(", ", changes)) + ".");
        changed.setUserData(RegisterAttributes.changeData(nic, changes, now.image()));
        broadcaster().sendNotification(changed);
    }
}
