// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterReading;
import java.io.InputStream;

/** Register text from a file or, as {@code -}, from stdin. */
final class RegisterFile {

    private RegisterFile() {}

    /**
     * @throws CliException when it cannot be read or is larger than 1 MiB
     * @throws io.roceguard.text.TextException when it is no register text
     */
    static RegisterReading read(String file, InputStream stdin) {
        InputText input = InputText.read(file, stdin, "register text");
        return MlxregText.parseReading(input.source(), input.text());
    }
}
