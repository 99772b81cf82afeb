// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger.Level;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Sends what the daemon's classes say through {@code System.Logger} to stderr, one line a message: time, level, short
 * class name, text. Only the daemon calls this; an instrumented application keeps its own logging.
 */
final class DaemonLog {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").withZone(ZoneId.systemDefault());

    /** Held here because the log manager forgets loggers that nobody holds. */
    private static final Logger OURS = Logger.getLogger("io.roceguard");

    private static final Logger JMX = Logger.getLogger("javax.management");

    /** Whose failures come as exceptions, and in a sentence of ours. */
    private static final Logger DATABASE_DRIVER = Logger.getLogger("org.sqlite");

    private DaemonLog() {}

    static void set(Level level) {
        java.util.logging.Level least = level(level);
        if (OURS.getHandlers().length == 0) {
            Handler stderr = new ConsoleHandler();
            stderr.setLevel(java.util.logging.Level.ALL);
            stderr.setFormatter(new OneLine());
            OURS.addHandler(stderr);
            OURS.setUseParentHandlers(false);
            JMX.setLevel(java.util.logging.Level.WARNING);
            DATABASE_DRIVER.setLevel(java.util.logging.Level.OFF);
        }
        OURS.setLevel(least);
    }

    private static java.util.logging.Level level(Level level) {
        return switch (level) {
            case ALL -> java.util.logging.Level.ALL;
            case TRACE -> java.util.logging.Level.FINER;
            case DEBUG -> java.util.logging.Level.FINE;
            case INFO -> java.util.logging.Level.INFO;
            case WARNING -> java.util.logging.Level.WARNING;
            case ERROR -> java.util.logging.Level.SEVERE;
            case OFF -> java.util.logging.Level.OFF;
        };
    }

    private static final class OneLine extends Formatter {

        @Override
        public String format(LogRecord record) {
            String logger = String.valueOf(record.getLoggerName());
            StringWriter text = new StringWriter();
            text.append(TIME.format(record.getInstant()))
                    .append(' ')
                    .append(name(record.getLevel()))
                    .append(' ')
                    .append(logger.substring(logger.lastIndexOf('.') + 1))
                    .append(": ")
                    .append(formatMessage(record))
                    .append('\n');
            if (record.getThrown() != null) {
                record.getThrown().printStackTrace(new PrintWriter(text, true));
            }
            return text.toString();
        }

        private static String name(java.util.logging.Level level) {
            return level.intValue() >= java.util.logging.Level.SEVERE.intValue()
                    ? "ERROR"
                    : level.intValue() >= java.util.logging.Level.WARNING.intValue()
                            ? "WARN"
                            : level.intValue() >= java.util.logging.Level.INFO.intValue() ? "INFO" : "DEBUG";
        }
    }
}
