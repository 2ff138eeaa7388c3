package io.busbar.nccl.topology;

import io.busbar.formats.ncclxml.TopologyFile.Cpu;
import io.busbar.nccl.graph.GraphSearch;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.nccl.version.VersionedTables;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rates that a version of NCCL gives to links, bytes per second in one direction, from the
 * resources {@code nccl/topology/links.yaml} and, for NVLink, {@code nccl/graph-search.yaml}.
 * Immutable.
 */
public final class LinkRates {
  private static final VersionedTables TABLES = VersionedTables.load("/nccl/topology/links.yaml");
  private static final String NVLINK = "nvlink_gigabytes_per_s";
  private static final String CPU = "cpu_gigabytes_per_s";
  private static final String LANE = "pcie_lane_gigabytes_per_s";
  private static final String INTEL = "intel_";
  private static final double GIGA = 1e9;
  private static final double MEGA = 1e6;
  private static final int BITS = 8;
  private static final Pattern TRANSFERS = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,2})?)\\s*GT/s.*");

  /** Capabilities with links of their own, the highest first; 86 stands for itself only. */
  private static final List<Integer> CAPABILITIES = List.of(100, 90, 80, 70, 60);

  private static final int ALONE = 86;
  private static final int DEFAULT_CAPABILITY = 80;

  private final NcclVersion version;

  private LinkRates(NcclVersion version) {
    this.version = version;
  }

  /** The rates of a version. */
  public static LinkRates of(NcclVersion version) {
    return new LinkRates(version);
  }

  /** Inside a device. */
  double local() {
    return TABLES.value(version, "local_gigabytes_per_s") * GIGA;
  }

  /**
   * One NVLink.
   *
   * @param sm compute capability; NCCL counts what it does not know as 80
   */
  double nvLink(@Nullable Integer sm) {
    int row = DEFAULT_CAPABILITY;
    if (sm != null) {
      row =
          sm == ALONE
              ? ALONE
              : CAPABILITIES.stream().filter(c -> c <= sm).findFirst().orElse(DEFAULT_CAPABILITY);
    }
    return GraphSearch.constants().row(version, NVLINK, "sm" + row)[0] * GIGA;
  }

  /** From one CPU to another of the same host. */
  double betweenCpus(Cpu cpu) {
    String row =
        switch (cpu.arch()) {
          case "arm64" -> "arm";
          case "ppc64" -> "power";
          default ->
              switch (cpu.vendor()) {
                case "AuthenticAMD" -> "amd";
                case "CentaurHauls", "  Shanghai  " -> "other";
                default -> intel(cpu.model() == null ? 0 : cpu.model());
              };
        };
    return TABLES.row(version, CPU, row)[0] * GIGA;
  }

  /** The row of the newest model that is not newer. */
  private String intel(int model) {
    Set<String> rows = TABLES.at(version, CPU).rows().keySet();
    int best = 0;
    for (String row : rows) {
      if (row.startsWith(INTEL)) {
        int from = Integer.parseInt(row.substring(INTEL.length()));
        best = from <= model ? Math.max(best, from) : best;
      }
    }
    return INTEL + best;
  }

  /**
   * A PCIe link.
   *
   * @param speed as the kernel prints it, {@code 32.0 GT/s PCIe}
   * @param width lanes, 0 when unknown
   */
  double pcie(String speed, int width) {
    double transfers = transfers(speed);
    String row = transfers == 2.5 ? "2.5" : String.format(Locale.ROOT, "%.0f", transfers);
    double[] lane = TABLES.row(version, LANE, row);
    double rate = lane.length > 0 ? lane[0] : TABLES.row(version, LANE, "unknown")[0];
    return rate * GIGA * (width > 0 ? width : TABLES.value(version, "pcie_lanes"));
  }

  /** The link of a device, as {@link #pcie} counts it. */
  public PcieLink pcieLink(String speed, int width) {
    return new PcieLink(transfers(speed), width, pcie(speed, width));
  }

  /** Transfers per second of a lane in 10^9, 0 when they cannot be read. */
  private static double transfers(String speed) {
    Matcher m = TRANSFERS.matcher(speed.strip());
    return m.matches() ? Double.parseDouble(m.group(1)) : 0;
  }

  /**
   * A network device.
   *
   * @param megabitsPerSecond as its plugin says; not above 0 or null when it does not
   */
  double network(@Nullable Double megabitsPerSecond) {
    return megabitsPerSecond == null || megabitsPerSecond <= 0
        ? TABLES.value(version, "network_gigabytes_per_s") * GIGA
        : megabitsPerSecond * MEGA / BITS;
  }

  /**
   * The links between GPU and CPU on one package.
   *
   * @param megabytesPerSecond as it stands in the file
   */
  static double chipToChip(double megabytesPerSecond, int count) {
    return megabytesPerSecond * MEGA * count;
  }
}
