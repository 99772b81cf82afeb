// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InvalidAttributeValueException;
import javax.management.JMException;
import javax.management.ListenerNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.NotificationBroadcasterSupport;
import javax.management.NotificationEmitter;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;
import javax.management.ReflectionException;
import org.jspecify.annotations.Nullable;

/**
 * An MBean of two halves: attributes and operations of an annotated interface, and attributes that are known only at run
 * time (a register's fields, a port's counters).
 */
abstract class CombinedMBean<T> implements DynamicMBean, NotificationEmitter {

    private static final Logger LOG = System.getLogger(CombinedMBean.class.getName());

    /** Runs the listeners, in order: what they do must not hold up a NIC's worker. */
    static final Executor SENDER = Executors.newSingleThreadExecutor(task -> {
        Thread sender = new Thread(task, "roceguard-notify");
        sender.setDaemon(true);
        return sender;
    });

    private final DescribedMBean<T> fixed;
    private final Set<String> fixedNames;
    private final NotificationBroadcasterSupport broadcaster;

    CombinedMBean(T implementation, Class<T> type, MBeanNotificationInfo... notifications) {
        this.broadcaster = new NotificationBroadcasterSupport(SENDER, notifications);
        this.fixed = new DescribedMBean<>(implementation, type, broadcaster);
        this.fixedNames = Arrays.stream(fixed.getMBeanInfo().getAttributes())
                .map(MBeanAttributeInfo::getName)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The attributes known at run time, as they are now. */
    abstract List<MBeanAttributeInfo> attributes();

    /** Whether {@link #read} knows that name. */
    abstract boolean has(String attribute);

    /** The value of a run-time attribute; null when it is not available. Never throws, never blocks. */
    abstract @Nullable Object read(String attribute);

    /**
     * Writes run-time attributes, all or none.
     *
     * @throws InvalidAttributeValueException when a value or field is not acceptable
     * @throws MBeanException when the device did not do it
     */
    abstract void write(List<Attribute> attributes) throws InvalidAttributeValueException, MBeanException;

    /** What to say about a name neither half knows. */
    abstract String unknown(String attribute);

    final NotificationBroadcasterSupport broadcaster() {
        return broadcaster;
    }

    @Override
    public final @Nullable Object getAttribute(String attribute)
            throws AttributeNotFoundException, MBeanException, ReflectionException {
        if (has(attribute)) {
            return read(attribute);
        }
        if (fixedNames.contains(attribute)) {
            return fixed.getAttribute(attribute);
        }
        throw new AttributeNotFoundException(unknown(attribute));
    }

    @Override
    public final AttributeList getAttributes(String[] attributes) {
        AttributeList list = new AttributeList();
        for (String attribute : attributes) {
            if (attribute == null) {
                continue;
            }
            if (has(attribute)) {
                list.add(new Attribute(attribute, read(attribute)));
            } else if (fixedNames.contains(attribute)) {
                list.addAll(fixed.getAttributes(new String[] {attribute}));
            }
        }
        return list;
    }

    @Override
    public final void setAttribute(Attribute attribute)
            throws AttributeNotFoundException, InvalidAttributeValueException, MBeanException {
        if (has(attribute.getName())) {
            write(List.of(attribute));
        } else if (fixedNames.contains(attribute.getName())) {
            throw new InvalidAttributeValueException(attribute.getName() + " is read-only.");
        } else {
            throw new AttributeNotFoundException(unknown(attribute.getName()));
        }
    }

    @Override
    public final AttributeList setAttributes(AttributeList attributes) {
        List<Attribute> wanted = attributes.asList();
        if (!wanted.stream().allMatch(attribute -> has(attribute.getName()))) {
            return new AttributeList();
        }
        try {
            write(wanted);
            return new AttributeList(wanted);
        } catch (JMException | RuntimeException refused) {
            LOG.log(Level.WARNING, "Attributes were not set: " + refused.getMessage());
            return new AttributeList();
        }
    }

    @Override
    public final @Nullable Object invoke(String operation, Object @Nullable [] arguments, String @Nullable [] signature)
            throws MBeanException, ReflectionException {
        return fixed.invoke(operation, arguments, signature);
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        MBeanInfo half = fixed.getMBeanInfo();
        List<MBeanAttributeInfo> all = new ArrayList<>(attributes());
        all.addAll(Arrays.asList(half.getAttributes()));
        return new MBeanInfo(
                getClass().getName(),
                half.getDescription(),
                all.toArray(MBeanAttributeInfo[]::new),
                null,
                half.getOperations(),
                getNotificationInfo());
    }

    @Override
    public final void addNotificationListener(
            NotificationListener listener, @Nullable NotificationFilter filter, @Nullable Object handback) {
        broadcaster.addNotificationListener(listener, filter, handback);
    }

    @Override
    public final void removeNotificationListener(NotificationListener listener) throws ListenerNotFoundException {
        broadcaster.removeNotificationListener(listener);
    }

    @Override
    public final void removeNotificationListener(
            NotificationListener listener, @Nullable NotificationFilter filter, @Nullable Object handback)
            throws ListenerNotFoundException {
        broadcaster.removeNotificationListener(listener, filter, handback);
    }

    @Override
    public final MBeanNotificationInfo[] getNotificationInfo() {
        return broadcaster.getNotificationInfo();
    }
}
