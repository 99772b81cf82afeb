// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import org.jspecify.annotations.Nullable;

/** {@code io.roceguard:type=Daemon}: the daemon itself. */
@Description("The RoceGuard daemon. It sends io.roceguard.nic.added and io.roceguard.nic.removed.")
public interface DaemonMXBean {

    @Description("RoceGuard's version.")
    String getVersion();

    @Description("Time since the daemon started.")
    @Unit("s")
    @Range(min = 0)
    long getUptimeSeconds();

    @Description("What it watches: sysfs (this host's NICs) or simulation.")
    String getMode();

    @Description("Where it looks for NICs.")
    String getNicSource();

    @Description("Names of the watched NICs.")
    String[] getNics();

    @Description("Configuration file, empty when the defaults are in force.")
    String getConfigPath();

    @Description("Directory of state.db, which holds the history of changes.")
    String getStateDirectory();

    @Description("ok, or what happened to the state file when it was opened.")
    String getStoreStatus();

    @Description("The latest 100 changes of registers, newest first, whoever made them.")
    HistoryView[] getHistory();

    @Description("The latest changes, newest first.")
    HistoryView[] history(
            @Description("RDMA device name, PCI address with node GUID, or empty for all.") @Nullable String nic,
            @Description("At most so many, 1..10000.") int limit);

    @Description("Base URL of the HTTP port.")
    String getHttpUrl();

    @Description("Service URL of the remote JMX port, empty when it is off.")
    String getJmxUrl();

    @Description("ok, or why the last look for NICs failed or since when it has been pending.")
    String getScanStatus();

    @Description("Time between two polls of a NIC.")
    @Unit("ms")
    @Range(min = 100)
    long getPollIntervalMillis();

    @ChangesState
    @Description("Looks for new and vanished NICs now and returns the names of those present.")
    String[] rescan();

    @ChangesState
    @Description("Reads the configuration file again, takes over the log level, and says in one sentence what "
            + "changed and what needs a restart. A bad file changes nothing.")
    String reload();
}
