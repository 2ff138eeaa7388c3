package io.busbar.nccl.topology;

import io.busbar.formats.ncclxml.TopologyFile.Cpu;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.nccl.version.NcclVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rates that a version of NCCL gives to links, bytes per second in one direction, from the resource
 * {@code nccl/topology/links.yaml}. Immutable.
 */
public final class LinkRates {
  private static final String RESOURCE = "/nccl/topology/links.yaml";
  private static final double GIGA = 1e9;
  private static final double MEGABITS = 1e6 / 8;
  private static final Pattern TRANSFERS = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,2})?)\\s*GT/s.*");
  private static final int SM_OF_ITS_OWN = 86;
  private static final int DEFAULT_SM = 80;
  private static final Tree.Mapping TABLE = load();
  private static final List<Row> NVLINK = rows("nvlink");
  private static final List<Row> CPU = rows("cpu");
  private static final List<Row> PCIE = rows("pcie");

  private final NcclVersion version;

  private LinkRates(NcclVersion version) {
    this.version = version;
  }

  /**
   * @param key what the row is chosen by besides version and vendor: compute capability, model,
   *     transfers
   */
  private record Row(String vendor, double key, NcclVersion since, double bytesPerSecond) {}

  /** The rates of a version. */
  public static LinkRates of(NcclVersion version) {
    return new LinkRates(version);
  }

  /** Inside a device. */
  double local() {
    return number(TABLE, "local") * GIGA;
  }

  /**
   * One NVLink.
   *
   * @param sm compute capability, null when it is unknown, which NCCL counts as 80
   */
  double nvLink(@Nullable Integer sm) {
    int capability = sm == null ? DEFAULT_SM : sm;
    return capability == SM_OF_ITS_OWN
        ? newest(NVLINK, row -> row.key == SM_OF_ITS_OWN)
        : newest(NVLINK, row -> row.key <= capability && row.key != SM_OF_ITS_OWN);
  }

  /** From one CPU to another of the same host. */
  double betweenCpus(Cpu cpu) {
    String vendor = cpu.arch().equals("x86_64") ? cpu.vendor() : cpu.arch();
    int model = cpu.model() == null ? 0 : cpu.model();
    boolean known = CPU.stream().anyMatch(row -> row.vendor.equals(vendor));
    String counted = known ? vendor : "GenuineIntel";
    return newest(CPU, row -> row.vendor.equals(counted) && row.key <= model);
  }

  /**
   * A PCIe link.
   *
   * @param speed as the kernel prints it, {@code 32.0 GT/s PCIe}
   * @param width lanes, 0 when unknown
   */
  double pcie(String speed, int width) {
    double transfers = transfers(speed);
    double lane = number(TABLE, "pcie_unknown") * GIGA;
    for (Row row : PCIE) {
      if (row.key == transfers) {
        lane = row.bytesPerSecond;
      }
    }
    return lane * (width > 0 ? width : number(TABLE, "pcie_lanes_unknown"));
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
        ? number(TABLE, "network") * GIGA
        : megabitsPerSecond * MEGABITS;
  }

  /**
   * The links between GPU and CPU on one package.
   *
   * @param megabytesPerSecond as it stands in the file
   */
  static double chipToChip(double megabytesPerSecond, int count) {
    return megabytesPerSecond * 1e6 * count;
  }

  /** Of the rows that this version has, the newest of those with the highest key. */
  private double newest(List<Row> rows, Predicate<Row> filter) {
    return rows.stream()
        .filter(row -> filter.test(row) && version.atLeast(row.since))
        .max(Comparator.comparingDouble(Row::key).thenComparing(Row::since))
        .or(() -> rows.stream().min(Comparator.comparingDouble(Row::key)))
        .orElseThrow(() -> new IllegalStateException(RESOURCE + " has no rows"))
        .bytesPerSecond;
  }

  private static List<Row> rows(String name) {
    List<Row> rows = new ArrayList<>();
    if (TABLE.get(name) instanceof Tree.Sequence list) {
      for (Tree item : list.items()) {
        Tree.Mapping row = (Tree.Mapping) item;
        String key =
            row.get("sm") != null ? "sm" : row.get("model") != null ? "model" : "transfers";
        String since = row.text("since");
        String vendor = row.text("vendor");
        NcclVersion from =
            since == null
                ? NcclVersion.of(0, 0, 0)
                : NcclVersion.find(since).orElseThrow(() -> wrong(since));
        rows.add(
            new Row(
                vendor == null ? "" : vendor, number(row, key), from, number(row, "rate") * GIGA));
      }
    }
    return List.copyOf(rows);
  }

  private static double number(Tree.Mapping row, String key) {
    String text = row.text(key);
    if (text == null) {
      throw wrong(key);
    }
    return text.startsWith("0x") ? Integer.decode(text) : Double.parseDouble(text);
  }

  private static IllegalStateException wrong(String what) {
    return new IllegalStateException(RESOURCE + ": " + what);
  }

  private static Tree.Mapping load() {
    try (InputStream in = LinkRates.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw wrong("is missing");
      }
      return (Tree.Mapping) TreeReader.parse(RESOURCE, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
