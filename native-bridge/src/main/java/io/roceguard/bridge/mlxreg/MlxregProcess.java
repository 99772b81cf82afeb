// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import io.roceguard.device.NicException;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the tool for one NIC, never two on the same device. A tool that takes too long gets SIGTERM and never SIGKILL, which
 * would leave the semaphore in the NIC's PCI configuration space taken: every later access would fail until somebody
 * clears it. Until such a tool has ended, no other is started.
 */
final class MlxregProcess {

    /** Waits for a process. */
    interface Patience {

        /** False when it did not end in time. */
        boolean awaitsEnd(Process process) throws InterruptedException;
    }

    /** Longer than any healthy access; the kernel itself gives the firmware 60 s. */
    static final Duration DEADLINE = Duration.ofSeconds(90);

    private static final Duration LAST_OUTPUT = Duration.ofSeconds(2);

    private final String nic;
    private final MlxregTool tool;
    private final MlxregDevice device;
    private final RunningTools running;
    private final Patience patience;

    MlxregProcess(String nic, MlxregTool tool, MlxregDevice device, RunningTools running, Patience patience) {
        this.nic = nic;
        this.tool = tool;
        this.device = device;
        this.running = running;
        this.patience = patience;
    }

    static Patience within(Duration deadline) {
        return process -> process.waitFor(deadline.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Runs the tool to its end, with nothing to read on its standard input.
     *
     * @param operation for messages: {@code GET ROCE_ACCL}
     * @throws NicException.Unreachable when an earlier run has not ended, or the tool cannot be started
     * @throws NicException.Timeout when it did not end in time or this thread was interrupted; its flag is set again
     */
    ToolRun run(String operation, List<String> arguments) throws NicException {
        Process process = startAlone(operation, arguments);
        try {
            Drain output = Drain.start(process.getInputStream(), "roceguard-" + tool.name() + "-output-" + nic);
            Drain errors = Drain.start(process.getErrorStream(), "roceguard-" + tool.name() + "-errors-" + nic);
            if (!patience.awaitsEnd(process)) {
                throw givenUp(operation, process, tool.name() + " did not end in time");
            }
            return new ToolRun(process.exitValue(), output.await(LAST_OUTPUT), errors.await(LAST_OUTPUT));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw givenUp(operation, process, "the thread that waited for " + tool.name() + " was interrupted");
        }
    }

    private Process startAlone(String operation, List<String> arguments) throws NicException.Unreachable {
        RunningTools.Turn mine = new RunningTools.Turn();
        RunningTools.Turn taken = running.take(device, mine);
        if (taken != mine) {
            throw stillRuns(operation, taken);
        }
        boolean started = false;
        try {
            Process process = start(operation, arguments);
            mine.startedAs(process.toHandle());
            started = true;
            return process;
        } finally {
            if (!started) {
                mine.giveBack();
            }
        }
    }

    private NicException.Unreachable stillRuns(String operation, RunningTools.Turn earlier) {
        String pid = earlier.tool().map(handle -> ", pid " + handle.pid() + ",").orElse("");
        return new NicException.Unreachable(
                nic,
                operation,
                "an earlier " + tool.name() + pid + " still runs on " + device,
                "Nothing was sent. If it got SIGTERM long ago, the NIC's driver or firmware does not answer; look at the"
                        + " kernel log, and do not kill the tool with SIGKILL, which would leave the NIC's semaphore taken.");
    }

    private Process start(String operation, List<String> arguments) throws NicException.Unreachable {
        List<String> command = new ArrayList<>();
        command.add(tool.program().toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.put("LC_ALL", "C");
        environment.put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        try {
            return builder.start();
        } catch (IOException failed) {
            throw new NicException.Unreachable(
                    nic,
                    operation,
                    tool + " could not be started (" + Lines.oneLine(String.valueOf(failed.getMessage())) + ")",
                    "Nothing was sent. Install mstflint (mstreg) or NVIDIA MFT (mlxreg) again, or correct the configured"
                            + " path.",
                    failed);
        }
    }

    private NicException.Timeout givenUp(String operation, Process process, String cameBack) {
        // Through the handle: Process.destroy would also close the pipes, and a tool that prints then dies of SIGPIPE.
        process.toHandle().destroy();
        return new NicException.Timeout(
                nic,
                operation,
                cameBack + "; pid " + process.pid() + " got SIGTERM",
                "Whether a SET took effect is unknown until the register is read again, which waits for that process to"
                        + " end.");
    }
}
