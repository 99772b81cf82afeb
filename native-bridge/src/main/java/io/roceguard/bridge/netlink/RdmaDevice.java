// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import org.jspecify.annotations.Nullable;

/**
 * One RDMA device as the kernel tells it. Its index stays the same over a rename and is not soon given to another.
 *
 * @param index what the kernel knows it by
 * @param name {@code mlx5_0}
 * @param ports how many
 * @param firmware {@code 28.46.1006}; null where the driver tells none
 * @param nodeGuid {@code 0c42:a103:0065:1b2a}
 * @param systemImageGuid as {@code nodeGuid}; the same for the functions of one adapter
 * @param nodeType {@code CA}
 * @param protocol {@code roce}, {@code ib}; null before Linux 5.1
 */
public record RdmaDevice(
        int index,
        String name,
        int ports,
        @Nullable String firmware,
        String nodeGuid,
        String systemImageGuid,
        String nodeType,
        @Nullable String protocol) {}
