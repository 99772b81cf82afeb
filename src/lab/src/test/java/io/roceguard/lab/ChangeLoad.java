// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import tools.jackson.jr.ob.JSON;

/** Many changes at once by HTTP, remote JMX and the command line. */
final class ChangeLoad {

    /** Processes of the command line that run at once. */
    private static final int PROCESSES = 4;

    private static final int PAUSE_MILLIS = 100;

    private static final String[] SEVEN_TEXTS = {
        "java.lang.String",
        "java.lang.String",
        "java.lang.String",
        "java.lang.String",
        "java.lang.String",
        "java.lang.String",
        "java.lang.String"
    };

    private final PackagedDaemon daemon;
    private final MBeanServerConnection server;
    private final Path directory;
    private final List<Callable<Answer>> concurrent = new ArrayList<>();
    private final List<Callable<Answer>> processes = new ArrayList<>();

    /** One change to make. */
    record Change(String request, String nic, String assignments) {}

    /**
     * How it ended for the client.
     *
     * @param told {@code verified}, or why not
     * @param refusals how often it was told before to try again, and did
     */
    record Answer(Change change, String way, String told, int refusals) {}

    private interface Asking {
        String ask() throws Exception;
    }

    /** Asks until the answer is another one than to try again. */
    private static Answer persistent(Change change, String way, Asking asking) throws Exception {
        String told = asking.ask();
        int refusals = 0;
        while (told.contains("Nothing was sent. Try again later.")) {
            refusals++;
            Thread.sleep(PAUSE_MILLIS);
            told = asking.ask();
        }
        return new Answer(change, way, told, refusals);
    }

    ChangeLoad(PackagedDaemon daemon, MBeanServerConnection server, Path directory) {
        this.daemon = daemon;
        this.server = server;
        this.directory = directory;
    }

    void byHttp(Change change) {
        concurrent.add(() -> persistent(change, "http", () -> askByHttp(change)));
    }

    private String askByHttp(Change change) throws Exception {
        String json = JSON.std.asString(Map.of(
                "type",
                "exec",
                "mbean",
                "io.roceguard:type=RoceAccl,nic=" + change.nic(),
                "operation",
                "applyChange",
                "arguments",
                arguments(change)));
        Map<String, Object> answer =
                JSON.std.mapFrom(daemon.jolokia(daemon.operatorToken(), json).body());
        return answer.get("value") instanceof Map<?, ?> value
                ? String.valueOf(value.get("outcome"))
                : String.valueOf(answer.get("error"));
    }

    void byJmx(Change change) {
        concurrent.add(() -> persistent(change, "jmx", () -> askByJmx(change)));
    }

    private String askByJmx(Change change) throws Exception {
        ObjectName register = new ObjectName("io.roceguard:type=RoceAccl,nic=" + change.nic());
        try {
            CompositeData result = (CompositeData)
                    server.invoke(register, "applyChange", arguments(change).toArray(), SEVEN_TEXTS);
            return (String) result.get("outcome");
        } catch (JMException | RuntimeException refused) {
            Throwable reason = refused.getCause() == null ? refused : refused.getCause();
            return String.valueOf(reason.getMessage());
        }
    }

    void byCommandLine(Change change) {
        processes.add(() -> persistent(change, "cli", () -> askByCommandLine(change)));
    }

    private String askByCommandLine(Change change) throws Exception {
        ProcessBuilder builder = PackagedProgram.builder(
                "apply", change.nic(), change.assignments(), "--request-id", change.request(), "--json");
        builder.environment().put("ROCEGUARD_URL", daemon.httpUrl());
        builder.environment().put("ROCEGUARD_TOKEN", daemon.operatorToken());
        PackagedProgram.Result result = PackagedProgram.finish(directory, builder);
        Map<String, Object> answer = JSON.std.mapFrom(result.stdout());
        return String.valueOf(answer.get(result.exitCode() == 0 ? "outcome" : "error"));
    }

    private static List<String> arguments(Change change) {
        return List.of(change.assignments(), "", "", "", "", "", change.request());
    }

    /** Makes them, all those by HTTP and JMX at the same moment, and returns how each ended. */
    List<Answer> run() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(concurrent.size());
        ExecutorService shells = Executors.newFixedThreadPool(PROCESSES);
        try {
            CountDownLatch ready = new CountDownLatch(concurrent.size());
            List<Future<Answer>> asked = new ArrayList<>();
            processes.forEach(process -> asked.add(shells.submit(process)));
            for (Callable<Answer> client : concurrent) {
                asked.add(clients.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return client.call();
                }));
            }
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> answer : asked) {
                answers.add(answer.get(PackagedProgram.PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
            return answers;
        } finally {
            clients.shutdownNow();
            shells.shutdownNow();
        }
    }
}
