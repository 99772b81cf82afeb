// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaAnswer;
import io.roceguard.console.client.JolokiaClient;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An operation on the register of one NIC, and what its failure means. */
final class NicCall {

    private NicCall() {}

    /**
     * What the operation returns.
     *
     * @param what was asked for, as the object of "cannot": {@code change mlx5_0}
     * @throws CliException when it failed
     */
    static @Nullable Object value(JolokiaClient client, String nic, JolokiaRequest operation, String what) {
        List<JolokiaAnswer> answers = client.send(operation, NicList.request("Name", "State"));
        if (answers.get(0) instanceof JolokiaAnswer.Failure failure) {
            throw failed(failure, nic, NicList.of(answers.get(1)), what);
        }
        return Answers.value(answers.get(0), what);
    }

    private static CliException failed(JolokiaAnswer.Failure failure, String nic, NicList nics, String what) {
        Optional<JsonObject> known = nics.find(nic);
        if (failure.noSuchMBean()) {
            return known.isEmpty()
                    ? nics.unknown(nic)
                    : CliException.no(nic + " has no register ROCE_ACCL, which only ConnectX NICs have.");
        }
        return DeviceFailure.of(failure, known, what);
    }
}
