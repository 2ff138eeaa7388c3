package io.busbar.collective.algorithm;

import io.busbar.base.grid.GridAxis;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import java.util.List;

/**
 * What a schedule is asked for. Start with {@link #of} and change what differs.
 *
 * @param root root of a rooted operation
 * @param channels channels, each of which carries its part of every chunk
 * @param pieces pieces that trees and chains cut a pass into, so that their two directions overlap
 * @param aggregate most chunks in one message of PAT
 * @param radix what is under one SHARP switch, level by level: nodes under the lowest, switches
 *     under those above; the last, at least 2, holds for all further levels
 * @param mesh whether the ranks of a node have a link for each pair instead of a switch
 * @param grid lines of a grid that the ranks fill, the innermost first; empty for one ring of all
 */
public record ScheduleRequest(
    CollectiveOp op,
    Algorithm algorithm,
    Locality locality,
    int root,
    int channels,
    int pieces,
    int aggregate,
    List<Integer> radix,
    boolean mesh,
    List<GridAxis> grid) {

  public ScheduleRequest {
    if (root < 0 || root >= locality.ranks()) {
      throw new IllegalArgumentException("root " + root + " of " + locality.ranks() + " ranks");
    }
    atLeast(1, "channels", channels);
    atLeast(1, "pieces", pieces);
    atLeast(1, "aggregate", aggregate);
    radix = List.copyOf(radix);
    atLeast(1, "levels with a radix", radix.size());
    radix.forEach(width -> atLeast(1, "radix", width));
    atLeast(2, "radix", radix.getLast());
    grid = List.copyOf(grid);
    int onGrid = grid.stream().mapToInt(GridAxis::ranks).reduce(1, Math::multiplyExact);
    if (!grid.isEmpty() && onGrid != locality.ranks()) {
      throw new IllegalArgumentException(
          locality.ranks() + " ranks on a grid of " + onGrid + "; a schedule fills the grid");
    }
  }

  private static void atLeast(int least, String name, int value) {
    if (value < least) {
      throw new IllegalArgumentException(name + " " + value + "; expected " + least + " or more");
    }
  }

  /** Root 0, one channel, one piece, no limit to aggregation, radix 32, no mesh, no grid. */
  public static ScheduleRequest of(CollectiveOp op, Algorithm algorithm, Locality locality) {
    return new ScheduleRequest(
        op, algorithm, locality, 0, 1, 1, Integer.MAX_VALUE, List.of(32), false, List.of());
  }

  public ScheduleRequest withRoot(int rank) {
    return new ScheduleRequest(
        op, algorithm, locality, rank, channels, pieces, aggregate, radix, mesh, grid);
  }

  public ScheduleRequest withChannels(int count) {
    return new ScheduleRequest(
        op, algorithm, locality, root, count, pieces, aggregate, radix, mesh, grid);
  }

  public ScheduleRequest withPieces(int count) {
    return new ScheduleRequest(
        op, algorithm, locality, root, channels, count, aggregate, radix, mesh, grid);
  }

  public ScheduleRequest withAggregate(int chunks) {
    return new ScheduleRequest(
        op, algorithm, locality, root, channels, pieces, chunks, radix, mesh, grid);
  }

  public ScheduleRequest withRadix(Integer... levels) {
    return new ScheduleRequest(
        op, algorithm, locality, root, channels, pieces, aggregate, List.of(levels), mesh, grid);
  }

  public ScheduleRequest withMesh(boolean joinedInPairs) {
    return new ScheduleRequest(
        op, algorithm, locality, root, channels, pieces, aggregate, radix, joinedInPairs, grid);
  }

  public ScheduleRequest withGrid(List<GridAxis> lines) {
    return new ScheduleRequest(
        op, algorithm, locality, root, channels, pieces, aggregate, radix, mesh, lines);
  }
}
