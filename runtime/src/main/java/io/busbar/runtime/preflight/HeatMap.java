package io.busbar.runtime.preflight;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Shape;
import io.busbar.runtime.preflight.PreflightAnswer.PairRow;
import io.busbar.runtime.preflight.PreflightAnswer.PathRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A matrix of hosts as a drawing: a row sends, a column (by the number of its row) receives, and
 * colour says how far a value is from the usual one. Of many hosts those with the worst values are
 * shown. Used once.
 */
final class HeatMap {
  /** More make cells too small to read; larger cells than here would be drawn in a tint. */
  static final int MOST_HOSTS = 40;

  private static final double WIDTH = 1060;
  private static final double NAMES = 130;
  private static final double LEGEND = 34;
  private static final double HEAD = 26;
  private static final double LARGEST_CELL = 46;
  private static final double TALLEST_CELL = 21;
  private static final double GAP = 2;
  private static final double LEGEND_STEP = 150;
  private static final double LETTER = 7;
  private static final int LAST_CLASS = 4;
  private static final double CELL_WITH_TEXT = 34;

  private final Kind kind;
  private final List<String> hosts;
  private final double[][] values;
  private final List<Shape> shapes = new ArrayList<>();

  private HeatMap(Kind kind, List<String> hosts, double[][] values) {
    this.kind = kind;
    this.hosts = hosts;
    this.values = values;
  }

  /** What is drawn. */
  enum Kind {
    RATE(
        "Rates",
        "Gbit/s from row to column; colour: share of the usual rate.",
        List.of("95 % or more", "85 to 95 %", "70 to 85 %", "50 to 70 %", "below 50 %"),
        new double[] {0.95, 0.85, 0.7, 0.5}),
    TRIP(
        "Round trips",
        "Quickest round trip, us; colour: times the usual one.",
        List.of("up to 1.5 x", "1.5 to 2 x", "2 to 3 x", "3 to 5 x", "more"),
        new double[] {-1.5, -2, -3, -5}),
    LOSS(
        "Lost",
        "Segments lost at full rate from row to column, in percent.",
        List.of("up to 0.01 %", "to 0.1 %", "to 0.3 %", "to 1 %", "more"),
        new double[] {-0.0001, -0.001, -0.003, -0.01});

    private final String title;
    private final String caption;
    private final List<String> legend;
    private final double[] bounds;

    Kind(String title, String caption, List<String> legend, double[] bounds) {
      this.title = title;
      this.caption = caption;
      this.legend = legend;
      this.bounds = bounds;
    }

    /** Negative bounds are upper ones. */
    private int classOf(double value, double usual) {
      double share = this == LOSS ? value : value / usual;
      for (int c = 0; c < bounds.length; c++) {
        if (bounds[c] > 0 ? share >= bounds[c] : share <= -bounds[c]) {
          return c;
        }
      }
      return LAST_CLASS;
    }

    private String label(double value) {
      return switch (this) {
        case RATE -> Say.three(value * 8e-9);
        case TRIP -> Say.three(value);
        case LOSS -> value == 0 ? "0" : Say.three(100 * value);
      };
    }

    private double of(PathRow path, PairRow pair) {
      Double trip = pair.tripMinUs();
      return switch (this) {
        case RATE -> path.bytesPerS();
        case TRIP -> trip == null ? Double.NaN : trip;
        case LOSS -> lost(path);
      };
    }
  }

  private static double lost(PathRow path) {
    long lost = Math.max(0, path.segmentsRetransmitted() - path.segmentsArrivedTwice());
    return path.segments() == 0 ? 0 : (double) lost / path.segments();
  }

  /** The drawing of one figure on one interface. */
  static Block.Drawing of(PreflightAnswer answer, int port, Kind kind) {
    List<String> names = answer.hostRows().stream().map(PreflightAnswer.HostRow::name).toList();
    double[][] all = values(answer, names, port, kind);
    double usual = usual(all);
    List<Integer> shown = worst(all, kind, usual);
    double[][] some = new double[shown.size()][shown.size()];
    for (int r = 0; r < some.length; r++) {
      for (int c = 0; c < some.length; c++) {
        some[r][c] = all[shown.get(r)][shown.get(c)];
      }
    }
    String where = answer.interfaces() > 1 ? ", interface " + (port + 1) : "";
    String part = shown.size() < names.size() ? " Worst " + shown.size() + " hosts." : "";
    return new HeatMap(kind, shown.stream().map(names::get).toList(), some)
        .draw(kind.title + where, kind.caption + part, usual);
  }

  private static double[][] values(
      PreflightAnswer answer, List<String> names, int port, Kind kind) {
    double[][] all = new double[names.size()][names.size()];
    for (double[] row : all) {
      Arrays.fill(row, Double.NaN);
    }
    Map<String, Integer> index = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      index.put(names.get(i), i);
    }
    for (PairRow pair : answer.pairs()) {
      PathRow there = pair.there();
      PathRow back = pair.back();
      if (pair.interfaceNumber() == port && there != null && back != null) {
        int a = index.getOrDefault(pair.first(), 0);
        int b = index.getOrDefault(pair.second(), 0);
        all[a][b] = kind.of(there, pair);
        all[b][a] = kind.of(back, pair);
      }
    }
    return all;
  }

  private static double usual(double[][] values) {
    return Robust.median(Arrays.stream(values).flatMapToDouble(Arrays::stream).toArray());
  }

  /** All in their order, or those with the most cells of bad colour. */
  private static List<Integer> worst(double[][] values, Kind kind, double usual) {
    List<Integer> hosts = new ArrayList<>();
    long[] bad = new long[values.length];
    for (int h = 0; h < values.length; h++) {
      hosts.add(h);
      for (int peer = 0; peer < values.length; peer++) {
        bad[h] += Double.isNaN(values[h][peer]) ? 0 : kind.classOf(values[h][peer], usual);
        bad[h] += Double.isNaN(values[peer][h]) ? 0 : kind.classOf(values[peer][h], usual);
      }
    }
    if (hosts.size() > MOST_HOSTS) {
      hosts.sort(Comparator.comparingLong((Integer h) -> -bad[h]));
      hosts.subList(MOST_HOSTS, hosts.size()).clear();
      hosts.sort(Comparator.naturalOrder());
    }
    return hosts;
  }

  private Block.Drawing draw(String title, String caption, double usual) {
    for (int c = 0; c <= LAST_CLASS; c++) {
      double x = GAP + c * LEGEND_STEP;
      shapes.add(new Shape.Box(x, 4, 22, 14, "", "load" + c));
      shapes.add(new Shape.Text(x + 28, 16, kind.legend.get(c), 12, "muted"));
    }
    int count = hosts.size();
    double step = Math.min(LARGEST_CELL, (WIDTH - NAMES) / Math.max(1, count));
    double height = Math.min(TALLEST_CELL, step);
    for (int i = 0; i < count; i++) {
      double x = NAMES + i * step;
      double y = LEGEND + HEAD + i * height;
      shapes.add(new Shape.Text(x + 2, LEGEND + HEAD - 8, Integer.toString(i + 1), 11, "muted"));
      String row = i + 1 + " " + hosts.get(i);
      shapes.add(new Shape.Text(GAP, y + height / 2 + 4, cut(row, NAMES), 11, "text"));
      for (int j = 0; j < count; j++) {
        cell(i, j, step, height, usual);
      }
    }
    double width = Math.max(5 * LEGEND_STEP, NAMES + count * step);
    double bottom = LEGEND + HEAD + count * height + GAP;
    return new Block.Drawing(title, width, bottom, shapes, caption);
  }

  private void cell(int row, int column, double step, double height, double usual) {
    double value = values[row][column];
    double x = NAMES + column * step;
    double y = LEGEND + HEAD + row * height;
    if (Double.isNaN(value)) {
      return;
    }
    String label = step < CELL_WITH_TEXT ? "" : kind.label(value);
    String colour = "load" + kind.classOf(value, usual);
    shapes.add(new Shape.Box(x, y, step - GAP, height - GAP, label, colour));
  }

  private static String cut(String name, double width) {
    int most = (int) (width / LETTER);
    return name.length() <= most
        ? name
        : ".." + name.substring(name.length() - Math.max(1, most - 2));
  }
}
