package io.busbar.plan.goodput;

import io.busbar.base.quantity.Share;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Bar;
import io.busbar.base.report.Block.Bars;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Findings;
import io.busbar.base.report.Block.Note;
import io.busbar.base.report.Block.Table;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.plan.goodput.GoodputAnswer.Part;
import io.busbar.plan.goodput.GoodputAnswer.Prediction;
import io.busbar.plan.goodput.GoodputAnswer.Worth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The answer on failures in blocks. Stateless. */
public final class GoodputReport {
  public static final String SCHEMA = "busbar/goodput/1";

  private static final double DAY = 86400;
  private static final double HOUR = 3600;

  private GoodputReport() {}

  public static Report of(GoodputAnswer a) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Findings("", List.of(verdict(a))));
    blocks.add(shares(a));
    blocks.add(worth(a));
    blocks.add(components(a));
    blocks.add(published(a));
    blocks.add(
        new Note(
            "",
            "Closed form: Daly 2006 for checkpoints and restarts, Erlang's loss formula for spares;"
                + " independent failures. Rates: "
                + FailureTable.standard().source()
                + "."));
    String title = String.format(Locale.ROOT, "What failures cost on %,d GPUs", a.gpus());
    return new Report(SCHEMA, title, a, blocks);
  }

  private static Finding verdict(GoodputAnswer a) {
    Goodput g = a.goodput();
    String played =
        a.played() == null
            ? ""
            : String.format(
                Locale.ROOT,
                "; of %,d runs played, 9 of 10 took %s to %s, goodput %s",
                a.played().runs(),
                days(a.played().lowSeconds()),
                days(a.played().highSeconds()),
                Share.print(a.played().share()));
    return new Finding(
        "goodput",
        g.share() < 0.8 ? Severity.WARNING : Severity.INFO,
        String.format(
            Locale.ROOT,
            "%s instead of %s: goodput %s",
            days(a.trainS()),
            days(a.workS()),
            Share.print(g.share())),
        String.format(
            Locale.ROOT,
            "an interruption every %s, %.1f s until it is noticed on average, a checkpoint every"
                + " %s%s",
            hours(g.meanTimeBetweenFailures()),
            g.detection(),
            GoodputAnswers.minutes(g.interval()),
            played),
        List.of(),
        a.worth().stream()
            .filter(w -> w.savedS() > 0)
            .limit(2)
            .map(w -> w.change() + ": " + days(w.trainS()) + ", " + days(w.savedS()) + " less")
            .toList());
  }

  private static Bars shares(GoodputAnswer a) {
    Goodput g = a.goodput();
    return new Bars(
        "Where the time goes",
        "%",
        List.of(
            "training",
            "checkpoints",
            "computed again",
            "unnoticed",
            "restarts",
            "waiting for nodes",
            "slow nodes"),
        List.of(
            new Bar(
                "share",
                List.of(
                    100 * g.share(),
                    100 * g.checkpointShare(),
                    100 * g.lostShare(),
                    100 * g.detectionShare(),
                    100 * g.restartShare(),
                    100 * g.waitingShare(),
                    100 * g.slowShare()))),
        Double.NaN,
        "");
  }

  private static Table worth(GoodputAnswer a) {
    List<List<String>> rows = new ArrayList<>();
    for (Worth w : a.worth()) {
      rows.add(
          List.of(w.change(), Share.print(w.goodputShare()), days(w.trainS()), days(w.savedS())));
    }
    return new Table(
        "What a change is worth",
        List.of(
            Column.text("Change"),
            Column.number("Goodput"),
            Column.number("Time"),
            Column.number("Saved")),
        rows,
        "");
  }

  private static Table components(GoodputAnswer a) {
    List<List<String>> rows = new ArrayList<>();
    for (Part p : a.components()) {
      rows.add(
          List.of(
              p.component(),
              hours(p.betweenS()),
              String.format(Locale.ROOT, "%.1f", p.expected()),
              p.hang() ? "by the watchdog" : "at once",
              p.nodeLeaves() ? "yes" : "no"));
    }
    return new Table(
        "What interrupts it",
        List.of(
            Column.text("Component"),
            Column.number("Every"),
            Column.number("Expected"),
            Column.text("Noticed"),
            Column.text("Node leaves")),
        rows,
        "");
  }

  private static Table published(GoodputAnswer a) {
    List<List<String>> rows = new ArrayList<>();
    for (Prediction p : a.published()) {
      rows.add(
          List.of(
              p.system(),
              String.format(Locale.ROOT, "%,.0f h", p.publishedGpuHours()),
              String.format(Locale.ROOT, "%,.0f h", p.predictedGpuHours()),
              String.format(Locale.ROOT, "%.2f", p.ratio()),
              p.quality()));
    }
    return new Table(
        "The same rate on other published systems, GPU-hours between interruptions",
        List.of(
            Column.text("System"),
            Column.number("Published"),
            Column.number("Predicted"),
            Column.number("Ratio"),
            Column.text("Known")),
        rows,
        "Sites differ by a factor of several: give your own rate with --gpu-hours.");
  }

  private static String days(double seconds) {
    double days = seconds / DAY;
    return days >= 1
        ? String.format(Locale.ROOT, "%.1f days", days)
        : String.format(Locale.ROOT, "%.1f h", seconds / HOUR);
  }

  private static String hours(double seconds) {
    double h = seconds / HOUR;
    return h >= 48
        ? String.format(Locale.ROOT, "%.1f days", h / 24)
        : String.format(Locale.ROOT, "%.2f h", h);
  }
}
