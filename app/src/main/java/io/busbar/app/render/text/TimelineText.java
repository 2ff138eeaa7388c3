package io.busbar.app.render.text;

import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lanes of spans over a common time axis; a cell shows the kind that takes most of its time. */
final class TimelineText {
  private static final int MAX_LABEL = 20;
  private static final int MAX_LANES = 24;
  private static final int MAX_KIND = 40;

  private final List<Block.Lane> lanes;
  private final Paper paper;
  private final Map<String, Double> secondsByKind = new LinkedHashMap<>();
  private double start = Double.POSITIVE_INFINITY;
  private double end = Double.NEGATIVE_INFINITY;
  private int labelWidth;

  private TimelineText(List<Block.Lane> lanes, Paper paper) {
    this.lanes = lanes;
    this.paper = paper;
    for (Block.Lane lane : lanes) {
      labelWidth =
          Math.max(labelWidth, Math.min(MAX_LABEL, Cells.width(paper.plain(lane.label()))));
      for (Block.Span span : lane.spans()) {
        start = Math.min(start, span.startSeconds());
        end = Math.max(end, span.endSeconds());
        secondsByKind.merge(span.kind(), span.endSeconds() - span.startSeconds(), Double::sum);
      }
    }
  }

  static void write(Block.Timeline timeline, Paper paper) {
    TimelineText text = new TimelineText(timeline.lanes(), paper);
    if (!(text.end > text.start)) {
      paper.line("  " + Ink.DIM.on("(nothing happens)"));
      return;
    }
    timeline.lanes().stream().limit(MAX_LANES).forEach(text::lane);
    int more = timeline.lanes().size() - MAX_LANES;
    if (more > 0) {
      String hint = more + " more lanes: --format html or trace shows them all";
      paper.line("  " + Ink.DIM.on("(" + hint + ")"));
    }
    text.axis();
    text.legend();
  }

  private int columns() {
    return paper.width() - 2 - labelWidth - 2;
  }

  private void lane(Block.Lane lane) {
    StringBuilder line = new StringBuilder();
    StringBuilder run = new StringBuilder();
    Ink runInk = null;
    for (String kind : kinds(lane)) {
      Ink ink = kind.isEmpty() ? null : ink(kind);
      if (ink != runInk) {
        line.append(runInk == null ? run : runInk.on(run.toString()));
        run.setLength(0);
        runInk = ink;
      }
      run.append(kind.isEmpty() ? ' ' : fill(kind));
    }
    line.append(runInk == null ? run : runInk.on(run.toString()));
    List<String> label = Cells.wrap(paper.plain(lane.label()), labelWidth);
    paper.line("  " + Cells.padRight(label.getFirst(), labelWidth) + "  " + line);
    label.stream().skip(1).forEach(more -> paper.line("  " + more));
  }

  /** For each cell the kind that covers most of it; empty when most of the cell is empty. */
  private String[] kinds(Block.Lane lane) {
    int columns = columns();
    double cellSeconds = (end - start) / columns;
    Map<String, double[]> covered = new LinkedHashMap<>();
    for (Block.Span span : lane.spans()) {
      double[] seconds = covered.computeIfAbsent(span.kind(), kind -> new double[columns]);
      double from = (span.startSeconds() - start) / cellSeconds;
      double to = (span.endSeconds() - start) / cellSeconds;
      for (int i = (int) from; i < columns && i < to; i++) {
        seconds[i] += Math.min(to, i + 1) - Math.max(from, i);
      }
    }
    String[] kinds = new String[columns];
    for (int i = 0; i < columns; i++) {
      double all = 0;
      double most = 0;
      String best = "";
      for (Map.Entry<String, double[]> kind : covered.entrySet()) {
        double share = kind.getValue()[i];
        all += share;
        best = share > most ? kind.getKey() : best;
        most = Math.max(most, share);
      }
      kinds[i] = all >= 0.5 ? best : "";
    }
    return kinds;
  }

  /** Ticks at the start, the quarters and the end. */
  private void axis() {
    int columns = columns();
    StringBuilder line = new StringBuilder(" ".repeat(columns));
    for (int i = 0; i <= 4; i++) {
      String label = TimeSpan.print(start + (end - start) * i / 4);
      int at = Math.round(columns * i / 4f);
      int from = i == 0 ? 0 : i == 4 ? columns - label.length() : at - label.length() / 2;
      line.replace(from, from + label.length(), label);
    }
    paper.line("  " + " ".repeat(labelWidth) + "  " + Ink.DIM.on(line.toString()));
  }

  private void legend() {
    List<String> entries = new ArrayList<>();
    secondsByKind.forEach((kind, seconds) -> {
      String mark = ink(kind).on(String.valueOf(fill(kind)));
      String name = Cells.wrap(paper.plain(kind), MAX_KIND).getFirst();
      entries.add(mark + " " + name + " " + TimeSpan.print(seconds));
    });
    if (lanes.size() > 1) {
      entries.add(Ink.DIM.on("(sums over lanes)"));
    }
    StringBuilder line = new StringBuilder();
    for (String entry : entries) {
      if (!line.isEmpty() && Cells.width(line + "   " + entry) > paper.width() - 2) {
        paper.line("  " + line);
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : "   ").append(entry);
    }
    paper.line("  " + line);
  }

  private char fill(String kind) {
    boolean unicode = paper.style().unicode();
    return switch (kind) {
      case "forward" -> unicode ? '█' : 'F';
      case "backward" -> unicode ? '▓' : 'B';
      case "communication" -> unicode ? '▒' : 'c';
      case "bubble" -> unicode ? '·' : '.';
      case "optimizer" -> unicode ? '▚' : 'o';
      case "host" -> unicode ? '░' : 'h';
      default -> other(kind);
    };
  }

  /** A kind that is not among the usual ones: the first letter of its name. */
  private static char other(String kind) {
    char first = kind.isEmpty() ? '#' : kind.charAt(0);
    return first > ' ' && first <= '~' ? first : '#';
  }

  private static Ink ink(String kind) {
    return switch (kind) {
      case "forward" -> Ink.BLUE;
      case "backward" -> Ink.TEAL;
      case "communication" -> Ink.ORANGE;
      case "bubble" -> Ink.GREY;
      case "optimizer" -> Ink.GREEN;
      case "host" -> Ink.MAGENTA;
      default -> Ink.VIOLET;
    };
  }
}
