package io.busbar.nccl.graph;

/** Host processors that NCCL tells apart. */
public enum Cpu {
  INTEL,
  AMD,
  /** Nodes of one communicator have x86 CPUs of different vendors. */
  MIXED,
  POWER,
  ARM,
  /** Zhaoxin and whatever else. */
  OTHER;

  /** Whether it runs x86 code. */
  public boolean x86() {
    return this == INTEL || this == AMD || this == MIXED;
  }
}
