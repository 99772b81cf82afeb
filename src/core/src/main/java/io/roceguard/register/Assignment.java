// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

/**
 * "Set this field to this value", before anything is known about a device.
 *
 * @param field any field of the table
 * @param value as written; whether it fits is checked by {@link RegisterEdit}
 */
public record Assignment(RegisterField field, long value) {

    /** {@code name=value} as mlxreg takes it. */
    @Override
    public String toString() {
        return field.name() + "=" + value;
    }
}
