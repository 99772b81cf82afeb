// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import io.roceguard.device.NicException;
import io.roceguard.device.QueuePairTiming;
import io.roceguard.device.RegisterPort;
import io.roceguard.register.RegisterImage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A way that does what the test says and remembers what was asked of it. */
final class ScriptedWay implements Way {

    final List<String> asked = new ArrayList<>();

    @Nullable
    String closedBecause;

    @Nullable
    NicException failure;

    int open;

    private final String label;
    private final RegisterImage image;

    ScriptedWay(String label, RegisterImage image) {
        this.label = label;
        this.image = image;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Opened open() throws WayClosedException {
        if (closedBecause != null) {
            throw new WayClosedException(closedBecause);
        }
        asked.add("open");
        open++;
        return new Opened() {
            @Override
            public RegisterPort register() {
                return new Register();
            }

            @Override
            public QueuePairTiming timing(int queuePair) throws NicException {
                asked.add("timing " + queuePair);
                fail();
                return new QueuePairTiming(queuePair, 0, 14, 7, 7, 7);
            }

            @Override
            public void close() {
                asked.add("close");
                open--;
            }
        };
    }

    private void fail() throws NicException {
        if (failure != null) {
            throw failure;
        }
    }

    private final class Register implements RegisterPort {

        @Override
        public String accessPath() {
            return label;
        }

        @Override
        public String accessReason() {
            return "";
        }

        @Override
        public RegisterImage get(int profileId) throws NicException {
            asked.add("get " + profileId);
            fail();
            return image;
        }

        @Override
        public void set(RegisterImage words) throws NicException {
            asked.add("set");
            fail();
        }
    }
}
