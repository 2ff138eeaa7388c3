package io.busbar.design.discover;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.formats.fabric.Cable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A discovered fabric as a report. Stateless. */
public final class FabricReport {
  public static final String SCHEMA = "busbar/fabric/1";

  private static final int MOST_ROWS = 12;
  private static final int MOST_PAIRS = 100;
  private static final Map<String, String> OVER =
      Map.of(
          FabricAnswer.GIVEN, "all leaves together",
          FabricAnswer.ALIKE, "all leaves together, by cables: no rates are given",
          FabricAnswer.UNKNOWN, "the file gives neither cables nor rates");

  private FabricReport() {}

  public static Report of(Discovery discovery) {
    FabricAnswer answer = FabricAnswer.of(discovery);
    List<Block> blocks = new ArrayList<>();
    if (discovery.hosts().isEmpty()) {
      return new Report(SCHEMA, "Switches of " + answer.source(), answer, switches(discovery));
    }
    blocks.add(summary(answer));
    blocks.add(new FabricPicture(discovery).drawing());
    blocks.add(new Block.Findings("Findings", answer.findings()));
    if (answer.findings().isEmpty()) {
      blocks.add(
          new Block.Note(
              "",
              "Looked at: links below their like, missing links and adapters, rails, leaf groups,"
                  + " oversubscription, GUIDs, both ends of every link."));
    }
    blocks.add(tiers(answer));
    blocks.add(leaves(answer));
    return new Report(SCHEMA, "Fabric of " + answer.source(), answer, blocks);
  }

  private static Block summary(FabricAnswer a) {
    List<Figure> rows = new ArrayList<>();
    String each = FabricChecks.count(a.adaptersPerHost(), "adapter each", "adapters each");
    rows.add(new Figure("hosts", "" + a.hosts(), each));
    StringBuilder switches = new StringBuilder();
    for (FabricAnswer.Tier tier : a.tiers()) {
      switches.append(switches.isEmpty() ? "" : " + ").append(tier.switches()).append(' ');
      switches.append(tier.name());
    }
    rows.add(new Figure("switches", switches.toString(), ""));
    String rails = "adapters grouped by their leaves";
    rows.add(
        new Figure("rails", "" + a.rails(), a.rails() > 1 ? rails : "no rails: plain cabling"));
    rows.add(new Figure("leaf groups", "" + a.leafGroups(), "leaves that the same hosts use"));
    rows.add(new Figure("pods", "" + a.pods(), "leaf groups below common spines"));
    rows.add(
        new Figure(
            "oversubscription", ratio(a, a.oversubscription()), OVER.getOrDefault(a.rates(), "")));
    rows.add(new Figure("read from", a.tool(), a.source()));
    return new Block.Figures("Fabric", rows);
  }

  /** What is told of a fabric whose files name no host: who is cabled to whom. */
  private static List<Block> switches(Discovery discovery) {
    Wiring wiring = discovery.wiring();
    Map<List<String>, Integer> pairs = new TreeMap<>(Comparator.comparing(List::toString));
    Set<String> names = new TreeSet<>();
    for (Cable cable : wiring.dump().cables()) {
      List<String> ends = new ArrayList<>();
      for (int node : new int[] {cable.nodeA(), cable.nodeB()}) {
        ends.add(wiring.node(node).label());
      }
      names.addAll(ends);
      ends.sort(Comparator.naturalOrder());
      ends.add(
          cable.bytesPerSecond() > 0 ? "" + new Bandwidth(cable.bytesPerSecond()) : "not given");
      pairs.merge(ends, 1, Integer::sum);
    }
    List<List<String>> rows = new ArrayList<>();
    pairs.forEach((ends, count) -> {
      if (rows.size() < MOST_PAIRS) {
        rows.add(List.of(ends.get(0), ends.get(1), "" + count, ends.get(2)));
      }
    });
    int more = pairs.size() - rows.size();
    List<Column> columns =
        List.of(
            Column.text("one end"),
            Column.text("other end"),
            Column.number("cables"),
            Column.number("rate of each"));
    Figure hosts = new Figure("hosts", "none", "tiers, rails and placements need files of hosts");
    Figure switches = new Figure("systems with cables", "" + names.size(), "");
    Figure cables = new Figure("cables", "" + wiring.dump().cables().size(), "");
    Figure from = new Figure("read from", wiring.dump().tool(), discovery.source());
    return List.of(
        new Block.Figures("Fabric", List.of(hosts, switches, cables, from)),
        new Block.Table("Cables", columns, rows, more > 0 ? more + " more pairs." : ""),
        new Block.Findings("Findings", discovery.findings()));
  }

  private static String ratio(FabricAnswer a, double oversubscription) {
    if (a.rates().equals(FabricAnswer.UNKNOWN)) {
      return "not given";
    }
    return oversubscription == 0
        ? "no uplinks"
        : String.format(Locale.ROOT, "%.2f:1", oversubscription);
  }

  private static Block tiers(FabricAnswer a) {
    List<Column> columns =
        List.of(
            Column.text("tier"),
            Column.number("switches"),
            Column.number("cables down"),
            Column.number("rate down"),
            Column.number("cables up"),
            Column.number("rate up"),
            Column.number("oversubscription"));
    List<List<String>> rows = new ArrayList<>();
    for (FabricAnswer.Tier tier : a.tiers()) {
      boolean top = tier.cablesUp() == 0;
      boolean given = a.rates().equals(FabricAnswer.GIVEN);
      double over =
          given
              ? tier.downBytesPerS() / tier.upBytesPerS()
              : (double) tier.cablesDown() / tier.cablesUp();
      rows.add(
          List.of(
              tier.name(),
              "" + tier.switches(),
              "" + tier.cablesDown(),
              given ? new Bandwidth(tier.downBytesPerS()).toString() : "not given",
              top ? "" : "" + tier.cablesUp(),
              top ? "" : given ? new Bandwidth(tier.upBytesPerS()).toString() : "not given",
              top ? "" : ratio(a, over)));
    }
    return new Block.Table("Tiers", columns, rows, "Rates are per direction.");
  }

  /** Leaves that are alike make one row, the most common first. */
  private static Block leaves(FabricAnswer a) {
    Map<List<String>, List<FabricAnswer.Leaf>> alike = new LinkedHashMap<>();
    for (FabricAnswer.Leaf leaf : a.leaves()) {
      List<String> key =
          List.of("" + leaf.hostCables(), "" + leaf.uplinks(), ratio(a, leaf.oversubscription()));
      alike.computeIfAbsent(key, k -> new ArrayList<>()).add(leaf);
    }
    List<List<String>> rows = new ArrayList<>();
    alike.entrySet().stream()
        .sorted((x, y) -> y.getValue().size() - x.getValue().size())
        .limit(MOST_ROWS)
        .forEach(e -> {
          List<String> row = new ArrayList<>(List.of("" + e.getValue().size()));
          row.addAll(e.getKey());
          row.add(e.getValue().getFirst().name());
          rows.add(row);
        });
    List<Column> columns =
        List.of(
            Column.number("leaves"),
            Column.number("hosts' cables"),
            Column.number("uplinks"),
            Column.number("oversubscription"),
            Column.text("such as"));
    int more = alike.size() - rows.size();
    return new Block.Table(
        "Leaves", columns, rows, more > 0 ? more + " more kinds of leaves." : "");
  }
}
