// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.remote;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.CurrentCaller;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;

/** An MBean that remembers who used it: attribute {@code level}, and operations that only look or that change. */
final class Lamp extends NotificationBroadcasterSupport implements DynamicMBean {

    final AtomicLong level = new AtomicLong(1);
    volatile Caller lastCaller;

    @Override
    public Object getAttribute(String attribute) throws AttributeNotFoundException {
        lastCaller = CurrentCaller.get();
        if (!attribute.equals("level")) {
            throw new AttributeNotFoundException("There is no attribute " + attribute + ".");
        }
        return level.get();
    }

    @Override
    public void setAttribute(Attribute attribute) {
        lastCaller = CurrentCaller.get();
        level.set((Long) attribute.getValue());
    }

    @Override
    public AttributeList getAttributes(String[] attributes) {
        AttributeList list = new AttributeList();
        list.add(new Attribute("level", level.get()));
        return list;
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        attributes.asList().forEach(this::setAttribute);
        return attributes;
    }

    @Override
    public Object invoke(String operation, Object[] parameters, String[] signature) {
        lastCaller = CurrentCaller.get();
        if (operation.equals("dim")) {
            long dimmed = level.decrementAndGet();
            sendNotification(new Notification("lamp.dimmed", this, dimmed, "The lamp was dimmed."));
        }
        return level.get();
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return new MBeanInfo(
                Lamp.class.getName(),
                "A lamp.",
                new MBeanAttributeInfo[] {new MBeanAttributeInfo("level", "long", "Its level.", true, true, false)},
                null,
                new MBeanOperationInfo[] {
                    operation("look", MBeanOperationInfo.INFO),
                    operation("dim", MBeanOperationInfo.ACTION),
                    operation("paint", MBeanOperationInfo.ACTION)
                },
                getNotificationInfo());
    }

    private static MBeanOperationInfo operation(String name, int impact) {
        return new MBeanOperationInfo(name, "It does what its name says.", new MBeanParameterInfo[0], "long", impact);
    }

    @Override
    public MBeanNotificationInfo[] getNotificationInfo() {
        return new MBeanNotificationInfo[] {
            new MBeanNotificationInfo(new String[] {"lamp.dimmed"}, Notification.class.getName(), "It was dimmed.")
        };
    }
}
