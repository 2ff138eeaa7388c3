package io.busbar.diagnose.check.table;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.check.Threshold;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.osu.OsuMeasured;
import io.busbar.formats.osu.OsuTable.Row;
import java.util.List;
import java.util.Locale;

/** What the latencies of an OSU benchmark say by themselves, whatever the hardware. */
public final class OsuShape implements Check {
  private static final String COLLAPSE = "busbw-collapse-at-size";

  /** From one size to the next the time may grow this much more than the size. */
  private static final double CLIFF = Threshold.of(COLLAPSE, "time");

  private static final long LARGE = (long) Threshold.of(COLLAPSE, "large");

  @Override
  public List<String> codes() {
    return List.of(COLLAPSE);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (OsuMeasured m : facts.all(OsuMeasured.class)) {
      List<Row> rows = m.table().rows();
      if (!collapse(m, rows, out)) {
        Row last = rows.getLast();
        out.healthy(
            String.format(
                Locale.ROOT,
                "%s: %d bytes take %.1f us, %d bytes %.1f us.",
                m.table().title(),
                rows.getFirst().messageBytes(),
                rows.getFirst().averageUs(),
                last.messageBytes(),
                last.averageUs()),
            List.of(m.place(last)));
      }
    }
  }

  private static boolean collapse(OsuMeasured m, List<Row> rows, Conclusions out) {
    for (int i = 1; i < rows.size(); i++) {
      Row before = rows.get(i - 1);
      Row after = rows.get(i);
      double size = (double) after.messageBytes() / before.messageBytes();
      if (before.messageBytes() >= LARGE
          && size > 1
          && after.averageUs() > CLIFF * size * before.averageUs()) {
        out.add(
            Conclusion.warning(COLLAPSE)
                .say(
                    String.format(
                        Locale.ROOT,
                        "%s: the time grows from %.1f us at %d bytes to %.1f us at %d bytes.",
                        m.table().title(),
                        before.averageUs(),
                        before.messageBytes(),
                        after.averageUs(),
                        after.messageBytes()))
                .at(m.place(before))
                .at(m.place(after)));
        return true;
      }
    }
    return false;
  }
}
