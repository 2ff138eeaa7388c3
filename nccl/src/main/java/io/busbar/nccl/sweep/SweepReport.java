package io.busbar.nccl.sweep;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.nccl.sweep.Sweep.Answer;
import io.busbar.nccl.sweep.Sweep.Crossover;
import io.busbar.nccl.sweep.Sweep.Explanation;
import io.busbar.nccl.sweep.Sweep.Option;
import io.busbar.nccl.sweep.Sweep.Result;
import io.busbar.nccl.sweep.Sweep.Row;
import io.busbar.nccl.textbook.ClaimRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A predicted sweep as blocks: the table of nccl-tests, curves, and why NCCL chooses so. */
public final class SweepReport {
  public static final String SCHEMA = "busbar/collective/1";

  private static final double GIGA = 1e9;

  private SweepReport() {}

  public static Report of(Result result) {
    Answer answer = result.answer();
    List<Block> blocks = new ArrayList<>();
    blocks.add(table(answer));
    if (answer.rows().size() > 1) {
      blocks.add(bandwidths(answer));
    }
    measured(answer).forEach(m -> blocks.add(beside(m)));
    if (answer.crossovers().size() > 1) {
      blocks.add(crossovers(answer));
    }
    Explanation explained = answer.explained();
    if (explained != null) {
      if (!explained.candidates().isEmpty()) {
        blocks.add(candidates(explained));
      }
      if (result.reasons() != null) {
        String title = "Time at " + DataSize.binary(explained.sizeBytes());
        String value = TimeSpan.print(result.reasons().value());
        List<Figure> rows = new ArrayList<>();
        rows.add(new Figure("achieved", value, "", result.reasons()));
        if (explained.againstLineRate() != null) {
          rows.addAll(against(explained.againstLineRate()));
        }
        blocks.add(new Block.Figures(title, rows));
      }
    }
    List<ClaimRow> textbook = answer.textbook();
    if (textbook != null) {
      blocks.add(textbook(answer, textbook));
    }
    if (!answer.limits().isEmpty()) {
      blocks.add(new Block.Note("What is not known", String.join(" ", answer.limits())));
    }
    return new Report(SCHEMA, title(answer), answer, blocks);
  }

  private static List<Figure> against(AgainstLineRate a) {
    return List.of(
        new Figure(
            "at line rate",
            time(a.lineRateUs()),
            String.format(Locale.ROOT, "a ring's bytes; achieved is %.2f times that", a.ratio())),
        new Figure("launch", time(a.launchUs()), "kernel launch, ranks that wait for each other"),
        new Figure("protocol", time(a.protocolUs()), "hops, filling of pipelines, drift"),
        new Figure(
            "links",
            time(a.linksUs()),
            String.format(
                Locale.ROOT,
                "bytes at the rate that links achieve: %.2f times line rate's time",
                a.linksRatio())));
  }

  private static String time(double us) {
    return TimeSpan.print(us / 1e6);
  }

  private static String title(Answer a) {
    return a.collective()
        + " on "
        + a.ranks()
        + " GPUs of "
        + a.cluster()
        + ", "
        + a.library()
        + " "
        + a.ncclVersion();
  }

  private static Block table(Answer answer) {
    List<List<String>> rows = new ArrayList<>();
    for (Row r : answer.rows()) {
      rows.add(
          List.of(
              Long.toString(r.sizeBytes()),
              micros(r.timeUs()),
              micros(r.p10Us()) + "-" + micros(r.p90Us()),
              gigabytes(r.algbwBytesPerS()),
              gigabytes(r.busbwBytesPerS()),
              r.algorithm(),
              r.protocol(),
              r.channels() == 0 ? "" : Integer.toString(r.channels()),
              r.limit()));
    }
    return new Block.Table(
        "",
        List.of(
            Column.number("size B"),
            Column.number("time us"),
            Column.number("p10-p90 us"),
            Column.number("algbw GB/s"),
            Column.number("busbw GB/s"),
            Column.text("algo"),
            Column.text("proto"),
            Column.number("ch"),
            Column.text("limit")),
        rows,
        "size and bandwidths as nccl-tests defines them; p10-p90: where 8 of 10 measurements of"
            + " like systems lie");
  }

  private static Block bandwidths(Answer answer) {
    List<Double> x = new ArrayList<>();
    List<Double> bus = new ArrayList<>();
    List<Double> algorithm = new ArrayList<>();
    for (Row r : answer.rows()) {
      x.add((double) r.sizeBytes());
      bus.add(r.busbwBytesPerS() / GIGA);
      algorithm.add(r.algbwBytesPerS() / GIGA);
    }
    List<Block.Curve> curves = new ArrayList<>();
    curves.add(new Block.Curve("busbw", x, bus));
    curves.add(new Block.Curve("algbw", x, algorithm));
    for (Measured m : measured(answer)) {
      curves.add(
          new Block.Curve(
              "measured busbw",
              m.points().stream().map(p -> (double) p.sizeBytes()).toList(),
              m.points().stream().map(p -> p.busbwBytesPerS() / GIGA).toList()));
    }
    return new Block.Series("Bandwidth", "size, B", "GB/s", true, curves, true, bands(answer));
  }

  /** What NCCL chooses, from size to size. */
  private static List<Block.Band> bands(Answer answer) {
    List<Block.Band> bands = new ArrayList<>();
    List<Crossover> changes = answer.crossovers();
    for (int i = 0; i < changes.size(); i++) {
      Crossover c = changes.get(i);
      long end =
          i + 1 < changes.size()
              ? changes.get(i + 1).fromBytes()
              : answer.rows().getLast().sizeBytes();
      bands.add(new Block.Band(c.fromBytes(), end, (c.algorithm() + " " + c.protocol()).strip()));
    }
    return bands;
  }

  private static List<Measured> measured(Answer answer) {
    List<Measured> all = answer.measured();
    return all == null ? List.of() : all;
  }

  private static Block beside(Measured m) {
    List<List<String>> rows = new ArrayList<>();
    for (Measured.Point p : m.points()) {
      rows.add(
          List.of(
              Long.toString(p.sizeBytes()),
              micros(p.timeUs()),
              micros(p.predictedUs()),
              String.format(Locale.ROOT, "%.2f", p.ratio()),
              gigabytes(p.busbwBytesPerS())));
    }
    return new Block.Table(
        "Measured beside predicted: " + m.table(),
        List.of(
            Column.number("size B"),
            Column.number("measured us"),
            Column.number("predicted us"),
            Column.number("ratio"),
            Column.number("busbw GB/s")),
        rows,
        String.format(
            Locale.ROOT,
            "median ratio %.2f; the shorter of out of place and in place%s",
            m.medianRatio(),
            m.ranks() == 0 ? "" : ", of " + m.ranks() + " ranks"));
  }

  private static Block crossovers(Answer answer) {
    List<Figure> rows = new ArrayList<>();
    for (Crossover c : answer.crossovers()) {
      rows.add(
          new Figure(
              "from " + DataSize.binary(c.fromBytes()), c.algorithm() + " " + c.protocol(), ""));
    }
    return new Block.Figures("Where " + answer.library() + " changes its choice", rows);
  }

  private static Block candidates(Explanation explained) {
    List<List<String>> rows = new ArrayList<>();
    for (Option o : explained.candidates()) {
      rows.add(
          List.of(
              (o.chosen() ? "* " : "") + o.algorithm(),
              o.protocol(),
              orDash(o.ncclTimeUs()),
              orDash(o.achievedUs()),
              o.why() == null ? (o.chosen() ? "chosen" : "slower by NCCL's model") : o.why(),
              o.verify() == null ? "" : o.verify()));
    }
    return new Block.Table(
        "Candidates at " + DataSize.binary(explained.sizeBytes()),
        List.of(
            Column.text("algo"),
            Column.text("proto"),
            Column.number("NCCL us"),
            Column.number("achieved us"),
            Column.text("why"),
            Column.text("verify")),
        rows,
        "NCCL takes the smallest time of its own model; * is chosen");
  }

  private static Block textbook(Answer answer, List<ClaimRow> claims) {
    String title =
        "Textbook beside ours at " + DataSize.binary(answer.rows().getLast().sizeBytes());
    if (claims.isEmpty()) {
      return new Block.Note(title, "The textbook has no formula for " + answer.collective() + ".");
    }
    List<List<String>> rows = new ArrayList<>();
    for (ClaimRow row : claims) {
      rows.add(
          List.of(
              row.quantity(),
              row.unit().print(row.textbook()),
              row.unit().print(row.ours()),
              row.why(),
              String.join(" ", row.claims())));
    }
    return new Block.Table(
        title,
        List.of(
            Column.text("quantity"),
            Column.number("textbook"),
            Column.number("ours"),
            Column.text("why"),
            Column.text("claims")),
        rows,
        "the textbook's by its own formula from the same inputs; 'busbar textbook ID' tells more");
  }

  private static String orDash(@Nullable Double us) {
    return us == null ? "-" : micros(us);
  }

  private static String micros(double us) {
    return us < 100
        ? String.format(Locale.ROOT, "%.1f", us)
        : String.format(Locale.ROOT, "%.0f", us);
  }

  private static String gigabytes(double bytesPerSecond) {
    double value = bytesPerSecond / GIGA;
    return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.1f", value);
  }
}
