// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.Quarantine;
import io.roceguard.device.QueuePairTiming;
import io.roceguard.device.RegisterPort;
import io.roceguard.register.RegisterImage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The register by the first way that answers a GET. Keeps to it until it fails; what failed is chosen anew for the next
 * call, because after a reset or a reload of the driver the same name may lead to another NIC. A SET goes out by one way
 * only, whatever comes back. Looks from time to time whether a better way has opened.
 */
final class ChosenRegister implements RegisterPort {

    static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

    private static final String GET = "GET ROCE_ACCL";
    private static final String SET = "SET ROCE_ACCL";

    private final NicIdentity nic;
    private final List<Way> ways;
    private final LongSupplier nanoClock;
    private Way.@Nullable Opened opened;
    private int rank;
    private long lookedNanos;
    private final Quarantine betterWay = new Quarantine();
    private volatile String path = "none";
    private volatile String reason = "The register has not been read yet.";

    /**
     * @param ways the best first
     */
    ChosenRegister(NicIdentity nic, List<Way> ways, LongSupplier nanoClock) {
        this.nic = nic;
        this.ways = List.copyOf(ways);
        this.nanoClock = nanoClock;
    }

    @Override
    public String accessPath() {
        return path;
    }

    @Override
    public String accessReason() {
        return reason;
    }

    @Override
    public RegisterImage get(int profileId) throws NicException {
        RegisterImage image = byABetterWay(profileId);
        if (image != null) {
            return image;
        }
        Way.Opened now = opened;
        if (now == null) {
            return choose(GET, profileId);
        }
        try {
            return now.register().get(profileId);
        } catch (NicException.Unreachable gone) {
            forget();
            throw gone;
        }
    }

    @Override
    public void set(RegisterImage words) throws NicException {
        Way.Opened now = opened;
        if (now == null) {
            choose(SET, 0);
            now = opened;
        }
        if (now != null) {
            try {
                now.register().set(words);
            } catch (NicException.Unreachable gone) {
                forget();
                throw gone;
            }
        }
    }

    /** QUERY_QP by the way that the register is reached. */
    QueuePairTiming timing(int queuePair) throws NicException {
        Way.Opened now = opened;
        if (now == null) {
            choose("QUERY_QP", 0);
            now = opened;
        }
        if (now == null) {
            throw nowhere("QUERY_QP", List.of(), false);
        }
        return now.timing(queuePair);
    }

    void close() {
        forget();
    }

    private void forget() {
        if (opened != null) {
            opened.close();
            opened = null;
        }
    }

    /**
     * Goes over to a better way if one answers by now; the present one is kept until then. One that opens and fails costs
     * the firmware something, so it is tried less and less often.
     *
     * @return what it answered, null where the present way stays
     */
    private @Nullable RegisterImage byABetterWay(int profileId) {
        long now = nanoClock.getAsLong();
        if (opened == null || rank == 0 || now - lookedNanos < LOOK_AGAIN.toNanos() || !betterWay.mayTry(now)) {
            return null;
        }
        lookedNanos = now;
        Way.Opened present = opened;
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            try {
                RegisterImage image = open(i, profileId);
                present.close();
                reason = String.join(" ", reasons);
                betterWay.succeeded();
                return image;
            } catch (WayClosedException stillClosed) {
                reasons.add(sentence(i, stillClosed.reason()));
                betterWay.succeeded();
            } catch (NicException failed) {
                reasons.add(sentence(i, failed));
                betterWay.failed(failed.cameBack(), now);
            }
        }
        reason = String.join(" ", reasons);
        return null;
    }

    /** Opens a way and keeps to it if it answers. */
    private RegisterImage open(int way, int profileId) throws WayClosedException, NicException {
        Way.Opened candidate = ways.get(way).open();
        boolean answers = false;
        try {
            RegisterImage image = candidate.register().get(profileId);
            answers = true;
            opened = candidate;
            rank = way;
            lookedNanos = nanoClock.getAsLong();
            path = candidate.register().accessPath();
            return image;
        } finally {
            if (!answers) {
                candidate.close();
            }
        }
    }

    private RegisterImage choose(String operation, int profileId) throws NicException {
        List<String> reasons = new ArrayList<>();
        boolean notSupported = false;
        for (int i = 0; i < ways.size(); i++) {
            try {
                RegisterImage image = open(i, profileId);
                reason = String.join(" ", reasons);
                return image;
            } catch (WayClosedException closed) {
                reasons.add(sentence(i, closed.reason()));
            } catch (NicException.NotSupported | NicException.Refused | NicException.Denied refused) {
                notSupported |= refused instanceof NicException.NotSupported;
                reasons.add(sentence(i, refused));
            } catch (NicException passing) {
                // It is the NIC that does not answer now: reaching into it in another way could do harm.
                reasons.add(sentence(i, passing));
                reachedNot(reasons);
                throw passing;
            }
        }
        reachedNot(reasons);
        throw nowhere(operation, reasons, notSupported);
    }

    private void reachedNot(List<String> reasons) {
        path = "none";
        reason = String.join(" ", reasons);
    }

    private String sentence(int way, NicException failure) {
        return sentence(way, failure.cameBack() + ". " + failure.remedy());
    }

    private String sentence(int way, String why) {
        return ways.get(way).label() + ": " + why;
    }

    /** Whether ADP is on stays unknown unless somebody who knows has said that there is no such register. */
    private NicException nowhere(String operation, List<String> reasons, boolean notSupported) {
        if (!nic.isConnectX()) {
            return new NicException.NotSupported(
                    nic.name(),
                    operation,
                    "ROCE_ACCL is a register of ConnectX NICs, and this device is driven by " + nic.driver(),
                    "Its counters are watched all the same.");
        }
        String cameBack = reasons.isEmpty() ? "no way to it is allowed" : "no way to it works";
        if (notSupported) {
            return new NicException.NotSupported(
                    nic.name(),
                    operation,
                    cameBack,
                    String.join(" ", reasons) + " Its counters are watched all the same.");
        }
        return new NicException.Unreachable(
                nic.name(),
                operation,
                cameBack,
                reasons.isEmpty()
                        ? "See nics.register_access in the configuration; counters are watched all the same."
                        : String.join(" ", reasons) + " One of them must be made to work.");
    }
}
