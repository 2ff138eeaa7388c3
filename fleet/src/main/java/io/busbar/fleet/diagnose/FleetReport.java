package io.busbar.fleet.diagnose;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Report;
import io.busbar.fleet.diagnose.FleetAnswer.Bad;
import io.busbar.fleet.diagnose.FleetAnswer.Looked;
import io.busbar.fleet.diagnose.FleetAnswer.OnDay;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** A fleet for people. Stateless. */
final class FleetReport {
  private static final int SHOWN = 20;
  private static final int CURVES = 8;

  private FleetReport() {}

  static Report of(FleetAnswer answer) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Note("", verdict(answer)));
    bad(blocks, "Worst hosts", "Host", answer.hosts());
    bad(blocks, "Worst links", "Port", answer.links());
    series(blocks, answer.days());
    if (!answer.together().isEmpty()) {
      blocks.add(together(answer));
    }
    if (!answer.changes().isEmpty()) {
      blocks.add(changes(answer));
    }
    if (!answer.firstSeen().isEmpty()) {
      blocks.add(first(answer));
    }
    Looked l = answer.looked();
    blocks.add(
        new Block.Note(
            "",
            String.format(
                Locale.ROOT,
                "%,d parts are known, of which %,d were diagnosed now; %,.1f MB were read for them.%s",
                l.parts(),
                l.partsNow(),
                l.bytesNow() * 1e-6,
                l.partsUnread() == 0
                    ? ""
                    : String.format(
                        Locale.ROOT,
                        " %,d have files that were not understood: 'busbar diagnose' on such a"
                            + " part names them.",
                        l.partsUnread()))));
    return new Report("busbar/fleet-diagnose/1", "How the fleet is", answer, blocks);
  }

  private static String verdict(FleetAnswer answer) {
    Looked l = answer.looked();
    if (answer.hosts().isEmpty() && l.partsUnread() > 0) {
      return String.format(
          Locale.ROOT,
          "Unread in part: %,d of %,d parts have files that were not understood; no finding in the"
              + " rest, %,d hosts.",
          l.partsUnread(),
          l.parts(),
          l.hosts());
    }
    if (answer.hosts().isEmpty()) {
      return String.format(
          Locale.ROOT, "Nothing wrong in what was read: %,d hosts, no finding.", l.hosts());
    }
    Bad worst = answer.hosts().getFirst();
    return String.format(
        Locale.ROOT,
        "%,d of %,d hosts and switches have findings, and %,d ports. The worst is %s: %s, on %d"
            + " %s.",
        l.hostsIll(),
        l.hosts(),
        l.linksIll(),
        worst.host(),
        String.join(", ", worst.codes()),
        worst.days(),
        worst.days() == 1 ? "day" : "days");
  }

  private static void bad(List<Block> blocks, String title, String what, List<Bad> all) {
    if (all.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (Bad bad : all.subList(0, Math.min(SHOWN, all.size()))) {
      rows.add(
          List.of(
              bad.port().isEmpty() ? bad.host() : bad.host() + " " + bad.port(),
              String.join(", ", bad.codes()),
              Long.toString(bad.days()),
              Long.toString(bad.criticalDays()),
              bad.firstDay(),
              bad.lastDay()));
    }
    blocks.add(
        new Block.Table(
            title,
            List.of(
                Column.text(what),
                Column.text("Findings"), // first, so that a narrow screen shows them
                Column.number("Days"),
                Column.number("Critical"),
                Column.text("First"),
                Column.text("Last")),
            rows,
            all.size() > SHOWN
                ? "The first " + SHOWN + " of " + all.size() + "; findings.parquet has all."
                : ""));
  }

  private static void series(List<Block> blocks, List<OnDay> days) {
    TreeSet<String> dates = new TreeSet<>();
    Map<String, TreeMap<String, Long>> codes = new TreeMap<>();
    for (OnDay day : days) {
      dates.add(day.day());
      codes.computeIfAbsent(day.code(), c -> new TreeMap<>()).put(day.day(), day.hosts());
    }
    if (dates.size() < 2) {
      return;
    }
    List<String> shown =
        codes.entrySet().stream()
            .sorted((a, b) ->
                Long.compare(
                    b.getValue().values().stream().mapToLong(n -> n).sum(),
                    a.getValue().values().stream().mapToLong(n -> n).sum()))
            .limit(CURVES)
            .map(Map.Entry::getKey)
            .toList();
    List<Column> columns = new ArrayList<>(List.of(Column.text("Day")));
    shown.forEach(code -> columns.add(Column.number(code)));
    List<List<String>> rows = new ArrayList<>();
    for (String date : dates) {
      List<String> row = new ArrayList<>(List.of(date));
      for (String code : shown) {
        row.add(Long.toString(codes.getOrDefault(code, new TreeMap<>()).getOrDefault(date, 0L)));
      }
      rows.add(row);
    }
    blocks.add(new Block.Table("Hosts with a finding, by day", columns, rows, ""));
  }

  private static Block together(FleetAnswer answer) {
    return new Block.Table(
        "What ill hosts and ports have in common",
        List.of(
            Column.text("Finding"),
            Column.text("What"),
            Column.text("Value"),
            Column.number("Ill of those"),
            Column.number("Ill of all"),
            Column.number("Chance")),
        answer.together().stream()
            .limit(SHOWN)
            .map(t ->
                List.of(
                    t.code(),
                    t.name(),
                    t.value(),
                    t.ill() + " of " + t.with(),
                    t.illAll() + " of " + t.all(),
                    chance(t.chance())))
            .toList(),
        "Chance: how likely luck makes this much of it, all comparisons counted.");
  }

  private static Block changes(FleetAnswer answer) {
    return new Block.Table(
        "What got worse after a change",
        List.of(
            Column.text("Finding"),
            Column.text("What"),
            Column.text("From"),
            Column.text("To"),
            Column.text("Since"),
            Column.number("Hosts"),
            Column.number("Before"),
            Column.number("After"),
            Column.number("Chance")),
        answer.changes().stream()
            .limit(SHOWN)
            .map(w ->
                List.of(
                    w.code(),
                    w.name(),
                    w.from(),
                    w.to(),
                    w.firstDay(),
                    Long.toString(w.hosts()),
                    w.illBefore() + " of " + w.daysBefore(),
                    w.illAfter() + " of " + w.daysAfter(),
                    chance(w.chance())))
            .toList(),
        "Before and after: days of hosts with the finding, of those that were looked at.");
  }

  private static String chance(double chance) {
    return String.format(Locale.ROOT, "%.0e", Math.max(chance, 1e-99));
  }

  private static Block first(FleetAnswer answer) {
    return new Block.Table(
        "First seen",
        List.of(
            Column.text("Finding"),
            Column.text("Day"),
            Column.text("Host"),
            Column.number("Hosts since"),
            Column.text("Title")),
        answer.firstSeen().stream()
            .map(f -> List.of(f.code(), f.day(), f.host(), Long.toString(f.hosts()), f.title()))
            .toList(),
        "");
  }
}
