// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassPathTest {
    @Test
    void jolokiaServesLocalMBeans() {
        assertThat(pomOf("jolokia-service-jmx")).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jolokia-service-jsr160",
                "jolokia-service-discovery",
                "jolokia-service-history",
                "jolokia-server-detector"
            })
    void jolokiaNeitherConnectsOnwardNorAnnouncesItself(String artifact) {
        assertThat(pomOf(artifact)).isNull();
    }

    private static @Nullable URL pomOf(String artifact) {
        return ClassPathTest.class
                .getClassLoader()
                .getResource("META-INF/maven/org.jolokia/" + artifact + "/pom.properties");
    }
}
