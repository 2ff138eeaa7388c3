package io.busbar.nccl.cost;

import io.busbar.nccl.graph.Machine;
import io.busbar.nccl.version.NcclVersion;

/**
 * Channels that NCCL gives to a single peer of a send or receive (and so to all-to-all, gather and
 * scatter): as many as its path to that peer can use.
 *
 * @param insideNode to a peer of the same node: {@code 2·max(1, rate of the path / rate of a link)}
 *     over NVLink, 2 over PCIe, to the next power of two
 * @param toNetwork to a peer of another node: {@code max(NICs, ceil(rate / 14))}, 2 without a NIC,
 *     to the next power of two (2.29 and later; earlier releases are not known). 0 on one node
 */
public record SendReceiveChannels(int insideNode, int toNetwork) {
  private static final int PCI = 2;
  private static final double GIGABYTES_PER_CHANNEL = 14;
  private static final int MAX_INSIDE = 32;

  /** Message sizes below which a peer's data goes with LL, in bytes. */
  public static final int LL_BELOW_BYTES = 16 * 1024;

  /** What a release gives on a machine. */
  public static SendReceiveChannels of(Machine machine, NcclVersion version) {
    int most = Channels.max(version);
    int inside = PCI;
    if (machine.nvlinks() > 0) {
      inside = Math.min(Math.min(most, MAX_INSIDE), powerOfTwo(2 * machine.nvlinks()));
    }
    return new SendReceiveChannels(inside, Math.min(most, toNetwork(machine)));
  }

  private static int toNetwork(Machine machine) {
    if (machine.nodes() == 1) {
      return 0;
    }
    if (machine.nics() == 0) {
      return 2;
    }
    // The NICs that a GPU's own path to the network uses are its share of the node's.
    int own = Math.max(1, machine.nics() / machine.ranksPerNode());
    double rate = own * machine.nicGigabytesPerSecond();
    return powerOfTwo(Math.max(own, (int) Math.ceil(rate / GIGABYTES_PER_CHANNEL)));
  }

  private static int powerOfTwo(int n) {
    return n <= 1 ? 1 : Integer.highestOneBit(n - 1) << 1;
  }
}
