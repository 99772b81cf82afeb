// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.libc;

/** How much of the heap is in use once what nobody needs is gone. */
public final class UsedHeap {

    private UsedHeap() {}

    /** Collects a few times, and gives the least that was left. */
    public static long bytes() {
        long least = Long.MAX_VALUE;
        for (int collection = 0; collection < 3; collection++) {
            System.gc();
            least = Math.min(
                    least,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }

    /** As {@link #bytes()}, again and again until it is less than that: what belonged to direct buffers goes late. */
    public static long bytesOnceBelow(long limit) {
        long used = bytes();
        for (int attempt = 0; used >= limit && attempt < 50; attempt++) {
            used = bytes();
        }
        return used;
    }
}
