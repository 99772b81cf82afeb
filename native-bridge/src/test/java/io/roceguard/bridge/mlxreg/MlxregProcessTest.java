// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.bridge.mlxreg.MlxregProcess.Patience;
import io.roceguard.device.NicException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MlxregProcessTest {

    private static final List<String> GET =
            List.of("-d", "1a:00.0", "--reg_id", "0x402c", "--reg_len", "0x40", "--get");
    private static final int SIGTERM = 143;

    @TempDir
    Path directory;

    private final AtomicReference<Process> process = new AtomicReference<>();
    private final RunningTools running = new RunningTools();
    private MstregDouble mstreg;

    @BeforeEach
    void install() throws Exception {
        mstreg = MstregDouble.in(directory);
    }

    private MlxregProcess process(Patience patience) {
        return new MlxregProcess("mlx5_0", mstreg.tool(), new MlxregDevice("1a:00.0"), running, started -> {
            process.set(started);
            return patience.awaitsEnd(started);
        });
    }

    /** Loses patience as soon as the tool hangs, and waits for it where it does not. */
    private boolean noPatience(Process started) throws InterruptedException {
        if (!Files.exists(directory.resolve("ready"))) {
            return started.waitFor() >= 0;
        }
        mstreg.awaitHanging();
        return false;
    }

    @Test
    void keepsTheBeginningOfAFloodAndCountsTheRest() throws Exception {
        mstreg.mode("flood");

        ToolRun run = process(MlxregProcess.within(Duration.ofSeconds(60))).run("GET", GET);

        assertThat(run.exitCode()).isZero();
        assertThat(run.errors().kept()).hasSize(Drain.MOST_BYTES);
        assertThat(run.errors().bytesDropped()).isEqualTo(160L * 65_537 - Drain.MOST_BYTES);
        assertThat(run.output().kept()).contains("0x00000000 | 0x1800065f");
    }

    @Test
    void withoutYesTheToolEndsWellAndChangesNothing() throws Exception {
        ToolRun run = process(MlxregProcess.within(Duration.ofSeconds(60)))
                .run("SET", List.of("-d", "1a:00.0", "--reg_id", "0x402c", "--reg_len", "0x40", "--set", "0x4.0:1=0"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.output().kept()).contains("Do you want to continue ? (y/n) [n] : ");
        assertThat(mstreg.active()).isEqualTo(MstregDouble.DEFAULT);
    }

    @Test
    void endsAToolThatHangsWithSigterm() throws Exception {
        mstreg.hangs("hangs");
        MlxregProcess mlxreg = process(this::noPatience);

        assertThatThrownBy(() -> mlxreg.run("GET ROCE_ACCL", GET))
                .isInstanceOf(NicException.Timeout.class)
                .hasMessage("GET ROCE_ACCL on mlx5_0 failed: mstreg did not end in time; pid "
                        + process.get().pid() + " got SIGTERM. Whether a SET took effect is unknown until the register"
                        + " is read again, which waits for that process to end.");
        assertThat(process.get().waitFor()).isEqualTo(SIGTERM);
        assertThat(mstreg.read("pid").strip())
                .isEqualTo(String.valueOf(process.get().pid()));

        mstreg.mode("");
        Files.delete(directory.resolve("ready"));
        assertThat(mlxreg.run("GET ROCE_ACCL", GET).exitCode()).isZero();
    }

    @Test
    void neitherKillsAToolThatIgnoresSigtermNorStartsASecond() throws Exception {
        mstreg.hangs("hangs_deaf");
        MlxregProcess mlxreg = process(this::noPatience);
        assertThatThrownBy(() -> mlxreg.run("SET ROCE_ACCL", GET)).isInstanceOf(NicException.Timeout.class);
        Process deaf = process.get();

        assertThatThrownBy(() -> mlxreg.run("GET ROCE_ACCL", GET))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageStartingWith("GET ROCE_ACCL on mlx5_0 failed: an earlier mstreg, pid " + deaf.pid()
                        + ", still runs on 1a:00.0. Nothing was sent.");
        assertThatThrownBy(() -> process(this::noPatience).run("GET ROCE_ACCL", GET))
                .as("by another NIC object for the same device, as after a rename")
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining(" still runs on 1a:00.0");
        assertThat(deaf.isAlive()).isTrue();
        assertThat(mstreg.runs()).hasSize(1);

        mstreg.mode("");
        Files.delete(directory.resolve("ready"));
        mstreg.release();
        assertThat(deaf.waitFor()).isZero();
        assertThat(mlxreg.run("GET ROCE_ACCL", GET).exitCode()).isZero();
        assertThat(mstreg.runs()).hasSize(2);
    }

    @Test
    void anInterruptEndsTheToolAndStaysSet() throws Exception {
        mstreg.hangs("hangs");
        MlxregProcess mlxreg = process(started -> {
            mstreg.awaitHanging();
            throw new InterruptedException();
        });

        assertThatThrownBy(() -> mlxreg.run("SET ROCE_ACCL", GET))
                .isInstanceOf(NicException.Timeout.class)
                .hasMessageContaining("the thread that waited for mstreg was interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(process.get().waitFor()).isEqualTo(SIGTERM);
    }

    @Test
    void losesPatienceAtItsDeadline() throws Exception {
        mstreg.hangs("hangs");

        assertThatThrownBy(() ->
                        process(MlxregProcess.within(Duration.ofMillis(1))).run("GET ROCE_ACCL", GET))
                .isInstanceOf(NicException.Timeout.class);
        assertThat(process.get().waitFor()).isEqualTo(SIGTERM);
    }

    @Test
    void saysWhenTheToolCannotBeStarted() throws Exception {
        MlxregProcess mlxreg = process(MlxregProcess.within(Duration.ofSeconds(60)));
        Files.delete(mstreg.tool().program());

        assertThatThrownBy(() -> mlxreg.run("GET ROCE_ACCL", GET))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining(directory.resolve("mstreg") + " could not be started (")
                .hasMessageContaining("No such file or directory");

        assertThatThrownBy(() -> mlxreg.run("GET ROCE_ACCL", GET)).hasMessageContaining("could not be started (");
    }
}
