package io.busbar.collective.blocks;

import java.util.List;

/**
 * A thread block: at most one GPU that it sends to and one that it receives from.
 *
 * @param id number among the blocks of its GPU
 * @param sendTo GPU, or −1
 * @param receiveFrom GPU, or −1
 * @param channel tells its connections from others between the same GPUs
 * @param steps in order
 */
public record Block(int id, int sendTo, int receiveFrom, int channel, List<BlockStep> steps) {
  public Block {
    steps = List.copyOf(steps);
  }
}
