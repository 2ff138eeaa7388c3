package io.busbar.nccl.sweep;

import io.busbar.base.explain.Ledger;
import io.busbar.formats.nccltests.NcclTestsTable;
import io.busbar.nccl.time.NcclCurve;
import java.util.ArrayList;
import java.util.List;

/**
 * A measured table beside the prediction of a sweep.
 *
 * @param ranks of its rank lines; 0 when it has none
 * @param points in the order of the table
 * @param medianRatio measured time over predicted, of all points
 */
public record Measured(String table, int ranks, List<Point> points, double medianRatio) {
  private static final double MICROS = 1e6;

  public Measured {
    points = List.copyOf(points);
  }

  /**
   * One size.
   *
   * @param timeUs the shorter of out of place and in place
   */
  public record Point(long sizeBytes, double timeUs, double busbwBytesPerS, double predictedUs) {
    /** Measured time over predicted. */
    public double ratio() {
      return timeUs / predictedUs;
    }
  }

  /**
   * @param name what the table is called
   * @param busFactor busbw over algbw of the operation
   */
  static Measured of(String name, NcclTestsTable table, NcclCurve curve, double busFactor) {
    List<Point> points = new ArrayList<>();
    for (NcclTestsTable.Row row : table.rows()) {
      double us = row.bestTimeUs();
      if (us > 0 && row.sizeBytes() > 0) {
        double busbw = busFactor * row.sizeBytes() / (us / MICROS);
        double predicted = curve.seconds(row.sizeBytes(), Ledger.OFF) * MICROS;
        points.add(new Point(row.sizeBytes(), us, busbw, predicted));
      }
    }
    double[] ratios = points.stream().mapToDouble(Point::ratio).sorted().toArray();
    int half = ratios.length / 2;
    double median =
        ratios.length == 0
            ? Double.NaN
            : ratios.length % 2 == 1 ? ratios[half] : (ratios[half - 1] + ratios[half]) / 2;
    return new Measured(name, table.ranks(), points, median);
  }
}
