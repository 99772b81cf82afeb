// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaAnswer;
import io.roceguard.console.client.JolokiaClient;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.client.MBeanNames;
import io.roceguard.console.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "qps",
        header = "Show queue pairs: how many in which state, whose they are, and those in error.",
        description = {
            "The daemon's last listing, with its age. Those of the kernel are counted and never called in error.",
            "--json prints an object a queue pair, those in error first, at most 10000 a NIC.",
            "Where no NIC's queue pairs are known the exit code is 1, or 3 when a NIC does not answer."
        },
        footer = {"", "Examples:", "  roceguard qps", "  roceguard qps mlx5_0 --timing 256"})
final class QueuePairsCommand implements Callable<Integer> {

    /** 24 bits. */
    private static final int LARGEST_NUMBER = 0xffffff;

    /** The daemon gives no more at once. */
    private static final int LARGEST_LIST = 10_000;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final DaemonOptions daemon;

    @Parameters(index = "0", arity = "0..1", paramLabel = "NIC", description = "RDMA device name; none for all NICs.")
    private String nic = "";

    @Option(
            names = "--timing",
            paramLabel = "N",
            description = "Ask the hardware for the retry settings of queue pair N of NIC; needs the role operator.")
    private @Nullable Integer timing;

    QueuePairsCommand(Surroundings surroundings) {
        daemon = new DaemonOptions(surroundings);
    }

    @Override
    public Integer call() {
        if (timing == null) {
            return showQueuePairs();
        }
        showTiming(timing);
        return ExitCode.OK;
    }

    private int showQueuePairs() {
        JolokiaClient client = daemon.client(output);
        List<JolokiaAnswer> answers = client.send(
                NicList.request("Name", "State"),
                QueuePairList.request(
                        "Status",
                        "Source",
                        "AgeMillis",
                        "Count",
                        "CountByState",
                        "ProcessCount",
                        "Processes",
                        "InErrorCount",
                        "InError"));
        NicList nics = NicList.of(answers.get(0));
        if (answers.get(1) instanceof JolokiaAnswer.Failure failure && !failure.noSuchMBean()) {
            throw Answers.failed(failure, "read the queue pairs");
        }
        QueuePairList pairs = QueuePairList.of(answers.get(1));
        List<String> wanted = wanted(nics, pairs);
        output.print(
                output.json() ? documents(client, wanted, pairs) : List.of(),
                () -> new QueuePairReport(output, pairs).lines(wanted, daemon.address()));
        boolean nothingKnown = !wanted.isEmpty()
                && wanted.stream().allMatch(name -> pairs.problem(name).isPresent());
        if (!nothingKnown) {
            return ExitCode.OK;
        }
        return nics.nics().stream().allMatch(QueuePairsCommand::answers) ? ExitCode.NO : ExitCode.UNREACHABLE;
    }

    private static boolean answers(JsonObject nic) {
        return nic.text("State").filter("ok"::equals).isPresent();
    }

    /** What a single NIC does not tell is the answer; among several it is a line of it. */
    private List<String> wanted(NicList nics, QueuePairList pairs) {
        if (nic.isEmpty()) {
            return nics.nics().stream().map(NicList::name).toList();
        }
        JsonObject known = nics.find(nic).orElseThrow(() -> nics.unknown(nic));
        Optional<String> problem = pairs.problem(nic);
        if (problem.isPresent()) {
            String message = "The queue pairs of " + nic + " are not known: " + problem.get();
            throw answers(known) ? CliException.no(message) : CliException.unreachable(message);
        }
        return List.of(nic);
    }

    private List<Object> documents(JolokiaClient client, List<String> nics, QueuePairList pairs) {
        List<Object> documents = new ArrayList<>();
        for (String name : nics) {
            Optional<String> problem = pairs.problem(name);
            if (problem.isPresent()) {
                output.note("The queue pairs of " + name + " are not known: " + problem.get());
                continue;
            }
            JolokiaRequest request =
                    JolokiaRequest.exec(MBeanNames.queuePairs(name), "list", "", String.valueOf(LARGEST_LIST));
            Object answer = Answers.value(client.send(request).get(0), "list the queue pairs of " + name);
            List<JsonObject> listed =
                    JsonObject.of(Collections.singletonMap("list", answer)).objects("list");
            listed.forEach(pair -> documents.add(document(name, pair)));
            long all = pairs.count(name);
            if (all > listed.size()) {
                output.note("Of the " + all + " queue pairs of " + name + " these are " + listed.size() + ".");
            }
        }
        return documents;
    }

    private static Map<String, @Nullable Object> document(String nic, JsonObject pair) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("nic", nic);
        document.put("number", pair.get("number"));
        document.put("port", pair.get("port"));
        document.put("type", pair.get("type"));
        document.put("state", pair.get("state"));
        document.put("remote_number", pair.get("remoteNumber"));
        document.put("pid", pair.get("pid"));
        document.put("command", pair.get("command"));
        return document;
    }

    private void showTiming(int number) {
        if (nic.isEmpty()) {
            throw CliException.usage("--timing needs the NIC of the queue pair: roceguard qps NIC --timing N.");
        }
        if (number < 0 || number > LARGEST_NUMBER) {
            throw CliException.usage("--timing must be a QP number 0.." + LARGEST_NUMBER + ": value=" + number + ".");
        }
        JolokiaRequest query = JolokiaRequest.exec(MBeanNames.queuePairs(nic), "queryTiming", String.valueOf(number));
        List<JolokiaAnswer> answers = daemon.client(output).send(query, NicList.request("Name", "State"));
        String what = "query queue pair " + number + " of " + nic;
        if (answers.get(0) instanceof JolokiaAnswer.Failure failure) {
            NicList nics = NicList.of(answers.get(1));
            Optional<JsonObject> known = nics.find(nic);
            throw known.isEmpty() ? nics.unknown(nic) : DeviceFailure.of(failure, known, what);
        }
        QueuePairTimingText timingText =
                new QueuePairTimingText(nic, JsonObject.of(Answers.value(answers.get(0), what)));
        output.print(timingText.document(), () -> timingText.lines(output::bold));
    }
}
