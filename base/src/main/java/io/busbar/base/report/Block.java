package io.busbar.base.report;

import io.busbar.base.explain.Explained;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A piece of an answer; every renderer shows every kind. */
public sealed interface Block {

  /** Heading over the block; empty for none. */
  String title();

  /**
   * Named figures, one per line.
   *
   * @param rows label, value as text, note (may be empty), reasons when there are any
   */
  record Figures(String title, List<Figure> rows) implements Block {
    public Figures {
      rows = List.copyOf(rows);
    }
  }

  /** One line of {@link Figures}. */
  record Figure(String label, String value, String note, @Nullable Explained reasons) {
    public Figure(String label, String value, String note) {
      this(label, value, note, null);
    }
  }

  /**
   * A table. Cells are text; columns marked numeric are aligned right.
   *
   * @param note line below the table; empty for none
   */
  record Table(String title, List<Column> columns, List<List<String>> rows, String note)
      implements Block {
    public Table {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
    }
  }

  /** A column of a {@link Table}. */
  record Column(String header, boolean numeric) {
    public static Column text(String header) {
      return new Column(header, false);
    }

    public static Column number(String header) {
      return new Column(header, true);
    }
  }

  /**
   * Bars of stacked parts, all on one scale, e.g. memory by part with the capacity as a limit line.
   *
   * @param unit unit of all values, shown at the scale
   * @param limit value of a limit line; NaN for none
   * @param limitLabel what the limit is; empty for none
   */
  record Bars(
      String title,
      String unit,
      List<String> parts,
      List<Bar> bars,
      double limit,
      String limitLabel)
      implements Block {
    public Bars {
      parts = List.copyOf(parts);
      bars = List.copyOf(bars);
    }
  }

  /** One bar of {@link Bars}: one value per part. */
  record Bar(String label, List<Double> values) {
    public Bar {
      values = List.copyOf(values);
    }
  }

  /**
   * Curves over a common x axis.
   *
   * @param tabled whether a table of the same report lists the points already, so that text shows
   *     the shapes only
   * @param bands what holds over ranges of x; another block of the report tells it in words
   */
  record Series(
      String title,
      String xLabel,
      String yLabel,
      boolean xLogarithmic,
      List<Curve> curves,
      boolean tabled,
      List<Band> bands)
      implements Block {
    public Series {
      curves = List.copyOf(curves);
      bands = List.copyOf(bands);
    }

    /** Curves without bands. */
    public Series(
        String title,
        String xLabel,
        String yLabel,
        boolean xLogarithmic,
        List<Curve> curves,
        boolean tabled) {
      this(title, xLabel, yLabel, xLogarithmic, curves, tabled, List.of());
    }

    /** Curves whose points no table lists. */
    public Series(
        String title, String xLabel, String yLabel, boolean xLogarithmic, List<Curve> curves) {
      this(title, xLabel, yLabel, xLogarithmic, curves, false);
    }
  }

  /** A range of x of {@link Series} in which something holds. */
  record Band(double from, double to, String label) {}

  /** One curve of {@link Series}: equally many x and y. */
  record Curve(String label, List<Double> x, List<Double> y) {
    public Curve {
      x = List.copyOf(x);
      y = List.copyOf(y);
    }
  }

  /** What happens when: lanes of spans in seconds; also what {@code --format trace} writes. */
  record Timeline(String title, List<Lane> lanes) implements Block {
    public Timeline {
      lanes = List.copyOf(lanes);
    }
  }

  /** One lane of a {@link Timeline}. */
  record Lane(String label, List<Span> spans) {
    public Lane {
      spans = List.copyOf(spans);
    }
  }

  /**
   * A span of a lane.
   *
   * @param kind colour class: {@code forward}, {@code backward}, {@code communication}, {@code
   *     bubble}, {@code optimizer}, {@code host}
   */
  record Span(double startSeconds, double endSeconds, String label, String kind) {}

  /** Shapes on a canvas whose units are pixels at 100 %. */
  record Drawing(String title, double width, double height, List<Shape> shapes, String caption)
      implements Block {
    public Drawing {
      shapes = List.copyOf(shapes);
    }
  }

  /** A shape of a {@link Drawing}; {@code kind} is a colour class of the renderer. */
  sealed interface Shape {
    /** A labelled box. */
    record Box(double x, double y, double width, double height, String label, String kind)
        implements Shape {}

    /** A line, its width in pixels. */
    record Line(double x1, double y1, double x2, double y2, double width, String kind)
        implements Shape {}

    /** Free text, anchored at its left baseline. */
    record Text(double x, double y, String text, double size, String kind) implements Shape {}
  }

  /** Findings and recommendations, most important first. */
  record Findings(String title, List<Finding> findings) implements Block {
    public Findings {
      findings = List.copyOf(findings);
    }
  }

  /** Lines of files around those that matter. */
  record Excerpts(String title, List<Excerpt> excerpts) implements Block {
    public Excerpts {
      excerpts = List.copyOf(excerpts);
    }
  }

  /**
   * A piece of a file.
   *
   * @param lines in the order of the file; gaps are allowed
   */
  record Excerpt(String caption, List<ExcerptLine> lines) {
    public Excerpt {
      lines = List.copyOf(lines);
    }
  }

  /**
   * A line of an {@link Excerpt}.
   *
   * @param number from 1
   * @param marked whether it is one of those that matter
   */
  record ExcerptLine(int number, String text, boolean marked) {}

  /** A paragraph. */
  record Note(String title, String text) implements Block {
    /** The first of many lines, and how many more there are. */
    public static Note first(String title, List<String> lines, int most) {
      int more = lines.size() - most;
      String shown = String.join("\n", lines.subList(0, Math.min(most, lines.size())));
      return new Note(title, more > 0 ? shown + "\n... and " + more + " more" : shown);
    }
  }

  /** The reasons of figures, as trees. */
  record Reasons(String title, List<Explained> roots) implements Block {
    public Reasons {
      roots = List.copyOf(roots);
    }
  }
}
