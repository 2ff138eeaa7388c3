package io.busbar.simulate.fabric;

/** What a node of a fabric is. */
public enum NodeKind {
  /** Sends and receives: a GPU with its NIC ports, or a host. */
  ENDPOINT("endpoint"),
  /** A NIC that several endpoints share. */
  NIC("nic"),
  /** Joins the GPUs of a scale-up domain. */
  SCALE_UP_SWITCH("scale-up switch"),
  LEAF("leaf"),
  SPINE("spine"),
  CORE("core");

  private final String word;

  NodeKind(String word) {
    this.word = word;
  }

  /** As it is printed. */
  public String word() {
    return word;
  }
}
