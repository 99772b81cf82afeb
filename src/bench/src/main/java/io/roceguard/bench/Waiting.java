// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import java.util.concurrent.CountDownLatch;

/** The empty program that a bare agent is put on. */
final class Waiting {

    private Waiting() {}

    public static void main(String[] arguments) throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
