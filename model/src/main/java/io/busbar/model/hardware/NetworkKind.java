package io.busbar.model.hardware;

/** Families of scale-out networks that behave alike. */
public enum NetworkKind {
  INFINIBAND,
  ROCE,
  /** AWS Elastic Fabric Adapter (SRD transport). */
  EFA,
  /** Google GPUDirect-TCPX and TCPXO. */
  TCPX,
  OMNI_PATH,
  SLINGSHOT,
  /** Plain sockets. */
  TCP
}
