package io.busbar.nccl.time;

/**
 * The links of a DGX-1 (V100): each GPU has six, two to one or two of its neighbours, none to most
 * of the other quad. A ring needs a path through all GPUs of a communicator that comes back, so the
 * first n GPUs carry as many rings at once as there are edge-disjoint directed Hamiltonian cycles.
 */
final class HybridCubeMesh {
  /**
   * Rings for n GPUs. The fifth GPU has links to one of the first four only, so its traffic passes
   * that GPU twice.
   */
  private static final int[] RINGS = {0, 0, 1, 2, 4, 2, 2, 4, 6};

  private HybridCubeMesh() {}

  /** Rate of a GPU in all rings, one direction, from that of all its links. */
  static double bytesPerSecond(int gpus, double allLinksBytesPerSecond) {
    int links = RINGS[RINGS.length - 1];
    int rings = gpus < RINGS.length ? RINGS[gpus] : links;
    return allLinksBytesPerSecond * rings / links;
  }
}
