package io.busbar.model.fabric;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the ports of a switch are divided between what is below and what is above it. Ports are
 * counted at the rate of the links below; a link upwards may be as wide as several of them, which
 * is what splitting a port in two (break-out) does.
 *
 * @param radix ports of the switch at the rate of the links below
 * @param width ports of that rate that one link upwards takes
 * @param down ports towards the nodes
 * @param up links upwards
 */
record PortSplit(int radix, int width, int down, int up) {

  /**
   * The split with most ports in use that has exactly this oversubscription; null when there is
   * none. See {@link #all}.
   */
  static @Nullable PortSplit of(
      int radix, int width, int step, int most, int reserved, Ratio over) {
    List<PortSplit> all = all(radix, width, step, most, reserved, over);
    return all.isEmpty() ? null : all.getFirst();
  }

  /**
   * The splits that have exactly this oversubscription, most ports in use first: d + width·u +
   * reserved ≤ radix and d = o·width·u.
   *
   * @param step d is a multiple of this: ports that one node has on the switch
   * @param most d is at most this
   * @param reserved ports below that are kept as spares
   * @return empty when no split has it; {@link #nearest} then says what can be built
   */
  static List<PortSplit> all(int radix, int width, int step, int most, int reserved, Ratio over) {
    List<PortSplit> splits = new ArrayList<>();
    for (int up = (radix - reserved) / width; up >= 1; up--) {
      long product = over.down() * width * up;
      long down = product / over.up();
      boolean exact = product % over.up() == 0 && down % step == 0;
      if (exact && down <= most && down + (long) width * up + reserved <= radix) {
        splits.add(new PortSplit(radix, width, (int) down, up));
      }
    }
    return splits;
  }

  /**
   * The split whose oversubscription is nearest to the one asked for, in proportion; of equal ones
   * the one with most ports in use.
   *
   * @return null when the switch cannot even join one step below with one link above
   */
  static @Nullable PortSplit nearest(int radix, int width, int step, int reserved, Ratio over) {
    PortSplit best = null;
    double bestOff = Double.POSITIVE_INFINITY;
    for (int up = (radix - reserved) / width; up >= 1; up--) {
      int room = (radix - reserved - width * up) / step * step;
      int wanted = (int) Math.min(room, Math.round(over.value() * width * up / step) * step);
      int down = Math.max(wanted, Math.ceilDiv(width * up, step) * step);
      double off = Math.abs(Math.log((double) down / (width * up) / over.value()));
      if (down >= step && down <= room && off < bestOff - 1e-12) {
        best = new PortSplit(radix, width, down, up);
        bestOff = off;
      }
    }
    return best;
  }

  /** What the split amounts to. */
  Ratio oversubscription() {
    return new Ratio(down, (long) width * up);
  }
}
