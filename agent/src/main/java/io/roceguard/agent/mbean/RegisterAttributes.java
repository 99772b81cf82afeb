// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.poll.RegisterState;
import io.roceguard.register.Access;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.ImmutableDescriptor;
import javax.management.MBeanAttributeInfo;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;

/** How register fields look to a JMX client: from the field table and from what this device says about itself. */
final class RegisterAttributes {

    private RegisterAttributes() {}

    /** Type {@code long}, never boxed: JConsole would send an Integer for a boxed one. */
    static MBeanAttributeInfo describe(RegisterField field, RegisterState state) {
        String obstacle = obstacle(field, state);
        StringBuilder text = new StringBuilder(field.description());
        text.append(" [").append(field.unit().isEmpty() ? "" : field.unit() + ", ");
        text.append("0..").append(field.max()).append(", ").append(field.access());
        text.append(", ").append(field.position()).append(']');
        if (!obstacle.isEmpty()) {
            text.append(" Not writable: ").append(obstacle).append('.');
        }
        return new MBeanAttributeInfo(
                field.name(),
                "long",
                text.toString(),
                true,
                obstacle.isEmpty(),
                false,
                new ImmutableDescriptor(descriptor(field, obstacle)));
    }

    private static Map<String, Object> descriptor(RegisterField field, String obstacle) {
        Map<String, Object> descriptor = new TreeMap<>();
        descriptor.put("units", field.unit());
        descriptor.put("minValue", 0L);
        descriptor.put("maxValue", (long) field.max());
        descriptor.put("offset", "0x" + Integer.toHexString(field.offset()));
        descriptor.put("lsb", (long) field.lsb());
        descriptor.put("width", (long) field.width());
        descriptor.put("access", field.access().name());
        descriptor.put("since", field.since());
        descriptor.put("mlxregName", field.printedName());
        if (field.select() != null) {
            descriptor.put("selectBit", field.select());
        }
        if (!obstacle.isEmpty()) {
            descriptor.put("notWritable", obstacle);
        }
        return descriptor;
    }

    /** Why the field cannot be written here, {@code ""} when it can. */
    private static String obstacle(RegisterField field, RegisterState state) {
        if (field.access() == Access.RO) {
            return "read-only";
        }
        if (field.isSelect()) {
            return "a select bit is set for you when its field is assigned";
        }
        if (!(state instanceof RegisterState.Known known)) {
            return "the register cannot be read";
        }
        String select = field.select();
        return select == null || known.image().get(select) == 1 ? "" : select + " reads 0 on this function";
    }

    /** User data of a change notification: {nic, changed[], words}. */
    static CompositeData changeData(String nic, List<String> changes, RegisterImage now) {
        String[] names = {"nic", "changed", "words"};
        try {
            OpenType<?>[] types = {SimpleType.STRING, ArrayType.getArrayType(SimpleType.STRING), SimpleType.STRING};
            CompositeType type = new CompositeType("RegisterChange", "What changed in ROCE_ACCL", names, names, types);
            return new CompositeDataSupport(
                    type, names, new Object[] {nic, changes.toArray(String[]::new), now.toString()});
        } catch (OpenDataException impossible) {
            throw new IllegalStateException("The open type of a register change is wrong", impossible);
        }
    }

    /** User data of news about a NIC: {nic, fields[]}. */
    static CompositeData newsData(String nic, List<String> fields) {
        String[] names = {"nic", "fields"};
        try {
            OpenType<?>[] types = {SimpleType.STRING, ArrayType.getArrayType(SimpleType.STRING)};
            CompositeType type = new CompositeType("RegisterNews", "News about ROCE_ACCL", names, names, types);
            return new CompositeDataSupport(type, names, new Object[] {nic, fields.toArray(String[]::new)});
        } catch (OpenDataException impossible) {
            throw new IllegalStateException("The open type of news about a register is wrong", impossible);
        }
    }
}
