// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import io.roceguard.bridge.mlxreg.MlxregDevice;
import io.roceguard.bridge.mlxreg.MlxregRegister;
import io.roceguard.bridge.mlxreg.MlxregTool;
import io.roceguard.bridge.mlxreg.RunningTools;
import io.roceguard.device.NicException;
import io.roceguard.device.QueuePairTiming;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** By the program mlxreg or mstreg, through PCI configuration space. */
final class MlxregWay implements Way {

    private final String nic;
    private final String pciAddress;
    private final List<Path> directories;
    private final @Nullable Path program;
    private final RunningTools running;

    /**
     * @param directories where to look for the program
     * @param program to use instead, null for none
     */
    MlxregWay(String nic, String pciAddress, List<Path> directories, @Nullable Path program, RunningTools running) {
        this.nic = nic;
        this.pciAddress = pciAddress;
        this.directories = directories;
        this.program = program;
        this.running = running;
    }

    @Override
    public String label() {
        return "mlxreg";
    }

    private MlxregTool tool() throws WayClosedException {
        if (program != null) {
            try {
                return new MlxregTool(program);
            } catch (IllegalArgumentException unusable) {
                throw new WayClosedException("the configured program " + program + " cannot be executed");
            }
        }
        return MlxregTool.find(directories)
                .orElseThrow(() -> new WayClosedException(
                        "neither mlxreg nor mstreg is installed (mstreg comes in the package mstflint)"));
    }

    @Override
    public Opened open() throws WayClosedException {
        return new Open(nic, new MlxregRegister(nic, tool(), new MlxregDevice(pciAddress), "", running));
    }

    private record Open(String nic, MlxregRegister register) implements Opened {

        @Override
        public QueuePairTiming timing(int queuePair) throws NicException {
            throw new NicException.NotSupported(
                    nic,
                    "QUERY_QP",
                    "the register is reached by " + register.accessPath() + ", which knows registers only",
                    "The retry settings of a queue pair can be read where fwctl works.");
        }

        @Override
        public void close() {
            // Each access is a process of its own.
        }
    }
}
