package io.busbar.diagnose.check.table;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.nccltests.Measured;
import io.busbar.formats.nccltests.NcclTestsTable;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the rows of an nccl-tests table say by themselves, whatever the hardware. */
public final class TableShape implements Check {
  private static final String FLOOR = "latency-floor";
  private static final String COLLAPSE = "busbw-collapse-at-size";
  private static final String NO_MPI = "nccl-tests-built-without-mpi";
  private static final double WIDE = 100;
  private static final double FLAT = 3;
  private static final double HIGH_US = 1000;
  private static final double CLIFF = 1.6;
  private static final double SHEER = 3;
  private static final double RISING = 0.9;
  private static final long LARGE = 1 << 20;

  @Override
  public List<String> codes() {
    return List.of(FLOOR, COLLAPSE, NO_MPI);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (Measured m : facts.all(Measured.class)) {
      NcclTestsTable table = m.table();
      if (table.independentJobs()) {
        Conclusion c =
            Conclusion.critical(NO_MPI)
                .say(
                    "Rank 0 stands in the rank lines more than once: independent jobs on "
                        + String.join(", ", table.hosts())
                        + ".");
        table.devices().stream()
            .filter(d -> d.rank() == 0)
            .limit(4)
            .forEach(d -> c.at(m.lines().place(d.line())));
        out.add(c);
      }
      boolean flat = floor(m, out);
      boolean odd = collapse(m, out) || flat || alone(m, out);
      if (!odd && !table.independentJobs() && table.wrongValues() <= 0) {
        healthy(m, out);
      }
    }
  }

  /**
   * Bus bandwidth is 0 at all sizes: by its definition that is a communicator of one rank
   * (nccl-tests, PERFORMANCE.md: all factors hold n − 1). Sizes that come again are tables of
   * several processes, each alone.
   */
  private static boolean alone(Measured m, Conclusions out) {
    List<Row> rows = m.table().rows().stream().filter(r -> r.sizeBytes() >= LARGE).toList();
    if (rows.size() < 2 || rows.stream().anyMatch(r -> Measured.busbw(r) != 0)) {
      return false;
    }
    boolean again = rows.stream().map(Row::sizeBytes).distinct().count() < rows.size();
    out.add(
        (again ? Conclusion.critical(NO_MPI) : Conclusion.info(NO_MPI))
            .confidence(Conclusion.Confidence.MEDIUM)
            .say(
                again
                    ? "Bus bandwidth is 0 and sizes come again: several processes ran alone, each"
                        + " with one rank."
                    : "Bus bandwidth is 0: one rank measures no link.")
            .at(m.place(rows.getFirst()))
            .at(m.place(rows.getLast())));
    return true;
  }

  private static boolean floor(Measured m, Conclusions out) {
    List<Row> rows =
        m.table().rows().stream().filter(r -> r.sizeBytes() > 0 && r.bestTimeUs() > 0).toList();
    if (rows.size() < 4) {
      return false;
    }
    Row first = rows.getFirst();
    Row last = first;
    for (Row row : rows) {
      if (row.bestTimeUs() <= FLAT * first.bestTimeUs()) {
        last = row;
      }
    }
    boolean flat = last.sizeBytes() >= WIDE * first.sizeBytes();
    if (!flat || first.bestTimeUs() < HIGH_US || first.sizeBytes() > 64L << 20) {
      return false;
    }
    out.add(
        Conclusion.critical(FLOOR)
            .say(
                String.format(
                    Locale.ROOT,
                    "From %d to %d bytes the time stays between %.0f and %.0f us.",
                    first.sizeBytes(),
                    last.sizeBytes(),
                    rows.stream().mapToDouble(Row::bestTimeUs).min().orElse(0),
                    last.bestTimeUs()))
            .say("Usual are tens to hundreds of microseconds.")
            .at(m.place(first))
            .at(m.place(last))
            .at(m.lines().lastWith("Avg bus bandwidth")));
    return true;
  }

  /** From one size to the next busbw falls to less than two thirds. */
  private static boolean collapse(Measured m, Conclusions out) {
    List<Row> rows = new ArrayList<>(m.table().rows());
    for (int i = 1; i < rows.size(); i++) {
      double before = Measured.busbw(rows.get(i - 1));
      double after = Measured.busbw(rows.get(i));
      boolean falls = before > 1 && before > CLIFF * after || before > SHEER * after;
      if (rows.get(i).sizeBytes() >= LARGE && falls && after > 0) {
        out.add(
            (before > SHEER * after ? Conclusion.critical(COLLAPSE) : Conclusion.warning(COLLAPSE))
                .say(
                    String.format(
                        Locale.ROOT,
                        "Bus bandwidth falls from %.2f GB/s at %d bytes to %.2f GB/s at %d bytes.",
                        before,
                        rows.get(i - 1).sizeBytes(),
                        after,
                        rows.get(i).sizeBytes()))
                .at(m.place(rows.get(i - 1)))
                .at(m.place(rows.get(i))));
        return true;
      }
    }
    return false;
  }

  /** Whether no size of a megabyte and more falls behind a smaller one by more than a tenth. */
  private static boolean rises(List<Row> rows) {
    double best = 0;
    for (Row row : rows) {
      double busbw = Measured.busbw(row);
      if (row.sizeBytes() >= LARGE && busbw > 0 && busbw < RISING * best) {
        return false;
      }
      best = Math.max(best, busbw);
    }
    return true;
  }

  private static void healthy(Measured m, Conclusions out) {
    Row peak = m.peak().orElse(null);
    if (peak == null || m.table().rows().size() < 2) {
      return;
    }
    List<io.busbar.formats.artefact.Place> places = new ArrayList<>();
    places.add(m.place(peak));
    if (m.table().averageBusbwGBps() > 0) {
      places.add(m.lines().lastWith("Avg bus bandwidth"));
    }
    m.table().devices().stream()
        .reduce((a, b) -> b)
        .ifPresent(d -> places.add(m.lines().place(d.line())));
    out.healthy(
        String.format(
            Locale.ROOT,
            "Bus bandwidth %s to %.2f GB/s at %d bytes; the average over all sizes is no measure"
                + " of a link.",
            rises(m.table().rows()) ? "rises smoothly" : "goes up and down on its way",
            Measured.busbw(peak),
            peak.sizeBytes()),
        places);
  }
}
