// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescriptorBudgetTest {

    @ParameterizedTest
    @CsvSource({
        "'Max open files            1024                 524288               files     ', 1024",
        "'Max open files            unlimited            unlimited            files     ', 2147483647",
        "'Max processes             7                    7                    processes ', 1024"
    })
    void softLimitIsReadFromTheKernelsTable(String line, int limit) {
        String table = "Limit                     Soft Limit           Hard Limit           Units     \n" + line + "\n";

        assertThat(DescriptorBudget.softLimit(table)).isEqualTo(limit);
    }

    @Test
    void thisProcessMayKeepSomeFilesOpen() {
        assertThat(DescriptorBudget.ofThisProcess().take()).isTrue();
    }

    @Test
    void nothingIsLentTwice() {
        DescriptorBudget budget = new DescriptorBudget(2);

        assertThat(budget.take()).isTrue();
        assertThat(budget.take()).isTrue();
        assertThat(budget.take()).isFalse();
        budget.giveBack();
        assertThat(budget.take()).isTrue();
        assertThat(budget.take()).isFalse();
    }

    @Test
    void refusedDescriptorEndsTheLending() {
        DescriptorBudget budget = new DescriptorBudget(2);
        budget.notOpened("ENOENT");
        assertThat(budget.lending()).isTrue();

        budget.notOpened("EMFILE");
        assertThat(budget.lending()).isFalse();
        assertThat(budget.take()).isFalse();
    }
}
