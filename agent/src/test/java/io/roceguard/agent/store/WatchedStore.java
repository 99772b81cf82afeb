// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The store, of which a test hears every commit, and what its file says when no daemon has it open. */
public final class WatchedStore {

    private static final Pattern WRITE = Pattern.compile("(INSERT INTO|UPDATE|DELETE FROM) \\w+");

    private WatchedStore() {}

    /** @param step hears before and after each commit, by the first statement of its transaction that writes */
    public static Store open(Path directory, InstantSource clock, Consumer<String> step) throws IOException {
        return Store.open(directory, clock, Boot.id(), file -> watched(Database.connect(file), step));
    }

    private static Connection watched(Connection connection, Consumer<String> step) {
        AtomicReference<String> write = new AtomicReference<>("");
        return (Connection) Proxy.newProxyInstance(
                WatchedStore.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, given) -> {
                    boolean commit = method.getName().equals("commit");
                    if (commit) {
                        step.accept("before the commit of " + write.get());
                    } else if (method.getName().equals("prepareStatement")) {
                        Matcher statement = WRITE.matcher(String.valueOf(given[0]));
                        if (statement.lookingAt()) {
                            write.compareAndSet("", statement.group());
                        }
                    }
                    Object result;
                    try {
                        result = method.invoke(connection, given);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                    if (commit) {
                        step.accept("after the commit of " + write.getAndSet(""));
                    }
                    return result;
                });
    }

    /** How each confirmation on disk stands, by the number of its change. */
    public static Map<Long, Confirmation.State> confirmations(Path directory) throws SQLException {
        Map<Long, Confirmation.State> states = new TreeMap<>();
        try (Connection connection = Database.connect(directory.resolve("state.db"));
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery("SELECT change_id, state FROM confirmation")) {
            while (rows.next()) {
                states.put(rows.getLong(1), Confirmation.State.of(rows.getString(2)));
            }
        }
        return states;
    }
}
