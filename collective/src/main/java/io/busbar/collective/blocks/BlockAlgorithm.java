package io.busbar.collective.blocks;

import io.busbar.collective.api.CollectiveOp;
import java.util.List;

/**
 * An algorithm as thread blocks.
 *
 * @param root root of a rooted operation; 0 for others
 * @param chunks into which the buffer that {@link CollectiveOp} counts bytes of is cut
 * @param inPlace whether input and output are one buffer: of an all-gather the input is the rank's
 *     own part of the output, of a reduce-scatter the output its part of the input
 * @param gpus what each rank does
 */
public record BlockAlgorithm(
    String name, CollectiveOp op, int root, int chunks, boolean inPlace, List<Gpu> gpus) {

  public BlockAlgorithm {
    gpus = List.copyOf(gpus);
  }

  /**
   * What one rank does.
   *
   * @param scratchChunks chunks of its scratch buffer
   */
  public record Gpu(int scratchChunks, List<Block> blocks) {
    public Gpu {
      blocks = List.copyOf(blocks);
    }
  }

  /** GPUs that take part. */
  public int ranks() {
    return gpus.size();
  }

  /** Steps of all blocks. */
  public int steps() {
    return gpus.stream()
        .flatMap(gpu -> gpu.blocks().stream())
        .mapToInt(b -> b.steps().size())
        .sum();
  }
}
