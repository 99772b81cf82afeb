// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import io.roceguard.counter.CounterKind.Behaviour;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What counter names mean for one driver. A name no table knows is normal: kernels add names, and it is exported as it
 * is. Immutable.
 */
public final class CounterCatalog {

    private static final CounterTable COMMON = CommonCounters.TABLE;

    private static final CounterCatalog MLX5 = new CounterCatalog(Mlx5Counters.TABLE, COMMON);
    private static final CounterCatalog MLX4 = new CounterCatalog(Mlx4Counters.TABLE, COMMON);
    private static final CounterCatalog BNXT = new CounterCatalog(BnxtCounters.TABLE, COMMON);
    private static final CounterCatalog EFA = new CounterCatalog(CloudCounters.EFA, COMMON);
    private static final CounterCatalog MANA = new CounterCatalog(CloudCounters.MANA, COMMON);
    private static final CounterCatalog RXE = new CounterCatalog(OtherCounters.RXE, COMMON);
    private static final CounterCatalog IRDMA = new CounterCatalog(OtherCounters.IRDMA, COMMON);
    private static final CounterCatalog HFI1 = new CounterCatalog(OtherCounters.HFI1, COMMON);

    /** For a driver without a table of its own, or unknown: drivers mostly mean the same by the same name. */
    private static final CounterCatalog ANY = new CounterCatalog(
            Mlx5Counters.TABLE,
            COMMON,
            OtherCounters.RXE,
            BnxtCounters.TABLE,
            CloudCounters.EFA,
            CloudCounters.MANA,
            Mlx4Counters.TABLE,
            OtherCounters.IRDMA,
            OtherCounters.HFI1);

    /** By RDMA driver, and by the PCI driver that the device link of such a device names. */
    private static final Map<String, CounterCatalog> BY_DRIVER = Map.ofEntries(
            Map.entry("mlx5_core", MLX5),
            Map.entry("mlx5_ib", MLX5),
            Map.entry("mlx4_core", MLX4),
            Map.entry("mlx4_ib", MLX4),
            Map.entry("bnxt_re", BNXT),
            Map.entry("bnxt_en", BNXT),
            Map.entry("efa", EFA),
            Map.entry("mana", MANA),
            Map.entry("mana_ib", MANA),
            Map.entry("rxe", RXE),
            Map.entry("rdma_rxe", RXE),
            Map.entry("irdma", IRDMA),
            Map.entry("ice", IRDMA),
            Map.entry("i40e", IRDMA),
            Map.entry("idpf", IRDMA),
            Map.entry("hfi1", HFI1));

    private final List<CounterTable> tables;

    private CounterCatalog(CounterTable... tables) {
        this.tables = List.of(tables);
    }

    /**
     * @param driver as the device link names it, {@code mlx5_core} or {@code mlx5_core.sf}; null where there is none,
     *     as with Soft-RoCE
     */
    public static CounterCatalog of(@Nullable String driver) {
        if (driver == null) {
            return ANY;
        }
        int dot = driver.indexOf('.');
        return BY_DRIVER.getOrDefault(dot < 0 ? driver : driver.substring(0, dot), ANY);
    }

    /**
     * @param name as in a {@link CounterSample}
     * @return the kind under that very name; class {@code OTHER}, 64 bits, for a name no table knows
     */
    public CounterKind kind(String name) {
        CounterKind known = find(name);
        if (known != null) {
            return known;
        }
        if (name.startsWith("hw_")) {
            return kind(name.substring("hw_".length())).named(name);
        }
        if (name.startsWith("vport_")) {
            return kind(name.substring("vport_".length())).named(name);
        }
        // hfi1 appends the width to the name of its narrow counters.
        if (name.endsWith(",32")) {
            CounterKind kind = kind(name.substring(0, name.length() - ",32".length()));
            return new CounterKind(name, kind.counterClass(), kind.behaviour(), 32, kind.unit(), kind.description());
        }
        return new CounterKind(
                name,
                CounterClass.OTHER,
                Behaviour.WRAPS,
                64,
                "count",
                "A counter whose meaning for this driver is not known here; the value is as the kernel gives it.");
    }

    private @Nullable CounterKind find(String name) {
        for (CounterTable table : tables) {
            CounterKind kind = table.find(name);
            if (kind != null) {
                return kind;
            }
        }
        return null;
    }
}
