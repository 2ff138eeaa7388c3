package io.busbar.formats.msccl;

import java.util.List;

/**
 * What one GPU does.
 *
 * @param inputChunks 0 where the input is not named
 * @param outputChunks 0 where the output is not named
 */
public record MscclGpu(
    int id, int inputChunks, int outputChunks, int scratchChunks, List<MscclBlock> blocks) {
  public MscclGpu {
    blocks = List.copyOf(blocks);
  }
}
