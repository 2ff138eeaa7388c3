package io.busbar.diagnose.check.table;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusion.Confidence;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.check.Threshold;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.osu.OsuBandwidth;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Whether the bandwidth of OSU's tests grows with the size of messages. Needs {@link OsuBandwidth}.
 * What the path can do is not known from the table, so the figure itself is not judged.
 */
public final class OsuBandwidthShape implements Check {
  private static final String COLLAPSE = "busbw-collapse-at-size";

  /** Below this part of the best a larger size has collapsed. */
  private static final double LOST = Threshold.of(COLLAPSE, "left");

  /** Smaller messages are ruled by their rate. */
  private static final long LARGE = (long) Threshold.of(COLLAPSE, "large");

  @Override
  public List<String> codes() {
    return List.of(COLLAPSE);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (OsuBandwidth test : facts.all(OsuBandwidth.class)) {
      OsuBandwidth.Row best =
          test.rows().stream()
              .max(Comparator.comparingDouble(OsuBandwidth.Row::megabytesPerSecond))
              .orElseThrow();
      OsuBandwidth.Row last = test.rows().getLast();
      boolean collapsed =
          best.messageBytes() >= LARGE
              && last.messageBytes() > best.messageBytes()
              && last.megabytesPerSecond() < LOST * best.megabytesPerSecond();
      if (collapsed) {
        out.add(
            Conclusion.warning(COLLAPSE)
                .confidence(Confidence.MEDIUM)
                .say(
                    told(test, best)
                        + String.format(
                            Locale.ROOT,
                            "; at %d bytes it is %.1f GB/s.",
                            last.messageBytes(),
                            last.megabytesPerSecond() / 1e3))
                .at(best.at())
                .at(last.at()));
      } else {
        out.healthy(told(test, best) + ".", List.of(best.at()));
      }
    }
  }

  private static String told(OsuBandwidth test, OsuBandwidth.Row best) {
    return String.format(
        Locale.ROOT,
        "%s: at most %.1f GB/s%s%s, at %d bytes",
        test.title(),
        best.megabytesPerSecond() / 1e3,
        test.bothDirections() ? " in both directions together" : "",
        test.pairs() > 1 ? " over " + test.pairs() + " pairs" : "",
        best.messageBytes());
  }
}
