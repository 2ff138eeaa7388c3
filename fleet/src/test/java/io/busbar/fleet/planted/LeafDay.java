package io.busbar.fleet.planted;

import io.busbar.simulate.emit.Artefacts;
import io.busbar.simulate.emit.Observed;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.packet.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of a leaf and its hosts on a day. One use. */
final class LeafDay {
  private static final long DAY_PS = 86_400_000_000_000_000L;
  private static final Pattern NODE = Pattern.compile("(endpoint|leaf|spine)(\\d+)");

  private final Fabric fabric;
  private final String date;
  private final int leaf;
  private final SplittableRandom random;
  private final List<Planted> ill;
  private final boolean infiniband;

  LeafDay(Fabric fabric, String date, int leaf, long seed, List<Planted> ill) {
    this.fabric = fabric;
    this.date = date;
    this.leaf = leaf;
    this.random = new SplittableRandom(seed * 1_000_003 + date.hashCode() * 31L + leaf);
    this.ill = List.copyOf(ill);
    this.infiniband = leaf % 2 == 1;
  }

  void write(Path day, PlantedFleet.Size size) {
    try {
      Map<String, String> well = texts(List.of());
      Map<String, String> now = texts(faults());
      for (Map.Entry<String, String> file : now.entrySet()) {
        String name = named(file.getKey());
        if (name.contains("/") && !name.startsWith("spine")) { // the others are not of one leaf
          Path path = day.resolve(name);
          Files.createDirectories(path.getParent());
          String before = named(well.getOrDefault(file.getKey(), ""));
          Files.writeString(path, looks(name, before, named(file.getValue()), size.looks()));
        }
      }
      for (int i = 0; i < PlantedFleet.PER_LEAF; i++) {
        String host = host(i);
        Path folder = Files.createDirectories(day.resolve(host));
        Files.writeString(
            folder.resolve("syslog"),
            new Syslog(date, host, random, size.kilobytes()).text(ill(i)));
        if (share(i) > 0) {
          Files.writeString(
              folder.resolve("ib_write_bw.txt"), Tests.adapter(host, noise(390, 0.01) * share(i)));
        }
      }
      pairs(day.resolve("pairs-leaf" + leaf));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String host(int i) {
    return PlantedFleet.host(leaf * PlantedFleet.PER_LEAF + i);
  }

  private Planted.@Nullable Kind ill(int i) {
    return ill.stream()
        .filter(p -> p.host().equals(host(i)))
        .map(Planted::kind)
        .findFirst()
        .orElse(null);
  }

  private boolean is(int i, Planted.Kind kind) {
    return ill(i) == kind;
  }

  private List<Fault> faults() {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < PlantedFleet.PER_LEAF; i++) {
      int port = fabric.firstPort(i);
      if (is(i, Planted.Kind.LINK_DOWN)) {
        faults.add(new Fault(Fault.Kind.LINK_DOWN, port, 0, 2 * DAY_PS, 0));
      } else if (is(i, Planted.Kind.LINK_FLAP)) {
        faults.add(Fault.flap(port, 0, DAY_PS, DAY_PS / 40, 0.01));
      } else if (is(i, Planted.Kind.LINK_SLOW)) {
        faults.add(new Fault(Fault.Kind.SLOW_LINK, port, 0, 2 * DAY_PS, 0.25));
      }
    }
    return faults;
  }

  private Map<String, String> texts(List<Fault> faults) {
    Map<String, String> texts =
        new TreeMap<>(Artefacts.of(new Observed(fabric, infiniband, faults, null, null, DAY_PS)));
    texts.keySet().removeIf(name -> name.contains("-before")); // the collector looks often itself
    return texts;
  }

  /** Names that are the same in every piece of fabric become those of the fleet. */
  private String named(String text) {
    return NODE.matcher(text).replaceAll(this::name);
  }

  private String name(MatchResult match) {
    int number = Integer.parseInt(match.group(2));
    return match.group(1).equals("endpoint") ? host(number) : match.group(1) + (leaf + number);
  }

  /** What a collector gathered all day: well until noon. */
  private String looks(String name, String before, String after, int looks) {
    String node = name.substring(0, name.indexOf('/'));
    int host =
        node.startsWith("leaf") ? -1 : Integer.parseInt(node.substring(4)) % PlantedFleet.PER_LEAF;
    CounterText well = new CounterText(before);
    CounterText faulty = new CounterText(after);
    Traffic traffic = new Traffic(this, host, random);
    StringBuilder text = new StringBuilder();
    String user = host < 0 && !infiniband ? "admin" : "root";
    for (int i = 0; i < looks; i++) {
      boolean now = 2 * i >= looks;
      text.append(
          String.format(
              Locale.ROOT, "%s@%s:~# date%n%s %02d:00:00%n", user, node, date, i * 24 / looks));
      traffic.look(now);
      (now ? faulty : well).print(text, traffic);
    }
    return text.toString();
  }

  /** How many ports a host, or with −1 the leaf has. */
  int ports(int host) {
    int node = host < 0 ? PlantedFleet.PER_LEAF : host;
    return fabric.endPort(node) - fabric.firstPort(node);
  }

  /** The fault of the host at a port of the leaf, or of a host. */
  Planted.@Nullable Kind ofPort(int host, int port) {
    int there =
        host >= 0
            ? host
            : fabric.owner(fabric.peer(fabric.firstPort(PlantedFleet.PER_LEAF) + port));
    return there < PlantedFleet.PER_LEAF ? ill(there) : null;
  }

  /** What is left of the bandwidth of a host; 0 for one that takes no part. */
  private double share(int i) {
    Planted.Kind kind = ill(i);
    return kind == null
        ? 1
        : switch (kind) {
          case LINK_DOWN, GPU_LOST, GPU_MEMORY -> 0;
          case LINK_SLOW -> 0.25;
          case PCIE_NARROW -> 0.3;
          case SLOW_RECEIVER, SLOW_ADAPTER -> 0.6;
          case LINK_FLAP, LINK_ERRORS -> 1;
          case SLOW_IN_JOBS -> 1; // the adapter is well
        };
  }

  private double jobs(int i) {
    return is(i, Planted.Kind.SLOW_IN_JOBS) ? 0.6 : share(i);
  }

  private double noise(double mean, double deviation) {
    return mean * (1 + deviation * random.nextGaussian());
  }

  /** Every host with two others, twice. */
  private void pairs(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (int step : new int[] {1, 7}) {
      for (int i = 0; i < PlantedFleet.PER_LEAF; i++) {
        int other = (i + step) % PlantedFleet.PER_LEAF;
        double share = Math.min(jobs(i), jobs(other));
        if (share > 0) {
          Files.writeString(
              folder.resolve("pair-" + step + "-" + i + ".txt"),
              Tests.pair(host(i), host(other), noise(48, 0.02) * share));
        }
      }
    }
  }
}
