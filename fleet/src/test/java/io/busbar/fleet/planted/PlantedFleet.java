package io.busbar.fleet.planted;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Writes the files of a fleet for {@code busbar fleet diagnose}: states and counters of ports as
 * {@code simulate --emit-artefacts} prints them, looked at all day, kernel logs, tests of adapters
 * and of pairs of hosts; with planted faults, which {@code planted.csv} lists. Twenty hosts share a
 * leaf; every other leaf is InfiniBand, the rest Ethernet. Healthy hosts differ too: traffic,
 * waits, pauses and bandwidths vary, and counters do not begin at 0. The same arguments give the
 * same bytes.
 *
 * <p>{@code PlantedFleet DIR HOSTS DAYS FAULTS [KILOBYTES [SEED]]}: of kernel log for each host and
 * day.
 */
public final class PlantedFleet {
  static final int PER_LEAF = 20;
  private static final int TRIES = 1000;

  /** Ill hosts of a leaf and a day. */
  private static final int MOST_ILL = 4;

  /**
   * How much.
   *
   * @param kilobytes of kernel log for each host and day
   * @param looks at states and counters in a day
   */
  public record Size(int hosts, int days, int faults, int kilobytes, int looks) {}

  private final Path folder;
  private final Size size;
  private final long seed;
  private final Fabric fabric;
  private final Map<String, Planted> planted = new TreeMap<>();

  private PlantedFleet(Path folder, Size size, long seed) {
    this.folder = folder;
    this.size = size;
    this.seed = seed;
    Bandwidth rate = Bandwidth.parse("400Gb/s");
    this.fabric =
        Fabrics.leafSpine(
            1, PER_LEAF, 4, 4, rate, rate, TimeSpan.parse("500ns"), TimeSpan.parse("300ns"));
  }

  public static void main(String[] args) throws IOException {
    int kilobytes = args.length > 4 ? Integer.parseInt(args[4]) : 20;
    long seed = args.length > 5 ? Long.parseLong(args[5]) : 1;
    Size size =
        new Size(
            Integer.parseInt(args[1]),
            Integer.parseInt(args[2]),
            Integer.parseInt(args[3]),
            kilobytes,
            24);
    write(Path.of(args[0]), size, seed);
  }

  /** Writes the files below {@code logs}, and beside it what was planted and who hangs where. */
  public static List<Planted> write(Path folder, Size size, long seed) throws IOException {
    PlantedFleet fleet = new PlantedFleet(folder, size, seed);
    fleet.plant();
    fleet.write();
    return List.copyOf(fleet.planted.values());
  }

  static String date(int day) {
    return String.format(Locale.ROOT, "2026-11-%02d", day + 1);
  }

  static String host(int number) {
    return String.format(Locale.ROOT, "node%05d", number);
  }

  private int leaves() {
    return Math.ceilDiv(size.hosts(), PER_LEAF);
  }

  /** Kinds in turn; hosts and days drawn. */
  private void plant() {
    SplittableRandom random = new SplittableRandom(seed);
    Planted.Kind[] kinds = Planted.Kind.values();
    for (int i = 0; planted.size() < size.faults() && i < TRIES * size.faults(); i++) {
      int day = random.nextInt(size.days());
      int leaf = random.nextInt(leaves());
      String host = host(leaf * PER_LEAF + random.nextInt(PER_LEAF));
      if (faults(day, leaf).size() < MOST_ILL) {
        Planted.Kind kind = kinds[planted.size() % kinds.length];
        planted.putIfAbsent(
            date(day) + "/" + host, new Planted(date(day), host, "leaf" + leaf, kind));
      }
    }
  }

  private List<Planted> faults(int day, int leaf) {
    return planted.values().stream()
        .filter(p -> p.day().equals(date(day)) && p.leaf().equals("leaf" + leaf))
        .toList();
  }

  private void write() throws IOException {
    Files.createDirectories(folder);
    for (int day = 0; day < size.days(); day++) {
      Path there = folder.resolve("logs").resolve(date(day));
      int today = day;
      IntStream.range(0, leaves())
          .parallel()
          .forEach(leaf ->
              new LeafDay(fabric, date(today), leaf, seed, faults(today, leaf)).write(there, size));
    }
    List<String> lines = new ArrayList<>(List.of("day,host,leaf,kind"));
    planted.values().stream()
        .sorted(Comparator.comparing(Planted::day).thenComparing(Planted::host))
        .forEach(p -> lines.add(String.join(",", p.day(), p.host(), p.leaf(), p.kind().name())));
    Files.write(folder.resolve("planted.csv"), lines);
    List<String> hosts = new ArrayList<>(List.of("host,leaf"));
    for (int host = 0; host < leaves() * PER_LEAF; host++) {
      hosts.add(host(host) + ",leaf" + host / PER_LEAF);
    }
    Files.write(folder.resolve("hosts.csv"), hosts);
  }
}
