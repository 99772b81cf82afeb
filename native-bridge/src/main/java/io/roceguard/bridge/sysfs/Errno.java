// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import static java.util.Map.entry;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names of errno values, which Java only passes on as the C library's text. */
final class Errno {

    /** Where the text is none of those below, as under a locale that is not English. */
    static final String UNKNOWN = "unreadable";

    /** Texts of glibc, and of musl where they differ. */
    private static final Map<String, String> BY_TEXT = Map.ofEntries(
            entry("Invalid argument", "EINVAL"),
            entry("Input/output error", "EIO"),
            entry("I/O error", "EIO"),
            entry("Remote I/O error", "EREMOTEIO"),
            entry("No such file or directory", "ENOENT"),
            entry("No such device", "ENODEV"),
            entry("No such device or address", "ENXIO"),
            entry("Permission denied", "EACCES"),
            entry("Operation not permitted", "EPERM"),
            entry("Operation not supported", "EOPNOTSUPP"),
            entry("Not supported", "EOPNOTSUPP"),
            entry("Function not implemented", "ENOSYS"),
            entry("Device or resource busy", "EBUSY"),
            entry("Resource busy", "EBUSY"),
            entry("Resource temporarily unavailable", "EAGAIN"),
            entry("Connection timed out", "ETIMEDOUT"),
            entry("Operation timed out", "ETIMEDOUT"),
            entry("Interrupted system call", "EINTR"),
            entry("Cannot allocate memory", "ENOMEM"),
            entry("Out of memory", "ENOMEM"),
            entry("Bad address", "EFAULT"),
            entry("Protocol error", "EPROTO"),
            entry("Numerical result out of range", "ERANGE"),
            entry("Result not representable", "ERANGE"),
            entry("Is a directory", "EISDIR"),
            entry("Not a directory", "ENOTDIR"),
            entry("Illegal seek", "ESPIPE"),
            entry("Invalid seek", "ESPIPE"),
            entry("Too many open files", "EMFILE"),
            entry("No file descriptors available", "EMFILE"),
            entry("Too many open files in system", "ENFILE"));

    private Errno() {}

    /** {@code EINVAL} and the like; {@value #UNKNOWN} when the exception does not tell. */
    static String nameOf(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "ENOENT";
        }
        if (failure instanceof AccessDeniedException) {
            return "EACCES";
        }
        if (failure instanceof NotDirectoryException) {
            return "ENOTDIR";
        }
        return named(failure instanceof FileSystemException system ? system.getReason() : failure.getMessage());
    }

    private static String named(@Nullable String text) {
        return text == null ? UNKNOWN : BY_TEXT.getOrDefault(text, UNKNOWN);
    }
}
