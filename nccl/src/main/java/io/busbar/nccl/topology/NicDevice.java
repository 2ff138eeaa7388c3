package io.busbar.nccl.topology;

import org.jspecify.annotations.Nullable;

/**
 * A network device of a node.
 *
 * @param index its place, from 0
 * @param name as the host calls it, {@code mlx5_0}; empty when the source does not say
 * @param busId on PCIe; empty when it has no place there
 * @param deviceId PCI device, {@code 0x1021}; empty when the source does not say
 * @param pciClass {@code 0x020700} for InfiniBand, {@code 0x020000} for Ethernet; may be empty
 * @param devicesOfFunction network devices on the same PCIe function
 * @param pcie null when the source does not tell of PCIe
 * @param bytesPerSecond its rate, one direction; null when the source does not say
 * @param socket whether it is a plain network interface, which knows no RDMA
 * @param numa NUMA node, null when unknown
 * @param gdr whether it reaches GPU memory itself, null when unknown
 */
public record NicDevice(
    int index,
    String name,
    String busId,
    String deviceId,
    String pciClass,
    int devicesOfFunction,
    @Nullable PcieLink pcie,
    @Nullable Double bytesPerSecond,
    boolean socket,
    @Nullable Integer numa,
    @Nullable Boolean gdr) {
  private static final int FEW_LANES = 2;
  private static final int MANY_DEVICES = 3;

  /** {@code NIC3}. */
  public String label() {
    return "NIC" + index;
  }

  /** Its name, else its bus id, else its label. */
  public String shown() {
    return !name.isEmpty() ? name : !busId.isEmpty() ? busId : label();
  }

  /**
   * Whether it is a port for management, as those of NVSwitches that are found among the HCAs: two
   * lanes at most, or three and more devices on one function of a few lanes.
   */
  public boolean isManagement() {
    return pcie != null
        && pcie.lanes() > 0
        && (pcie.lanes() <= FEW_LANES
            || (devicesOfFunction >= MANY_DEVICES && pcie.lanes() <= 2 * FEW_LANES));
  }

  /** Whether NCCL would send over RDMA with it. */
  public boolean isForTraffic() {
    return !socket && !isManagement();
  }
}
