// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.control.Drift;
import io.roceguard.agent.store.ChangeRecord;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;

/** What the MBean {@code type=AdpProfile} of one NIC announces. */
final class ProfileNews {

    static final String REVERTED = "io.roceguard.register.reverted";
    static final String DRIFTED = "io.roceguard.register.drift";

    private final String nic;
    private final AtomicLong sequence = new AtomicLong();
    private final NotificationBroadcasterSupport broadcaster = new NotificationBroadcasterSupport(
            CombinedMBean.SENDER,
            new MBeanNotificationInfo(
                    new String[] {REVERTED},
                    Notification.class.getName(),
                    "A change that nobody confirmed was taken back; user data is the list of what was changed."),
            new MBeanNotificationInfo(
                    new String[] {DRIFTED},
                    Notification.class.getName(),
                    "The register left its desired state, or is not set again any more; user data is the list of what"
                            + " differs."));

    ProfileNews(String nic) {
        this.nic = nic;
    }

    NotificationBroadcasterSupport broadcaster() {
        return broadcaster;
    }

    void reverted(ChangeRecord change, String why, String message, long nowMillis) {
        send(
                REVERTED,
                "Change " + change.id() + " of " + nic + " was taken back: " + why + ". " + message,
                List.of(change.intent().assignments().split(",", -1)),
                nowMillis);
    }

    void drifted(Drift drift, long nowMillis) {
        send(DRIFTED, drift.message(), drift.differences(), nowMillis);
    }

    private void send(String type, String message, List<String> what, long nowMillis) {
        Notification news =
                new Notification(type, Names.adpProfile(nic), sequence.incrementAndGet(), nowMillis, message);
        news.setUserData(RegisterAttributes.newsData(nic, what));
        broadcaster.sendNotification(news);
    }
}
