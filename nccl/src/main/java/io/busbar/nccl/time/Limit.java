package io.busbar.nccl.time;

/** What keeps a collective from being faster. */
public enum Limit {
  /** Start-up and steps. */
  LATENCY("latency"),
  /** Thread blocks that copy. */
  CHANNELS("channels"),
  /** Links between the GPUs of a domain. */
  SCALE_UP("scale-up"),
  /** PCIe between GPUs, or host memory without GPUDirect. */
  PCIE("PCIe"),
  /** NICs of a domain. */
  NIC("NIC"),
  /** Oversubscribed switches. */
  FABRIC("fabric");

  private final String label;

  Limit(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
