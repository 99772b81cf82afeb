// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import static org.assertj.core.api.Assertions.assertThat;

import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OperationImpactTest {

    /** Operations whose names say what the MBean declares. */
    public interface Sample {
        void informs();

        void changes();

        void declaresNothing();

        void overloaded();

        void overloaded(int changes);
    }

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private ObjectName name;

    @BeforeEach
    void register() throws Exception {
        name = new ObjectName("io.roceguard:type=Sample");
        server.registerMBean(new Declared(new Operations()), name);
    }

    @Test
    void onlyADeclaredInfoOperationInforms() {
        assertThat(OperationImpact.informs(server, name, "informs")).isTrue();
        assertThat(OperationImpact.informs(server, name, "changes")).isFalse();
        assertThat(OperationImpact.informs(server, name, "declaresNothing")).isFalse();
    }

    @Test
    void oneChangingOverloadTaintsTheName() {
        assertThat(OperationImpact.informs(server, name, "overloaded")).isFalse();
    }

    @Test
    void whatIsNotThereInformsNobody() throws Exception {
        assertThat(OperationImpact.informs(server, name, "missing")).isFalse();
        assertThat(OperationImpact.informs(server, new ObjectName("io.roceguard:type=Missing"), "informs"))
                .isFalse();
    }

    private static final class Declared extends StandardMBean {
        Declared(Sample sample) {
            super(sample, Sample.class, false);
        }

        @Override
        protected int getImpact(MBeanOperationInfo operation) {
            return switch (operation.getName()) {
                case "informs" -> MBeanOperationInfo.INFO;
                case "changes" -> MBeanOperationInfo.ACTION;
                case "overloaded" ->
                    operation.getSignature().length == 0 ? MBeanOperationInfo.INFO : MBeanOperationInfo.ACTION;
                default -> MBeanOperationInfo.UNKNOWN;
            };
        }
    }

    private static final class Operations implements Sample {
        @Override
        public void informs() {}

        @Override
        public void changes() {}

        @Override
        public void declaresNothing() {}

        @Override
        public void overloaded() {}

        @Override
        public void overloaded(int changes) {}
    }
}
