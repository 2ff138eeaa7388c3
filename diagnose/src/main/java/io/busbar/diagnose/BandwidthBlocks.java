package io.busbar.diagnose;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Curve;
import io.busbar.diagnose.check.table.Comparison;
import io.busbar.diagnose.check.table.Comparison.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A measured table beside what the hardware achieves, as table and curves. Stateless. */
final class BandwidthBlocks {
  private static final int FEWEST_OF_A_CURVE = 3;
  private static final int SHOWN = 16;

  private BandwidthBlocks() {}

  static List<Block> of(Comparison compared) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(table(compared));
    if (compared.sizes().size() >= FEWEST_OF_A_CURVE) {
      blocks.add(
          new Block.Series(
              "Bus bandwidth over size",
              "size, bytes",
              "busbw, GB/s",
              true,
              List.of(
                  curve("measured", compared, Size::busbwBytesPerS),
                  curve("expected", compared, Size::expectedBytesPerS),
                  curve("a tenth has less", compared, Size::lowBytesPerS)),
              true));
    }
    return blocks;
  }

  private static Block table(Comparison c) {
    List<Size> shown = c.sizes().subList(Math.max(0, c.sizes().size() - SHOWN), c.sizes().size());
    String where =
        c.clusterGiven() ? c.cluster() : c.cluster() + ", inferred: --cluster names the real one";
    return new Block.Table(
        "Measured and achievable: " + c.collective() + ", " + c.ranks() + " ranks, " + c.file(),
        List.of(
            Column.number("size"),
            Column.number("busbw GB/s"),
            Column.number("expected"),
            Column.text("eight of ten"),
            Column.number("share"),
            Column.text("")),
        shown.stream().map(BandwidthBlocks::row).toList(),
        "On " + where + ". Reasons: " + c.explain());
  }

  private static List<String> row(Size s) {
    return List.of(
        DataSize.binary(s.sizeBytes()),
        gigabytes(s.busbwBytesPerS()),
        gigabytes(s.expectedBytesPerS()),
        gigabytes(s.lowBytesPerS()) + "-" + gigabytes(s.highBytesPerS()),
        String.format(Locale.ROOT, "%.0f %%", 100 * s.share()),
        s.low() ? "low" : "");
  }

  private static String gigabytes(double bytesPerSecond) {
    double g = bytesPerSecond / 1e9;
    return String.format(Locale.ROOT, g < 1 ? "%.3f" : g < 100 ? "%.1f" : "%.0f", g);
  }

  private static Curve curve(String label, Comparison c, ToDoubleFunction<Size> figure) {
    return new Curve(
        label,
        c.sizes().stream().map(s -> (double) s.sizeBytes()).toList(),
        c.sizes().stream().map(s -> figure.applyAsDouble(s) / 1e9).toList());
  }
}
