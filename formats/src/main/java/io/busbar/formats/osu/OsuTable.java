package io.busbar.formats.osu;

import java.util.List;

/**
 * One run of an OSU micro-benchmark of a collective. Immutable.
 *
 * @param line of its title
 * @param title {@code OSU MPI-CUDA Allreduce Latency Test v7.0}
 * @param collective as nccl-tests calls it; empty when it has no such test
 * @param rows in the order of the file
 */
public record OsuTable(int line, String title, String collective, List<Row> rows) {
  public OsuTable {
    rows = List.copyOf(rows);
  }

  /**
   * A size.
   *
   * @param messageBytes size as OSU counts it: what one rank contributes, for reduce-scatter and
   *     all-reduce the whole buffer
   * @param averageUs mean over ranks and iterations
   */
  public record Row(int line, long messageBytes, double averageUs) {}

  /**
   * A row's size as nccl-tests counts it: gathered and exchanged buffers hold one message per rank.
   */
  public long sizeBytes(Row row, int ranks) {
    return switch (collective) {
      case "all_gather", "alltoall", "gather", "scatter" -> row.messageBytes() * ranks;
      default -> row.messageBytes();
    };
  }
}
