// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.text.DurationText;
import io.roceguard.text.Excerpt;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration on the command line, {@code 500ms}. */
public final class DurationArgument implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
        return DurationText.parse(text)
                .orElseThrow(() -> new TypeConversionException(
                        "must be " + DurationText.EXPECTED + ": value=" + Excerpt.of(text) + "."));
    }
}
