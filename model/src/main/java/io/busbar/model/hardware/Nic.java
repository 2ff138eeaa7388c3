package io.busbar.model.hardware;

import io.busbar.model.fact.CatalogEntry;
import java.util.List;

/**
 * A network adapter for the compute network.
 *
 * @param entry where the figures come from
 * @param bytesPerSecond rate of one port at its fastest, one direction
 * @param maxPorts most ports that a card of this model has
 * @param networks what it speaks
 */
public record Nic(
    CatalogEntry entry, double bytesPerSecond, int maxPorts, List<NetworkKind> networks) {
  public Nic {
    networks = List.copyOf(networks);
  }

  public String name() {
    return entry.name();
  }
}
