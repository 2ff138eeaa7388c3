package io.busbar.nccl.calibrate;

import io.busbar.base.quantity.Share;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Report;
import io.busbar.model.cluster.ClusterFile;
import io.busbar.nccl.calibrate.ClusterFit.Answer;
import io.busbar.nccl.calibrate.ClusterFit.Change;
import io.busbar.nccl.calibrate.ClusterFit.Fitted;
import io.busbar.nccl.calibrate.ClusterFit.HeldOut;
import io.busbar.nccl.calibrate.ClusterFit.Refused;
import io.busbar.nccl.calibrate.ClusterFit.Table;
import io.busbar.nccl.validate.Regime;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** A calibration as blocks, and as comments of the cluster file. */
public final class ClusterFitReport {
  public static final String SCHEMA = "busbar/calibrate/1";

  private static final int TABLES_NAMED = 8;
  private static final int TABLES_SHOWN = 30;
  private static final int WARNINGS_SHOWN = 20;

  private ClusterFitReport() {}

  /**
   * @param section of the cluster file, to be shown; empty for none
   */
  public static Report of(Answer answer, String section) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(fitted(answer.fitted()));
    if (!answer.refused().isEmpty()) {
      blocks.add(refused(answer.refused()));
    }
    blocks.add(changes("Errors", answer.errors(), "error = |predicted / measured - 1|"));
    HeldOut heldOut = answer.heldOut();
    if (heldOut != null) {
      blocks.add(
          changes(
              "Tried: " + heldOut.ranks() + " ranks by a fit on up to " + heldOut.fittedRanks(),
              heldOut.errors(),
              "what to expect of larger runs; the fit above used all tables"));
    }
    blocks.add(tables(answer.tables()));
    if (!answer.warnings().isEmpty()) {
      blocks.add(Block.Note.first("Warnings", answer.warnings(), WARNINGS_SHOWN));
    }
    if (!section.isEmpty()) {
      blocks.add(new Block.Note("For the cluster file", section.stripTrailing()));
    }
    return new Report(SCHEMA, "Calibration of " + answer.cluster(), answer, blocks);
  }

  private static Block fitted(List<Fitted> fitted) {
    List<List<String>> rows = new ArrayList<>();
    for (Fitted f : fitted) {
      rows.add(
          List.of(
              f.constant().key(),
              ClusterFile.print(f.constant(), f.before()),
              ClusterFile.print(f.constant(), f.value()),
              ClusterFile.print(f.constant(), f.low95())
                  + " to "
                  + ClusterFile.print(f.constant(), f.high95()),
              f.note()));
    }
    return new Block.Table(
        "Fitted",
        List.of(
            Column.text("constant"),
            Column.number("before"),
            Column.number("fitted"),
            Column.text("95 % interval"),
            Column.text("")),
        rows,
        "points of a table are not independent: the intervals are the narrow end of the truth");
  }

  private static Block refused(List<Refused> refused) {
    List<List<String>> rows = new ArrayList<>();
    for (Refused r : refused) {
      rows.add(List.of(r.constant().key(), ClusterFile.print(r.constant(), r.kept()), r.reason()));
    }
    return new Block.Table(
        "Not determined by these tables",
        List.of(Column.text("constant"), Column.number("stays"), Column.text("why")),
        rows,
        "");
  }

  private static Block changes(String title, List<Change> changes, String note) {
    List<List<String>> rows = new ArrayList<>();
    for (Change c : changes) {
      rows.add(
          List.of(
              sizes(c),
              Integer.toString(c.nPoints()),
              Share.print(c.medianErrorBefore()),
              Share.print(c.medianErrorAfter()),
              Share.print(c.p90ErrorBefore()),
              Share.print(c.p90ErrorAfter())));
    }
    return new Block.Table(
        title,
        List.of(
            Column.text("sizes"),
            Column.number("points"),
            Column.number("median before"),
            Column.number("after"),
            Column.number("p90 before"),
            Column.number("after")),
        rows,
        note);
  }

  private static String sizes(Change c) {
    for (Regime regime : Regime.values()) {
      if (regime.key().equals(c.sizes())) {
        return regime.label();
      }
    }
    return "all sizes";
  }

  private static Block tables(List<Table> tables) {
    List<List<String>> rows = new ArrayList<>();
    for (Table t : tables.subList(0, Math.min(TABLES_SHOWN, tables.size()))) {
      Double before = t.medianErrorBefore();
      Double after = t.medianErrorAfter();
      rows.add(
          List.of(
              t.id(),
              t.collective(),
              Integer.toString(t.ranks()),
              Integer.toString(t.nPoints()),
              before == null ? "-" : Share.print(before),
              after == null ? "-" : Share.print(after)));
    }
    int more = tables.size() - rows.size();
    return new Block.Table(
        "Tables",
        List.of(
            Column.text("table"),
            Column.text("collective"),
            Column.number("ranks"),
            Column.number("points"),
            Column.number("median before"),
            Column.number("after")),
        rows,
        more > 0 ? "and " + more + " more" : "");
  }

  /** Where the figures of a cluster file come from. */
  public static List<String> comments(Answer answer, LocalDate date) {
    List<String> names = answer.tables().stream().map(t -> plain(t.id())).toList();
    String more = names.size() > TABLES_NAMED ? " and " + (names.size() - TABLES_NAMED) : "";
    List<String> comments = new ArrayList<>();
    comments.add("By busbar calibrate on " + date + " from:");
    names.stream().limit(TABLES_NAMED).forEach(name -> comments.add("  " + name));
    if (!more.isEmpty()) {
      comments.add(" " + more + " more");
    }
    Change all = answer.errors().getLast();
    comments.add(
        "Median error of "
            + all.nPoints()
            + " points: "
            + Share.print(all.medianErrorBefore())
            + " before, "
            + Share.print(all.medianErrorAfter())
            + " after.");
    HeldOut heldOut = answer.heldOut();
    if (heldOut != null) {
      Change tried = heldOut.errors().getLast();
      comments.add(
          "Tried: "
              + heldOut.ranks()
              + " ranks by up to "
              + heldOut.fittedRanks()
              + ": "
              + Share.print(tried.medianErrorBefore())
              + " before, "
              + Share.print(tried.medianErrorAfter())
              + " after.");
    }
    return comments;
  }

  /** A file name cannot end the comment. */
  private static String plain(String name) {
    return name.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", "?");
  }
}
