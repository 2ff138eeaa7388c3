package io.busbar.diagnose.check.table;

import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.check.Expectation.Achievable;
import io.busbar.diagnose.check.Expectation.Reach;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.nccltests.Measured;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A measured table beside what the hardware achieves.
 *
 * @param line where the table begins
 * @param hosts 0 when unknown
 * @param cluster what the expectation is for
 * @param clusterGiven whether somebody named it; otherwise the files gave it away
 * @param certainty how sure it is that this hardware is there
 * @param explain the command that shows where the expectation at the largest size comes from
 */
public record Comparison(
    String file,
    int line,
    String collective,
    int ranks,
    int hosts,
    String cluster,
    boolean clusterGiven,
    String certainty,
    String explain,
    List<Size> sizes) {
  public Comparison {
    sizes = List.copyOf(sizes);
  }

  /**
   * A size of the table; bus bandwidths.
   *
   * @param line of the row
   * @param lowBytesPerS a tenth of like systems has less
   * @param highBytesPerS a tenth of like systems has more
   */
  public record Size(
      int line,
      long sizeBytes,
      double busbwBytesPerS,
      double expectedBytesPerS,
      double lowBytesPerS,
      double highBytesPerS) {

    /** Measured over expected. */
    public double share() {
      return busbwBytesPerS / expectedBytesPerS;
    }

    /** Whether fewer than one in ten like systems has so little. */
    public boolean low() {
      return busbwBytesPerS < lowBytesPerS;
    }
  }

  /** Compares a table; empty when the hardware is not known or nothing was measured. */
  static Optional<Comparison> of(Measured measured, Facts facts, Expectation expectation) {
    Expectation.Run run = Runs.of(measured, facts);
    Achievable achievable = expectation.of(run).orElse(null);
    List<Size> sizes = new ArrayList<>();
    for (Row row : measured.table().rows()) {
      double got = Measured.busbw(row);
      if (achievable != null && got > 0 && row.sizeBytes() > 0) {
        Reach reach = achievable.at(row.sizeBytes());
        sizes.add(
            new Size(
                row.line(),
                row.sizeBytes(),
                got * 1e9,
                reach.busbwBytesPerS(),
                reach.lowBytesPerS(),
                reach.highBytesPerS()));
      }
    }
    if (achievable == null || sizes.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Comparison(
            measured.at().file(),
            measured.table().line(),
            run.collective(),
            run.ranks(),
            run.hosts(),
            achievable.cluster(),
            achievable.given(),
            achievable.certainty(),
            achievable.command(sizes.getLast().sizeBytes()),
            sizes));
  }

  /** All tables that can be compared. */
  public static List<Comparison> all(Facts facts, Expectation expectation) {
    return facts.all(Measured.class).stream()
        .flatMap(m -> of(m, facts, expectation).stream())
        .toList();
  }
}
