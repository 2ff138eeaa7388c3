package io.busbar.formats.ncclrun;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Origin;
import io.busbar.formats.artefact.Place;
import java.util.List;

/**
 * The devices that a transport of NCCL found.
 *
 * @param role {@code IB}, {@code Socket}, {@code Bootstrap} or {@code OOB}
 */
public record NicList(String role, List<Nic> nics, Origin origin, Place at) implements Entry {
  public NicList {
    nics = List.copyOf(nics);
  }

  /**
   * One of them.
   *
   * @param name {@code mlx5_0} or {@code eth0}
   * @param detail link layer ({@code IB}, {@code RoCE}) or address
   */
  public record Nic(String name, String detail) {}
}
