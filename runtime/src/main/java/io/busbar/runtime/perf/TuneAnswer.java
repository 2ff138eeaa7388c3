package io.busbar.runtime.perf;

import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.Kernels;
import io.busbar.runtime.perf.TuneRun.Size;
import io.busbar.runtime.perf.TuneRun.Tried;
import io.busbar.runtime.tuning.Tuning;
import java.util.ArrayList;
import java.util.List;

/**
 * Which routes were found best.
 *
 * @param transport local, shm, tcp or mixed
 * @param table the file with the routes
 */
public record TuneAnswer(
    int ranks, int hosts, String transport, String kernels, String table, List<Row> rows) {
  /** A gain below this is not worth another way, however quiet the machine is. */
  private static final double LEAST_GAIN = 0.03;

  public TuneAnswer {
    rows = List.copyOf(rows);
  }

  /**
   * One operation at one size.
   *
   * @param start what the start values say
   * @param algorithm what is taken: the start value unless the gain exceeds the scatter
   * @param links what is taken where ranks do not see each other's memory
   * @param gain how much faster, as a part of the time of the start value
   * @param scatter half of the middle half of the start value's times, as a part of their median
   */
  public record Row(
      String collective,
      long sizeBytes,
      String start,
      double startUs,
      String algorithm,
      double algorithmUs,
      String links,
      double gain,
      double scatter,
      List<Time> tried) {
    public Row {
      tried = List.copyOf(tried);
    }
  }

  /** An algorithm that was tried to the end, best first. */
  public record Time(String algorithm, double timeUs) {}

  static TuneAnswer of(TuneRun.Measured measured, String table) {
    return new TuneAnswer(
        measured.group().ranks(),
        measured.group().hosts(),
        measured.group().transport(),
        Kernels.best().describe(),
        table,
        measured.sizes().stream().map(TuneAnswer::row).toList());
  }

  private static Row row(Size size) {
    Tried start = of(size, size.start());
    Tried best = best(size);
    return new Row(
        size.op().ncclTestsName(),
        size.bytes(),
        start.route().id(),
        start.seconds() * 1e6,
        best.route().id(),
        best.seconds() * 1e6,
        links(size).id(),
        1 - best.seconds() / start.seconds(),
        (start.high() - start.low()) / 2 / start.seconds(),
        size.tried().stream().map(t -> new Time(t.route().id(), t.seconds() * 1e6)).toList());
  }

  private static Tried of(Size size, Route route) {
    return size.tried().stream().filter(t -> t.route().equals(route)).findFirst().orElseThrow();
  }

  private static Tried best(Size size) {
    return better(of(size, size.start()), size.tried().getFirst());
  }

  private static Route links(Size size) {
    Tried fastest =
        size.tried().stream().filter(t -> t.route().algorithm() != null).findFirst().orElseThrow();
    return better(of(size, size.startLinks()), fastest).route();
  }

  /** The start value unless the other one's slow rounds beat its fast ones. */
  private static Tried better(Tried start, Tried fastest) {
    boolean clear = fastest.high() < start.low();
    return clear && fastest.seconds() < (1 - LEAST_GAIN) * start.seconds() ? fastest : start;
  }

  /** The table: between two sizes with different routes it changes in the middle of their ratio. */
  public static List<Tuning.Row> table(TuneRun.Measured measured) {
    List<Tuning.Row> rows = new ArrayList<>();
    List<Size> sizes = measured.sizes();
    for (int i = 0; i < sizes.size(); i++) {
      Size size = sizes.get(i);
      boolean last = i + 1 == sizes.size() || sizes.get(i + 1).op() != size.op();
      Route route = best(size).route();
      Route links = links(size);
      boolean same =
          !last
              && best(sizes.get(i + 1)).route().equals(route)
              && links(sizes.get(i + 1)).equals(links);
      if (!same) {
        double next = last ? 0 : sizes.get(i + 1).bytes();
        long upTo = last ? Tuning.REST : (long) Math.sqrt(size.bytes() * next);
        rows.add(new Tuning.Row(size.op(), measured.group(), upTo, route, links));
      }
    }
    return rows;
  }
}
