package io.busbar.app.render.html;

import io.busbar.base.report.Block.Bar;
import io.busbar.base.report.Block.Bars;
import io.busbar.base.report.Block.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Stacked bars, and below them the table that is both their legend and their numbers. */
final class BarsView {
  private BarsView() {}

  static void write(Page page, Bars bars) {
    List<String> colours = Palette.ofParts(bars.parts());
    UnitScale scale = UnitScale.fitting(largest(bars), bars.unit());
    if (!Scale.isFlat(0, largest(bars))) {
      page.inFormats(format -> new BarsChart(bars, colours, scale, format).write(page));
    }
    legend(page, bars, colours, scale);
  }

  /** What is drawn of a value: nothing of one that is missing or negative. */
  static double drawn(double value) {
    return Scale.canShow(value) && value > 0 ? value : 0;
  }

  static double total(Bar bar) {
    return bar.values().stream().mapToDouble(BarsView::drawn).sum();
  }

  /** Length of the axis: the longest bar or the limit. */
  static double largest(Bars bars) {
    double longest = bars.bars().stream().mapToDouble(BarsView::total).max().orElse(0);
    return Math.max(longest, drawn(bars.limit()));
  }

  private static void legend(Page page, Bars bars, List<String> colours, UnitScale scale) {
    boolean single = bars.bars().size() == 1;
    String unit = scale.unit().isEmpty() ? "" : " (" + scale.unit() + ")";
    List<Column> columns = new ArrayList<>(List.of(Column.text("Part" + unit)));
    bars.bars().forEach(bar -> columns.add(Column.number(header(bar))));
    if (single) {
      columns.add(Column.number("share"));
    }
    List<List<String>> rows = new ArrayList<>();
    List<String> swatches = new ArrayList<>(colours);
    for (int part = 0; part < bars.parts().size(); part++) {
      rows.add(row(bars, bars.parts().get(part), part, scale));
    }
    if (bars.parts().size() > 1) {
      List<String> sum = new ArrayList<>(List.of("total"));
      bars.bars().forEach(bar -> sum.add(scale.number(total(bar))));
      rows.add(sum);
      swatches.add("k-none");
    }
    TableView.write(page, bars.title(), columns, rows, swatches);
  }

  private static String header(Bar bar) {
    return bar.label().isBlank() ? "value" : bar.label();
  }

  private static List<String> row(Bars bars, String name, int part, UnitScale scale) {
    List<String> row = new ArrayList<>(List.of(name));
    bars.bars().forEach(bar -> row.add(scale.number(value(bar, part))));
    if (bars.bars().size() == 1) {
      Bar only = bars.bars().getFirst();
      row.add(Numbers.share(value(only, part), total(only)));
    }
    return row;
  }

  /** The value of a part; NaN where the bar has none. */
  static double value(Bar bar, int part) {
    return part < bar.values().size() ? bar.values().get(part) : Double.NaN;
  }

  /** One line for readers who cannot see the chart. */
  static String describe(Bars bars, UnitScale scale) {
    List<String> totals =
        IntStream.range(0, bars.bars().size())
            .mapToObj(i -> {
              Bar bar = bars.bars().get(i);
              return header(bar) + ": " + scale.join(scale.number(total(bar)));
            })
            .toList();
    return "Stacked bars of "
        + String.join(", ", bars.parts())
        + ". Totals: "
        + String.join("; ", totals)
        + ". The table below has every value.";
  }
}
