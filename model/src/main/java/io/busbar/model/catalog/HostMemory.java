package io.busbar.model.catalog;

import io.busbar.model.hardware.NodeType;

/** Memory of the hosts that GPUs stand in. Stateless. */
public final class HostMemory {
  private HostMemory() {}

  /** What one GPU can claim, in bytes; 0 if unknown. */
  public static double bytesPerGpu(NodeType node) {
    return node.entry().value(NodeKeys.HOST_MEMORY, 0.0) / node.gpusPerHost();
  }
}
