// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FirmwareVersionTest {

    @Test
    void theFirstNumberIsTheCardAndDoesNotCount() {
        assertThat(FirmwareVersion.parse("28.46.1006")).isEqualTo(FirmwareVersion.parse("46.1006"));
        assertThat(FirmwareVersion.parse("22.45.1020").orElseThrow()).isLessThan(new FirmwareVersion(46, 1006));
        assertThat(new FirmwareVersion(46, 1006)).hasToString("xx.46.1006");
        assertThat(FirmwareVersion.parse("newest")).isEmpty();
    }
}
