// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

import static org.assertj.core.api.Assertions.assertThat;

import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MBeanNamesTest {

    @Test
    void plainNameStandsAsItIs() {
        assertThat(MBeanNames.roceAccl("mlx5_bond_0")).isEqualTo("io.roceguard:type=RoceAccl,nic=mlx5_bond_0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "a?", "a,b=c", "0000:1a:00.0", "a\"b", "a\nb", "a\\b"})
    void nameThatJmxWouldReadOtherwiseIsQuoted(String nic) throws Exception {
        ObjectName name = new ObjectName(MBeanNames.roceAccl(nic));

        assertThat(name.isPattern()).isFalse();
        assertThat(ObjectName.unquote(name.getKeyProperty("nic"))).isEqualTo(nic);
    }
}
