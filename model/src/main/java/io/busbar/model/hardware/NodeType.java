package io.busbar.model.hardware;

import io.busbar.model.fact.CatalogEntry;
import java.util.List;

/**
 * A server, rack-scale system or cloud shape: the unit in which clusters are counted.
 *
 * @param entry where the figures come from
 * @param gpu its GPUs
 * @param gpus GPUs of one unit ({@code 72} for an NVL72 rack)
 * @param gpusPerHost GPUs of one operating system image ({@code 4} for an NVL72 tray)
 * @param domainGpus GPUs that reach each other over scale-up links; may span units (cloud trays)
 * @param scaleUp how they are joined
 * @param inSwitchReduction whether the scale-up switches multicast and reduce (NVLS)
 * @param nics NIC ports of one unit for the compute network
 * @param nicModel what they are
 * @param nicBytesPerSecond rate of one port, one direction
 * @param nearNics for each GPU of a unit the indices of the NICs behind the same PCIe switch
 * @param network the network family that its NICs speak by default
 * @param watts power of one unit under load, 0 if unknown
 */
public record NodeType(
    CatalogEntry entry,
    Gpu gpu,
    int gpus,
    int gpusPerHost,
    int domainGpus,
    ScaleUp scaleUp,
    boolean inSwitchReduction,
    int nics,
    String nicModel,
    double nicBytesPerSecond,
    List<List<Integer>> nearNics,
    NetworkKind network,
    double watts) {

  public NodeType {
    nearNics = nearNics.stream().map(List::copyOf).toList();
  }

  public String name() {
    return entry.name();
  }

  /** Network rate that one GPU can claim when all send, bytes per second in one direction. */
  public double networkBytesPerSecondPerGpu() {
    return nics * nicBytesPerSecond / gpus;
  }
}
