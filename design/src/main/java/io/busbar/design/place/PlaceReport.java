package io.busbar.design.place;

import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.design.place.PlaceAnswer.Confirmed;
import io.busbar.design.place.PlaceAnswer.Dimension;
import io.busbar.design.place.PlaceAnswer.Placed;
import io.busbar.design.place.PlaceAnswer.Run;
import java.util.ArrayList;
import java.util.List;

/** A placement as a report. Stateless. */
public final class PlaceReport {
  public static final String SCHEMA = "busbar/place/1";

  private static final int MOST_RUNS = 24;
  private static final int MOST_NAMES = 52;

  private PlaceReport() {}

  public static Report of(PlaceAnswer answer) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(summary(answer));
    blocks.add(PlacePicture.of(answer));
    blocks.add(new Block.Findings("Findings", answer.findings()));
    blocks.add(dimensions(answer));
    if (!answer.confirmed().isEmpty()) {
      blocks.add(confirmed(answer));
    }
    blocks.add(runs(answer));
    String title = "Placement of " + answer.plan() + " on " + answer.site();
    return new Report(SCHEMA, title, answer, blocks);
  }

  private static Block summary(PlaceAnswer a) {
    List<Figure> rows = new ArrayList<>();
    rows.add(new Figure("job", a.nodes() + " nodes", a.gpus() + " GPUs"));
    rows.add(new Figure("free nodes", "" + a.freeNodes(), ""));
    rows.add(step("step, scheduler's order", a.naive()));
    Placed checked = a.checked();
    if (checked != null) {
      rows.add(step("step, given placement", checked));
    }
    rows.add(step("step, proposed", a.placed()));
    rows.add(new Figure("saved", Share.print(a.gainShare()), "of the step"));
    rows.add(new Figure("bound", TimeSpan.print(a.boundStepS()), "no placement is faster"));
    String how =
        a.provedBest()
            ? "proved to be the best"
            : "the best of " + a.candidates() + " placements; a better one may exist";
    rows.add(new Figure("above the bound", Share.print(a.gapShare()), how));
    return new Block.Figures("Placement", rows);
  }

  private static Figure step(String label, Placed placed) {
    String groups = placed.leafGroups() == 1 ? " leaf group" : " leaf groups";
    String pods = placed.pods() == 1 ? " pod" : " pods";
    String note =
        TimeSpan.print(placed.exposedS())
            + " exposed communication; "
            + placed.leafGroups()
            + groups
            + ", "
            + placed.pods()
            + pods;
    return new Figure(label, TimeSpan.print(placed.stepS()), note);
  }

  private static Block dimensions(PlaceAnswer a) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < a.placed().dimensions().size(); i++) {
      Dimension before = a.naive().dimensions().get(i);
      Dimension after = a.placed().dimensions().get(i);
      rows.add(
          List.of(
              after.dimension(),
              "" + after.group(),
              before.crosses(),
              Share.print(before.rateShare()),
              TimeSpan.print(before.exposedS()),
              after.crosses(),
              Share.print(after.rateShare()),
              TimeSpan.print(after.exposedS())));
    }
    List<Column> columns =
        List.of(
            Column.text("dimension"),
            Column.number("group"),
            Column.text("scheduler's"),
            Column.number("rate"),
            Column.number("exposed"),
            Column.text("proposed"),
            Column.number("rate"),
            Column.number("exposed"));
    return new Block.Table(
        "How far groups reach",
        columns,
        rows,
        "Rate: part of its NIC that a rank gets over that level, all groups at once, the worst.");
  }

  private static Block runs(PlaceAnswer a) {
    List<List<String>> rows = new ArrayList<>();
    for (Run run : a.runs().subList(0, Math.min(MOST_RUNS, a.runs().size()))) {
      String nodes = run.nodes();
      String shown = nodes.length() > MOST_NAMES ? nodes.substring(0, MOST_NAMES) + "..." : nodes;
      rows.add(List.of(run.firstRank() + "-" + run.lastRank(), run.leafGroup(), shown));
    }
    int more = a.runs().size() - rows.size();
    List<Column> columns =
        List.of(Column.text("ranks"), Column.text("leaf group"), Column.text("nodes, in order"));
    String note = more > 0 ? more + " more runs: --format json has all, --emit a file." : "";
    return new Block.Table("Who sits where", columns, rows, note);
  }

  private static Block confirmed(PlaceAnswer a) {
    List<List<String>> rows = new ArrayList<>();
    for (Confirmed c : a.confirmed()) {
      rows.add(
          List.of(
              c.dimension(),
              TimeSpan.print(c.naiveS()),
              TimeSpan.print(c.placedS()),
              Share.print(1 - c.placedS() / c.naiveS()),
              Share.print(c.exposedShare())));
    }
    List<Column> columns =
        List.of(
            Column.text("dimension"),
            Column.number("scheduler's"),
            Column.number("proposed"),
            Column.number("saved"),
            Column.number("exposed"));
    return new Block.Table(
        "Played by the flow engine",
        columns,
        rows,
        "All groups of a dimension send a step's bytes at once. Exposed: what part the step waits"
            + " for.");
  }
}
