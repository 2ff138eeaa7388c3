package io.busbar.nccl.time;

import io.busbar.model.hardware.NetworkKind;
import java.util.Locale;

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

  /** As names of constants end. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
