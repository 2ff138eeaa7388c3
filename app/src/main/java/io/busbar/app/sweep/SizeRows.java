package io.busbar.app.sweep;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A collective over sizes as blocks: the columns of nccl-tests, and the curve. */
public final class SizeRows {
  /** What every row starts with. */
  public static final List<Column> COLUMNS =
      List.of(
          Column.number("size B"),
          Column.number("time us"),
          Column.number("algbw GB/s"),
          Column.number("busbw GB/s"));

  private static final double GIGA = 1e9;

  private final List<List<String>> cells = new ArrayList<>();
  private final List<Double> sizes = new ArrayList<>();
  private final List<Double> busbw = new ArrayList<>();

  /**
   * Adds a size.
   *
   * @param algbw bytes per second
   * @param bus bytes per second
   * @param more cells behind those of {@link #COLUMNS}
   */
  public void add(long bytes, double timeUs, double algbw, double bus, String... more) {
    List<String> row = new ArrayList<>();
    row.add(Long.toString(bytes));
    row.add(decimals(timeUs));
    row.add(decimals(algbw / GIGA));
    row.add(decimals(bus / GIGA));
    row.addAll(List.of(more));
    cells.add(row);
    sizes.add((double) bytes);
    busbw.add(bus / GIGA);
  }

  /**
   * The table, and the curve of more than one size.
   *
   * @param more columns behind {@link #COLUMNS}
   * @param note below the table; how sizes are counted follows
   */
  public List<Block> blocks(List<Column> more, String note) {
    List<Column> columns = new ArrayList<>(COLUMNS);
    columns.addAll(more);
    List<Block> blocks = new ArrayList<>();
    String counted = note + "; size and bandwidths as nccl-tests defines them";
    blocks.add(new Block.Table("", columns, cells, counted));
    if (sizes.size() > 1) {
      List<Block.Curve> curves = List.of(new Block.Curve("busbw", sizes, busbw));
      blocks.add(new Block.Series("Bandwidth", "size, B", "GB/s", true, curves, true));
    }
    return blocks;
  }

  private static String decimals(double value) {
    String format = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }
}
