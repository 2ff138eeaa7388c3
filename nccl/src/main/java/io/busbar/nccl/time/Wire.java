package io.busbar.nccl.time;

import io.busbar.model.hardware.NetworkKind;

/** Networks whose messages cost alike. */
public enum Wire {
  /** InfiniBand, RoCE, Omni-Path: one-sided verbs. */
  RDMA,
  /** AWS EFA: datagrams over libfabric. */
  EFA,
  /** HPE Slingshot over libfabric. */
  SLINGSHOT,
  /** Google's GPUDirect-TCPX and TCPXO; plain sockets are taken as such too. */
  TCPX;

  static Wire of(NetworkKind kind) {
    return switch (kind) {
      case INFINIBAND, ROCE, OMNI_PATH -> RDMA;
      case EFA -> EFA;
      case SLINGSHOT -> SLINGSHOT;
      case TCPX, TCP -> TCPX;
    };
  }

  /** As the names of shares end: transports of clouds over Ethernet lose alike. */
  String shareKey() {
    return this == EFA || this == TCPX ? "cloud" : "nic";
  }

  /**
   * Who delivers a small message: the NIC itself, or software on the host.
   *
   * @param family of the GPUs beside it: instances with Hopper and later have EFA's second
   *     generation, whose cards order packets themselves
   */
  String flagKey(Family family) {
    return switch (this) {
      case RDMA, SLINGSHOT -> "nic";
      case EFA -> family == Family.AMPERE ? "software" : "nic";
      case TCPX -> "software";
    };
  }

  /** What hands over a chunk: verbs that NCCL calls itself, or a library behind a plugin. */
  String chunkKey() {
    return this == RDMA ? "verbs" : "plugin";
  }
}
