package io.busbar.model.hardware;

/** How the GPUs of a node (or rack) are joined below the network. */
public enum ScaleUp {
  /** Every GPU reaches every other through switches at its full rate (NVSwitch). */
  SWITCHED,
  /** Fixed links between pairs (xGMI, hybrid cube mesh, bridges): one peer gets a part. */
  MESH,
  /** No links of their own: PCIe and host memory. */
  PCIE
}
