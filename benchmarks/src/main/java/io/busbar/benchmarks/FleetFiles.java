package io.busbar.benchmarks;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.emit.Artefacts;
import io.busbar.simulate.emit.Observed;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.packet.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Writes the files of a fleet for {@code busbar fleet diagnose}, as {@code simulate
 * --emit-artefacts} does for a run: for each host its adapter's counters many times a day and its
 * kernel's log, for each leaf its counters; with planted faults, which {@code planted.csv} lists.
 * Twenty hosts share a leaf.
 *
 * <p>{@code java -cp benchmarks.jar io.busbar.benchmarks.FleetFiles DIR HOSTS DAYS SNAPSHOTS
 * FAULTS}
 */
public final class FleetFiles {
  private static final int PER_LEAF = 20;
  private static final long DAY_PS = 86_400_000_000_000_000L;
  private static final Pattern NODE = Pattern.compile("(endpoint|leaf|spine)(\\d+)");

  private final Path folder;
  private final int snapshots;
  private final List<String> planted = new ArrayList<>(List.of("day,host,kind\n"));

  private FleetFiles(Path folder, int snapshots) {
    this.folder = folder;
    this.snapshots = snapshots;
  }

  public static void main(String[] args) throws IOException {
    FleetFiles files = new FleetFiles(Path.of(args[0]), Integer.parseInt(args[3]));
    int leaves = Math.ceilDiv(Integer.parseInt(args[1]), PER_LEAF);
    int days = Integer.parseInt(args[2]);
    files.write(leaves, days, faulty(leaves * days, Integer.parseInt(args[4])));
  }

  /** Which pairs of a leaf and a day have a fault: drawn, each at most once. */
  private static TreeSet<Integer> faulty(int pairs, int faults) {
    SplittableRandom random = new SplittableRandom(7);
    TreeSet<Integer> drawn = new TreeSet<>();
    while (drawn.size() < Math.min(faults, pairs)) {
      drawn.add(random.nextInt(pairs));
    }
    return drawn;
  }

  private void write(int leaves, int days, TreeSet<Integer> faulty) throws IOException {
    Bandwidth rate = Bandwidth.parse("400Gb/s");
    Fabric fabric =
        Fabrics.leafSpine(
            1, PER_LEAF, 4, 4, rate, rate, TimeSpan.parse("500ns"), TimeSpan.parse("300ns"));
    int number = 0;
    for (int day = 0; day < days; day++) {
      String date = String.format(Locale.ROOT, "2026-11-%02d", day + 1);
      for (int leaf = 0; leaf < leaves; leaf++) {
        boolean ill = faulty.contains(number++);
        leaf(fabric, leaf, date, ill ? number : 0);
      }
    }
    Files.writeString(folder.resolve("../planted.csv"), String.join("", planted));
  }

  /** The files of a leaf and its hosts on a day. */
  private void leaf(Fabric fabric, int leaf, String date, int fault) throws IOException {
    int host = fault % PER_LEAF;
    List<Fault> faults = fault == 0 ? List.of() : List.of(fault(fabric, host, fault));
    Map<String, String> well = texts(fabric, List.of());
    Map<String, String> ill = texts(fabric, faults);
    for (Map.Entry<String, String> file : ill.entrySet()) {
      String name = named(file.getKey(), leaf);
      if (name.startsWith("spine") || !name.contains("/")) {
        continue; // spines and tables are not of one leaf
      }
      String before = named(well.getOrDefault(file.getKey(), ""), leaf);
      String after = named(file.getValue(), leaf);
      String node = name.substring(0, name.indexOf('/'));
      if (!before.equals(after)) {
        plant(date, node, faults.getFirst().kind().name());
      }
      Path path = folder.resolve(date).resolve(name);
      Files.createDirectories(path.getParent());
      Files.writeString(path, repeated(before, after, node, date));
      if (node.startsWith("node")) {
        Files.writeString(path.resolveSibling("syslog"), syslog(node));
      }
    }
  }

  private void plant(String date, String node, String kind) {
    String line = date + "," + node + "," + kind + "\n";
    if (!planted.getLast().equals(line)) {
      planted.add(line);
    }
  }

  private static Fault fault(Fabric fabric, int host, int number) {
    int port = fabric.firstPort(host);
    return switch (number % 3) {
      case 0 -> new Fault(Fault.Kind.LINK_DOWN, port, 0, 2 * DAY_PS, 0);
      case 1 -> Fault.flap(port, 0, DAY_PS, DAY_PS / 40, 0.01);
      default -> new Fault(Fault.Kind.SLOW_LINK, port, 0, 2 * DAY_PS, 0.25);
    };
  }

  private static Map<String, String> texts(Fabric fabric, List<Fault> faults) {
    return new TreeMap<>(Artefacts.of(new Observed(fabric, false, faults, null, null, DAY_PS)));
  }

  /** Names that are the same in every piece of fabric become those of the fleet. */
  private static String named(String text, int leaf) {
    return NODE.matcher(text).replaceAll(match -> name(match, leaf));
  }

  private static String name(MatchResult match, int leaf) {
    int number = Integer.parseInt(match.group(2));
    return match.group(1).equals("endpoint")
        ? String.format(Locale.ROOT, "node%05d", leaf * PER_LEAF + number)
        : match.group(1) + (leaf + number);
  }

  /** What a collector gathered all day: well until noon, as it is after. */
  private String repeated(String before, String after, String node, String date) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < snapshots; i++) {
      int minute = i * 1440 / snapshots;
      text.append(
          String.format(
              Locale.ROOT,
              "%s@%s:~# date%n%s %02d:%02d:00%n",
              node.startsWith("node") ? "root" : "admin",
              node,
              date,
              minute / 60,
              minute % 60));
      text.append(2 * i < snapshots ? before : after);
    }
    return text.toString();
  }

  private String syslog(String node) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 10 * snapshots; i++) {
      int second = (int) (i * 86_400L / (10L * snapshots));
      text.append(
          String.format(
              Locale.ROOT,
              "Nov 30 %02d:%02d:%02d %s systemd[1]: Started Session %d of user root.%n",
              second / 3600,
              second / 60 % 60,
              second % 60,
              node,
              i));
    }
    return text.toString();
  }
}
