package io.busbar.base.grid;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A communicator on a grid: a product of lines, the innermost first, with the ranks numbered along
 * it.
 *
 * @param axes lines of two ranks or more; none for a single rank
 * @param exact whether the ranks fill such lines; false where they lie otherwise and the lines
 *     stand for what they have at least
 */
public record GridGroup(List<GridAxis> axes, boolean exact) {
  public GridGroup {
    axes = axes.stream().filter(axis -> axis.ranks() > 1).toList();
  }

  /** What a rank sends over all its lines together while all gather, bytes per second. */
  public double bytesPerSecond() {
    return axes.stream().mapToDouble(GridAxis::gatherBytesPerSecond).sum();
  }

  /** Such as {@code ring of 4 x ring of 4}. */
  @Override
  public String toString() {
    return axes.stream().map(GridAxis::toString).collect(Collectors.joining(" x "));
  }

  public int ranks() {
    return axes.stream().mapToInt(GridAxis::ranks).reduce(1, Math::multiplyExact);
  }
}
