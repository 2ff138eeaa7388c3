package io.busbar.nccl.time;

/** What keeps a collective from being faster. */
public enum Limit {
  LATENCY("latency", "start-up and steps"),
  CHANNELS("channels", "thread blocks that copy"),
  SCALE_UP("scale-up", "links between the GPUs of a domain"),
  PCIE("PCIe", "PCIe between GPUs, or host memory without GPUDirect"),
  NIC("NIC", "NICs of a domain"),
  FABRIC("fabric", "oversubscribed switches");

  private final String label;
  private final String meaning;

  Limit(String label, String meaning) {
    this.label = label;
    this.meaning = meaning;
  }

  public String label() {
    return label;
  }

  public String meaning() {
    return meaning;
  }
}
