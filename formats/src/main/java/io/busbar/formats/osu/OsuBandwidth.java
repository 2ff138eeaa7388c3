package io.busbar.formats.osu;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.List;

/**
 * One run of a bandwidth test of the OSU micro-benchmarks: {@code osu_bw}, {@code osu_bibw}, {@code
 * osu_mbw_mr} and the one-sided ones. Immutable.
 *
 * @param title {@code OSU MPI-CUDA Bandwidth Test v7.2}
 * @param bothDirections whether the figures add up both directions ({@code osu_bibw})
 * @param pairs of processes that send at once; 1 unless the test says more
 * @param rows in the order of the file, at least one
 */
public record OsuBandwidth(
    String title, boolean bothDirections, int pairs, List<Row> rows, Place at) implements Entry {
  public OsuBandwidth {
    rows = List.copyOf(rows);
  }

  /**
   * A size.
   *
   * @param megabytesPerSecond 10⁶ bytes per second, of all pairs together
   */
  public record Row(long messageBytes, double megabytesPerSecond, Place at) {}
}
