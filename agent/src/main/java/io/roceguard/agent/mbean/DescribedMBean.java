// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.NotificationEmitter;
import javax.management.StandardEmitterMBean;

/**
 * An MXBean whose descriptions, parameter names and impacts come from the annotations of its interface, so that a JMX
 * client sees sentences instead of {@code p0}. Units and ranges reach the descriptors by {@code DescriptorKey}.
 */
final class DescribedMBean<T> extends StandardEmitterMBean {

    DescribedMBean(T implementation, Class<T> type, NotificationEmitter emitter) {
        super(implementation, type, true, emitter);
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return text(Optional.ofNullable(getMBeanInterface().getAnnotation(Description.class)), info.getDescription());
    }

    @Override
    protected String getDescription(MBeanAttributeInfo info) {
        return text(getter(info).map(method -> method.getAnnotation(Description.class)), info.getDescription());
    }

    @Override
    protected String getDescription(MBeanOperationInfo info) {
        return text(operation(info).map(method -> method.getAnnotation(Description.class)), info.getDescription());
    }

    @Override
    protected String getDescription(MBeanOperationInfo info, MBeanParameterInfo parameter, int sequence) {
        return text(
                operation(info).map(method -> method.getParameters()[sequence].getAnnotation(Description.class)),
                parameter.getDescription());
    }

    @Override
    protected String getParameterName(MBeanOperationInfo info, MBeanParameterInfo parameter, int sequence) {
        return operation(info)
                .map(method -> method.getParameters()[sequence].getName())
                .orElse(parameter.getName());
    }

    @Override
    protected int getImpact(MBeanOperationInfo info) {
        boolean changes = operation(info)
                .map(method -> method.isAnnotationPresent(ChangesState.class))
                .orElse(true);
        return changes ? MBeanOperationInfo.ACTION_INFO : MBeanOperationInfo.INFO;
    }

    private Optional<Method> getter(MBeanAttributeInfo info) {
        String name = (info.isIs() ? "is" : "get") + info.getName();
        return Arrays.stream(getMBeanInterface().getMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterCount() == 0)
                .findFirst();
    }

    private Optional<Method> operation(MBeanOperationInfo info) {
        return Arrays.stream(getMBeanInterface().getMethods())
                .filter(method -> method.getName().equals(info.getName())
                        && method.getParameterCount() == info.getSignature().length)
                .findFirst();
    }

    private static String text(Optional<Description> description, String otherwise) {
        return description.map(Description::value).orElse(otherwise);
    }
}
