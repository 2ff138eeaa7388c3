package io.busbar.diagnose.check.table;

import io.busbar.base.quantity.DataSize;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.check.Expectation.Achievable;
import io.busbar.diagnose.check.Expectation.Explanation;
import io.busbar.diagnose.check.Threshold;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.nccltests.Measured;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The bus bandwidth of large sizes against what the hardware achieves there. Less than half is
 * grave. What only few like systems have is said where somebody named the cluster: a cluster that
 * was guessed is no ground to judge some percent.
 */
public final class BelowHardware implements Check {
  private static final String CODE = "busbw-far-below-hardware";
  private static final double FAR = Threshold.of(CODE, "far");
  private static final long LARGE = (long) Threshold.of(CODE, "large");

  @Override
  public List<String> codes() {
    return List.of(CODE);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (Measured measured : facts.all(Measured.class)) {
      Expectation.Run run = Runs.of(measured, facts);
      Achievable achievable = expectation.of(run).orElse(null);
      Comparison compared = Comparison.of(measured, facts, expectation).orElse(null);
      Comparison.Size peak = compared == null ? null : peak(compared);
      if (achievable != null && compared != null && peak != null) {
        Explanation nearest =
            achievable.nearest(peak.sizeBytes(), peak.busbwBytesPerS()).orElse(null);
        judge(compared, peak, nearest, measured.lines().place(peak.line()), out);
      }
    }
  }

  private static Comparison.@Nullable Size peak(Comparison compared) {
    return compared.sizes().stream()
        .max(
            Comparator.comparingDouble(Comparison.Size::busbwBytesPerS)
                .thenComparing(Comparison.Size::sizeBytes))
        .filter(size -> size.sizeBytes() >= LARGE)
        .orElse(null);
  }

  private static void judge(
      Comparison compared,
      Comparison.Size peak,
      @Nullable Explanation nearest,
      Place place,
      Conclusions out) {
    boolean far = peak.share() < FAR;
    if (!far && !peak.low()) {
      out.healthy(sentence(compared, peak), List.of(place));
      return;
    }
    if (!far && !compared.clusterGiven()) {
      return;
    }
    Conclusion c =
        (far ? Conclusion.critical(CODE) : Conclusion.warning(CODE))
            .confidence(Conclusion.Confidence.MEDIUM)
            .say(sentence(compared, peak))
            .say("The expectation is explained by '" + compared.explain() + "'.")
            .at(place);
    if (nearest != null) {
      c.say(
              String.format(
                  Locale.ROOT,
                  "%.0f GB/s fits %s: %.0f predicted.",
                  peak.busbwBytesPerS() / 1e9,
                  nearest.what(),
                  nearest.busbwBytesPerS() / 1e9))
          .look(nearest.look());
    }
    if (compared.hosts() != 1) {
      c.look("ib_write_bw --use_cuda between two of the hosts, port by port");
    }
    out.add(c);
    out.missing("the log of this run", "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH,ENV");
  }

  private static String sentence(Comparison c, Comparison.Size peak) {
    return String.format(
        Locale.ROOT,
        "The best bus bandwidth, %.1f GB/s at %s, is %.0f %% of the %.0f GB/s that %s over %d ranks"
            + " of %s%s achieves there (eight of ten like systems: %.0f to %.0f GB/s).",
        peak.busbwBytesPerS() / 1e9,
        DataSize.binary(peak.sizeBytes()),
        100 * peak.share(),
        peak.expectedBytesPerS() / 1e9,
        c.collective(),
        c.ranks(),
        c.clusterGiven() ? "" : "what looks like ",
        c.cluster() + (c.clusterGiven() ? "" : " (" + c.certainty() + ")"),
        peak.lowBytesPerS() / 1e9,
        peak.highBytesPerS() / 1e9);
  }
}
