// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import io.roceguard.bridge.mlxreg.MlxregProcess.Patience;
import io.roceguard.device.NicException;
import io.roceguard.device.RegisterPort;
import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RegisterReading;
import io.roceguard.register.RegisterReading.Form;
import io.roceguard.register.RoceAccl;
import io.roceguard.text.TextException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * ROCE_ACCL through mlxreg or mstreg, by register id and length. A GET is one run of the tool (40 to 60 ms, mostly its
 * start); a SET is one run and a second one that reads back, because the tool also exits with 0 when it has changed
 * nothing. A length that the firmware does not take costs one more run, once.
 *
 * <p>Command lines, without shell:
 *
 * <pre>
 * mstreg -d 0000:1a:00.0 --reg_id 0x402c --reg_len 0x40 --get
 * mstreg -d 0000:1a:00.0 --reg_id 0x402c --reg_len 0x40 --indexes 0x4.28:3=1 --get
 * mstreg -d 0000:1a:00.0 --reg_id 0x402c --reg_len 0x40 --yes --set 0x0.0:32=0x00000001,...,0x3c.0:32=0x00000000
 * </pre>
 *
 * <p>The second reads profile 1: by id, {@code --indexes} takes the notation of {@code --set} and puts the bits into the
 * request of the GET ({@code mlxreg_parser.cpp}, {@code parseUnknown}, mstflint 4.14 to 4.36). The third gives every dword
 * whole, because the tool sends a GET first and lays what it is given over the reply; so the words that go out are ours,
 * also the select bits, which the reply has at 1 for every configurable field.
 */
public final class MlxregRegister implements RegisterPort {

    private static final String GET = "GET " + RoceAccl.NAME;
    private static final String SET = "SET " + RoceAccl.NAME;
    private static final RegisterField PROFILE_ID = RoceAccl.field("adp_retx_profile_id");

    /** What one run is asked, for a register of 16 or 32 dwords. */
    private interface Request {

        List<String> options(int dwords);
    }

    private final String nic;
    private final MlxregTool tool;
    private final MlxregDevice device;
    private final String accessReason;
    private final MlxregProcess process;
    private final ToolFailures failures;
    private int dwords = RegisterImage.SHORT_DWORDS;

    /**
     * @param nic RDMA device name, for messages
     * @param device the function whose register it is, as the tool takes it
     * @param accessReason why no better way is used, a sentence for each; empty where there is none
     * @param running shared by everybody who may run a tool on the same device
     */
    public MlxregRegister(String nic, MlxregTool tool, MlxregDevice device, String accessReason, RunningTools running) {
        this(nic, tool, device, accessReason, running, MlxregProcess.within(MlxregProcess.DEADLINE));
    }

    MlxregRegister(
            String nic,
            MlxregTool tool,
            MlxregDevice device,
            String accessReason,
            RunningTools running,
            Patience patience) {
        this.nic = nic;
        this.tool = tool;
        this.device = device;
        this.accessReason = accessReason;
        this.process = new MlxregProcess(nic, tool, device, running, patience);
        this.failures = new ToolFailures(nic, tool, device);
    }

    /** {@code mstreg}. */
    @Override
    public String accessPath() {
        return tool.name();
    }

    @Override
    public String accessReason() {
        return accessReason;
    }

    /** @throws IllegalArgumentException unless the id is 0..7: the tool would cut off what does not fit the field */
    @Override
    public RegisterImage get(int profileId) throws NicException {
        if (profileId < 0 || profileId > PROFILE_ID.max()) {
            throw new IllegalArgumentException("profile id must be 0.." + PROFILE_ID.max() + ": " + profileId);
        }
        ToolRun run = run(GET, length -> {
            List<String> options = new ArrayList<>();
            if (profileId != 0) {
                options.add("--indexes");
                options.add(PROFILE_ID.position() + "=" + profileId);
            }
            options.add("--get");
            return options;
        });
        Optional<ToolError> error = ToolError.of(run, device);
        if (error.isPresent()) {
            throw failures.of(GET, error.get());
        }
        return listing(run);
    }

    /**
     * SET, and a GET that proves it. The words are cut, or padded with zeros, to the length that the firmware takes.
     *
     * @throws NicException.Unreachable also when the tool ended well and a selected field does not read as it was sent
     */
    @Override
    public void set(RegisterImage words) throws NicException {
        ToolRun run = run(SET, length -> List.of("--yes", "--set", assignments(words.resized(length))));
        Optional<ToolError> error = ToolError.of(run, device);
        if (error.isPresent() && !mayHaveTakenEffect(error.get())) {
            throw failures.of(SET, error.get());
        }
        List<String> notTaken = ReadBack.differences(words, readBack());
        if (!notTaken.isEmpty()) {
            throw error.isPresent() ? failures.of(SET, error.get()) : ineffective(notTaken);
        }
    }

    /** A tool that died without a word may have died before or after the SET, and words about a refusal prove none. */
    private static boolean mayHaveTakenEffect(ToolError error) {
        return error.failure() == MlxregFailure.UNKNOWN || error.failure() == MlxregFailure.FW_REJECTED;
    }

    private RegisterImage readBack() throws NicException {
        try {
            return get(0);
        } catch (NicException unread) {
            throw new NicException.Unreachable(
                    nic,
                    SET,
                    tool.name() + " ended, but reading the register back failed (" + unread.getMessage() + ")",
                    "Whether it took effect is unknown; read the register again to know.",
                    unread);
        }
    }

    private NicException.Unreachable ineffective(List<String> notTaken) {
        return new NicException.Unreachable(
                nic,
                SET,
                tool.name() + " reported success, but the register reads otherwise: " + String.join(", ", notTaken),
                "Either the SET did not reach the firmware or somebody else writes this register; read it again, and try"
                        + " the same with " + tool + " by hand.");
    }

    /** Runs the tool with the length that worked last, and once with the other one if it is the length that is wrong. */
    private ToolRun run(String operation, Request request) throws NicException {
        ToolRun run = process.run(operation, arguments(dwords, request));
        if (ToolError.of(run, device).filter(this::isLength).isEmpty()) {
            return run;
        }
        int other = dwords == RegisterImage.SHORT_DWORDS ? RegisterImage.LONG_DWORDS : RegisterImage.SHORT_DWORDS;
        ToolRun second = process.run(operation, arguments(other, request));
        if (ToolError.of(second, device).filter(this::isLength).isPresent()) {
            return run;
        }
        dwords = other;
        return second;
    }

    private boolean isLength(ToolError error) {
        return error.mayBeLength(device);
    }

    private List<String> arguments(int length, Request request) {
        List<String> arguments = new ArrayList<>(List.of(
                "-d",
                device.spelling(),
                "--reg_id",
                "0x" + Integer.toHexString(RoceAccl.ID),
                "--reg_len",
                "0x" + Integer.toHexString(4 * length)));
        arguments.addAll(request.options(length));
        return arguments;
    }

    private static String assignments(RegisterImage words) {
        return IntStream.range(0, words.dwords())
                .mapToObj(i -> String.format("0x%x.0:32=0x%08x", 4 * i, words.word(i)))
                .collect(Collectors.joining(","));
    }

    private RegisterImage listing(ToolRun run) throws NicException {
        String problem;
        try {
            RegisterReading reading =
                    MlxregText.parseReading(tool.name(), run.output().kept());
            RegisterImage image = reading.image();
            if (reading.form() == Form.IDS
                    && image.dwords() == dwords
                    && run.output().bytesDropped() == 0) {
                return image;
            }
            problem = "it is not one listing by address of " + dwords + " dwords";
        } catch (TextException unreadable) {
            problem = String.valueOf(unreadable.getMessage());
        }
        throw new NicException.Unreachable(
                nic,
                GET,
                tool.name() + " printed no listing of the register that can be read (" + Lines.oneLine(problem) + ")",
                "Run " + tool + " " + String.join(" ", arguments(dwords, length -> List.of("--get")))
                        + " by hand to see what it prints.");
    }
}
