package io.busbar.formats.perftest;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.List;

/**
 * A run of a bandwidth test of perftest.
 *
 * @param test {@code RDMA_Write BW Test}
 * @param mtu bytes; 0 when unknown
 * @param ethernet whether the link type is Ethernet
 * @param gpuMemory whether GPU memory was used, as far as the output tells
 * @param gidIndex −1 when it was not printed
 * @param mtuAt line of the MTU
 * @param gidAt line of the GID index
 */
public record PerftestRun(
    String test,
    String device,
    int mtu,
    boolean ethernet,
    boolean gpuMemory,
    int gidIndex,
    List<Row> rows,
    Place at,
    Place mtuAt,
    Place gidAt)
    implements Entry {
  public PerftestRun {
    rows = List.copyOf(rows);
  }

  /**
   * A line of its table.
   *
   * @param averageGbps 10⁹ bits per second
   */
  public record Row(long bytes, long iterations, double averageGbps, Place at) {}
}
