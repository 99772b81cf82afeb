// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import java.util.List;

/** Finds the NICs of this host. */
public interface NicInventory extends AutoCloseable {

    /** Where it looks, for people: {@code sysfs /sys/class/infiniband}, {@code simulation}. */
    String source();

    /**
     * The NICs present now, by name. A device that was there in the last scan under the same name and stable id is the
     * same object; one that vanished or changed is left to the caller to close.
     *
     * @throws NicException.Unreachable when the place to look at cannot be read; a host without RDMA is an empty list
     */
    List<Nic> scan() throws NicException;

    @Override
    void close();
}
