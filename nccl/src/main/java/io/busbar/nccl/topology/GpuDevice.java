package io.busbar.nccl.topology;

import org.jspecify.annotations.Nullable;

/**
 * A GPU of a node.
 *
 * @param index its place, from 0
 * @param busId on PCIe; empty when the source does not say
 * @param deviceId PCI device, {@code 0x2330}; empty when the source does not say
 * @param sm compute capability, null when unknown
 * @param nvLinks all of its links; null when the source does not tell of NVLink
 * @param nvLinkBytesPerSecond all of them, one direction, as NCCL counts; null when unknown
 * @param pcie null when the source does not tell of PCIe
 * @param numa NUMA node, null when unknown
 * @param cores near it, {@code 0-31,64-95}; may be empty
 * @param gdr whether it takes part in GPUDirect RDMA, null when unknown
 */
public record GpuDevice(
    int index,
    String busId,
    String deviceId,
    @Nullable Integer sm,
    @Nullable Integer nvLinks,
    @Nullable Double nvLinkBytesPerSecond,
    @Nullable PcieLink pcie,
    @Nullable Integer numa,
    String cores,
    @Nullable Boolean gdr) {

  /** {@code GPU3}. */
  public String label() {
    return "GPU" + index;
  }
}
