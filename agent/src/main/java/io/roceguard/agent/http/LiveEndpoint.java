// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.agent.access.Caller;

/** 200 as long as requests are answered at all. */
final class LiveEndpoint implements Endpoint {

    @Override
    public boolean open() {
        return true;
    }

    @Override
    public Response answer(Request request, Caller caller) {
        return Response.text(200, "live");
    }
}
