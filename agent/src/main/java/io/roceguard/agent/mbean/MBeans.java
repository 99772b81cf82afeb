// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.control.ControlListener;
import io.roceguard.agent.control.Drift;
import io.roceguard.agent.control.QueuePairQueries;
import io.roceguard.agent.control.RegisterControl;
import io.roceguard.agent.poll.NicListener;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.NicSnapshots;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.counter.CounterCatalog;
import io.roceguard.device.PortInfo;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanServer;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/** Registers the MBeans of the daemon and keeps them in step with the watched NICs. */
public final class MBeans implements NicListener, ControlListener, AutoCloseable {

    private static final Logger LOG = System.getLogger(MBeans.class.getName());
    private static final String ADDED = "io.roceguard.nic.added";
    private static final String REMOVED = "io.roceguard.nic.removed";

    private final MBeanServer server;
    private final NicSnapshots snapshots;
    private final RegisterControl control;
    private final QueuePairQueries queries;
    private final InstantSource clock;
    private final Map<String, RoceAcclMBean> registers = new ConcurrentHashMap<>();
    private final Map<String, ProfileNews> profiles = new ConcurrentHashMap<>();
    private final Set<ObjectName> registered = ConcurrentHashMap.newKeySet();
    private final AtomicLong sequence = new AtomicLong();
    private final NotificationBroadcasterSupport nicNews = new NotificationBroadcasterSupport(new MBeanNotificationInfo(
            new String[] {ADDED, REMOVED},
            Notification.class.getName(),
            "A NIC appeared, vanished, or got another name; user data says which."));

    public MBeans(
            MBeanServer server,
            NicSnapshots snapshots,
            RegisterControl control,
            QueuePairQueries queries,
            InstantSource clock) {
        this.server = server;
        this.snapshots = snapshots;
        this.control = control;
        this.queries = queries;
        this.clock = clock;
    }

    /** Registers {@code type=Daemon}. */
    public void register(DaemonMXBean daemon) {
        register(Names.daemon(), new DescribedMBean<>(daemon, DaemonMXBean.class, nicNews));
    }

    @Override
    public void added(NicSnapshot first, @Nullable String formerName) {
        String nic = first.name();
        register(Names.nic(nic), described(new NicView(first, snapshots, clock), NicMXBean.class));
        register(
                Names.queuePairs(nic),
                described(new QueuePairsView(nic, snapshots, queries, clock), QueuePairsMXBean.class));
        ProfileNews profile = new ProfileNews(nic);
        profiles.put(nic, profile);
        register(
                Names.adpProfile(nic),
                new DescribedMBean<>(
                        new AdpProfileView(nic, snapshots, control), AdpProfileMXBean.class, profile.broadcaster()));
        RoceAcclMBean register = new RoceAcclMBean(nic, snapshots, control, clock);
        registers.put(nic, register);
        register(Names.roceAccl(nic), register);
        String renamedFrom = nic.equals(formerName) ? null : formerName;
        announce(
                ADDED,
                nic + (renamedFrom == null ? " is watched from now on." : " is the new name of " + renamedFrom + "."),
                NicData.of(first.identity(), renamedFrom, null));
    }

    private static <T> DescribedMBean<T> described(T view, Class<T> type) {
        return new DescribedMBean<>(view, type, new NotificationBroadcasterSupport());
    }

    @Override
    public void changed(NicSnapshot before, NicSnapshot after) {
        RoceAcclMBean register = registers.get(after.name());
        if (register == null) {
            return;
        }
        CounterCatalog catalog = CounterCatalog.of(after.identity().driver());
        for (PortInfo port : after.ports()) {
            ObjectName name = Names.counters(after.name(), port.number());
            if (!registered.contains(name)) {
                register(name, new CountersMBean(after.name(), port.number(), catalog, snapshots, clock));
            }
        }
        register.announce(after, clock.millis());
    }

    @Override
    public void removed(NicSnapshot last, @Nullable String newName) {
        registers.remove(last.name());
        profiles.remove(last.name());
        unregister(Names.nic(last.name()));
        unregister(Names.roceAccl(last.name()));
        for (ObjectName name : Set.copyOf(registered)) {
            if (last.name().equals(name.getKeyProperty("nic"))) {
                unregister(name);
            }
        }
        String renamedTo = last.name().equals(newName) ? null : newName;
        announce(
                REMOVED,
                last.name() + (renamedTo == null ? " is gone." : " is now called " + renamedTo + "."),
                NicData.of(last.identity(), null, renamedTo));
    }

    @Override
    public void reverted(String nic, ChangeRecord change, String why, String message) {
        ProfileNews profile = profiles.get(nic);
        if (profile != null) {
            profile.reverted(change, why, message, clock.millis());
        }
    }

    @Override
    public void drifted(String nic, Drift drift) {
        ProfileNews profile = profiles.get(nic);
        if (profile != null) {
            profile.drifted(drift, clock.millis());
        }
    }

    private void announce(String type, String message, CompositeData nic) {
        Notification news = new Notification(type, Names.daemon(), sequence.incrementAndGet(), clock.millis(), message);
        news.setUserData(nic);
        nicNews.sendNotification(news);
    }

    private void register(ObjectName name, Object bean) {
        try {
            server.registerMBean(bean, name);
            registered.add(name);
        } catch (JMException refused) {
            throw new IllegalStateException("Cannot register the MBean " + name + ": " + refused.getMessage(), refused);
        }
    }

    private void unregister(ObjectName name) {
        if (registered.remove(name)) {
            try {
                server.unregisterMBean(name);
            } catch (InstanceNotFoundException already) {
                LOG.log(Level.DEBUG, "{0} was unregistered by somebody else.", name);
            } catch (JMException refused) {
                throw new IllegalStateException(
                        "Cannot unregister the MBean " + name + ": " + refused.getMessage(), refused);
            }
        }
    }

    @Override
    public void close() {
        Set.copyOf(registered).forEach(this::unregister);
    }
}
