package io.busbar.formats.mscclpp;

import java.util.List;

/**
 * An operation of a thread block.
 *
 * @param name such as {@code put}, {@code signal}, {@code re}
 * @param channelType {@code memory}, {@code port}, {@code switch}; empty for none
 * @param channels which of the block's channels of that kind
 * @param sources what is read
 * @param targets what is written
 * @param semaphores which of the GPU's
 * @param barrier number of a barrier; −1 for none
 * @param barrierBlocks blocks that meet there
 * @param part which part of the chunks this block does, where several share them
 * @param parts into how many parts the chunks are cut; 1 for whole ones
 * @param loop operations of a {@code pipeline}
 * @param line of the file; 0 for none
 */
public record PlanOp(
    String name,
    String channelType,
    List<Integer> channels,
    List<PlanChunk> sources,
    List<PlanChunk> targets,
    List<Integer> semaphores,
    int barrier,
    int barrierBlocks,
    int part,
    int parts,
    List<PlanOp> loop,
    int line) {
  public PlanOp {
    channels = List.copyOf(channels);
    sources = List.copyOf(sources);
    targets = List.copyOf(targets);
    semaphores = List.copyOf(semaphores);
    loop = List.copyOf(loop);
  }

  /** One that only orders threads or blocks. */
  public static PlanOp sync(
      String name, String channelType, List<Integer> channels, List<Integer> semaphores) {
    return new PlanOp(
        name, channelType, channels, List.of(), List.of(), semaphores, -1, 0, 0, 1, List.of(), 0);
  }

  /** One that moves or adds up whole chunks. */
  public static PlanOp data(
      String name,
      String channelType,
      List<Integer> channels,
      List<PlanChunk> sources,
      List<PlanChunk> targets) {
    return new PlanOp(
        name, channelType, channels, sources, targets, List.of(), -1, 0, 0, 1, List.of(), 0);
  }
}
