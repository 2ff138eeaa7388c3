package io.busbar.diagnose.check.table;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.facts.Measured;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The best bus bandwidth of a table against what the hardware should reach at that size. */
public final class BelowHardware implements Check {
  private static final String CODE = "busbw-far-below-hardware";
  private static final double FAR = 0.5;
  private static final long LARGE = 64L << 20;

  @Override
  public List<String> codes() {
    return List.of(CODE);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (Measured measured : facts.all(Measured.class)) {
      Row peak = measured.peak().orElse(null);
      if (peak == null || peak.sizeBytes() < LARGE || measured.table().gpus().isEmpty()) {
        continue;
      }
      OptionalDouble expected = expectation.busbwGBps(Runs.of(measured, peak, facts));
      double got = Measured.busbw(peak);
      if (expected.isPresent() && got < FAR * expected.getAsDouble()) {
        out.add(
            Conclusion.critical(CODE)
                .confidence(Conclusion.Confidence.MEDIUM)
                .say(
                    String.format(
                        Locale.ROOT,
                        "The best bus bandwidth is %.1f GB/s; this hardware should reach about %.0f"
                            + " GB/s.",
                        got,
                        expected.getAsDouble()))
                .at(measured.place(peak)));
        out.missing("the log of this run", "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH,ENV");
      }
    }
  }
}
