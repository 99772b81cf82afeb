// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.CurrentCaller;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** A small MBean of the domain that the access rule is about, in the platform MBean server. */
final class SampleMBean extends StandardMBean implements AutoCloseable {

    static final String NAME = "io.roceguard:type=Sample,name=http";

    /** Its attributes and operations. */
    public interface Sample {
        int getLevel();

        void setLevel(int level);

        String getText();

        void setText(String text);

        long getCounter();

        String describe(String what);

        String apply(String assignments);
    }

    private final State state;

    SampleMBean() throws JMException {
        this(new State());
    }

    private SampleMBean(State state) throws JMException {
        super(state, Sample.class, true);
        this.state = state;
        server().registerMBean(this, new ObjectName(NAME));
    }

    int level() {
        return state.level;
    }

    /** Who wrote last. */
    Caller writer() {
        return state.writer;
    }

    @Override
    protected int getImpact(MBeanOperationInfo operation) {
        return operation.getName().equals("describe") ? MBeanOperationInfo.INFO : MBeanOperationInfo.ACTION;
    }

    @Override
    public void close() throws JMException {
        server().unregisterMBean(new ObjectName(NAME));
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    private static final class State implements Sample {
        private volatile int level = 3;
        private volatile String text = "caf\u00e9 \u000b\u001f \"quoted\"";
        private volatile Caller writer = Caller.LOCAL;

        @Override
        public int getLevel() {
            return level;
        }

        @Override
        public void setLevel(int level) {
            if (level < 0 || level > 7) {
                throw new IllegalArgumentException("Level must be 0..7, not " + level + ".");
            }
            this.level = level;
            writer = CurrentCaller.get();
        }

        @Override
        public String getText() {
            return text;
        }

        @Override
        public void setText(String text) {
            this.text = text;
        }

        @Override
        public long getCounter() {
            return Long.MAX_VALUE - 1;
        }

        @Override
        public String describe(String what) {
            return "It is " + what + ".";
        }

        @Override
        public String apply(String assignments) {
            writer = CurrentCaller.get();
            return String.join(" ", List.of(assignments.split(",", -1)));
        }
    }
}
