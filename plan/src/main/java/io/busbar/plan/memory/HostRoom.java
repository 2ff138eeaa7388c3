package io.busbar.plan.memory;

import io.busbar.model.catalog.HostMemory;
import io.busbar.model.hardware.NodeType;

/** Host memory that offloaded states and activations may take. Stateless. */
public final class HostRoom {
  private HostRoom() {}

  /** Bytes for one GPU; 0 when the catalogue does not know the host's memory. */
  public static double bytesPerGpu(NodeType node) {
    return HostMemory.bytesPerGpu(node) * MemoryConstant.HOST_SHARE.value();
  }

  /**
   * Whether a set-up fits on the device and on the host.
   *
   * @param device whether it fits on the device
   * @param hostBytes what one GPU keeps in host memory
   */
  public static Verdict verdict(Verdict device, double hostBytes, NodeType node) {
    return isOver(hostBytes, node) ? Verdict.DOES_NOT_FIT : device;
  }

  /** Whether that is more than the host has; false when that is unknown. */
  public static boolean isOver(double hostBytes, NodeType node) {
    double room = bytesPerGpu(node);
    return room > 0 && hostBytes > room;
  }
}
