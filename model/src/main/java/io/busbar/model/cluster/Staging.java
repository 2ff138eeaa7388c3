package io.busbar.model.cluster;

/**
 * The path of a message through host memory, which it takes when GPUDirect is off.
 *
 * @param hostBytesPerSecond link between a PCIe switch and the host processor, one direction; 0 if
 *     unknown
 * @param gpusPerHostLink GPUs that share that link with their NICs
 * @param memoryBytesPerSecondPerGpu host memory rate, reads and writes together, per GPU
 * @param latencySeconds what both copies add to a small message
 */
public record Staging(
    double hostBytesPerSecond,
    int gpusPerHostLink,
    double memoryBytesPerSecondPerGpu,
    double latencySeconds) {

  /**
   * Highest rate of a GPU that sends and receives at once, bytes per second in one direction:
   * min(host / (2·sharing), memory / 4). Sending, a byte goes up to the host once and down to the
   * NIC once; receiving likewise, so each direction of the host link carries it twice. Memory is
   * written and read once on either path: four accesses. No limit where a rate is unknown (0).
   * Derived from the copies themselves; that no other traffic uses the link is assumed.
   */
  public double bytesPerSecondPerGpu() {
    double link =
        hostBytesPerSecond > 0 ? hostBytesPerSecond / (2 * gpusPerHostLink) : Double.MAX_VALUE;
    double memory =
        memoryBytesPerSecondPerGpu > 0 ? memoryBytesPerSecondPerGpu / 4 : Double.MAX_VALUE;
    return Math.min(link, memory);
  }
}
