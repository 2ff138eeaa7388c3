package io.busbar.formats.mscclpp;

import java.util.List;

/**
 * An execution plan of MSCCL++, as its executor loads it. The format has no version field; keys are
 * those of the executor that knows {@code buffer_alignment}.
 *
 * @param collective {@code allreduce}, {@code allgather}, {@code reducescatter}, {@code alltoall},
 *     or a name that the executor does not look at
 * @param protocol {@code Simple} or {@code LL}
 * @param inPlace whether input and output are one buffer
 * @param minBytes least message for which it is meant, 0 where the file does not say
 * @param maxBytes largest message; {@link Long#MAX_VALUE} for none
 * @param doubleScratch whether calls take the halves of the scratch buffer in turn
 * @param gpus by their ids, which are 0, 1, ...
 */
public record PlanFile(
    String name,
    String collective,
    String protocol,
    boolean inPlace,
    long minBytes,
    long maxBytes,
    boolean doubleScratch,
    List<PlanGpu> gpus) {
  /** Operations that the executor has room for in a thread block. */
  public static final int MOST_OPERATIONS = 64;

  public PlanFile {
    gpus = List.copyOf(gpus);
  }

  /** Operations of all thread blocks, those of loops among them. */
  public int operations() {
    int sum = 0;
    for (PlanGpu gpu : gpus) {
      for (PlanBlock block : gpu.blocks()) {
        for (PlanOp op : block.ops()) {
          sum += 1 + op.loop().size();
        }
      }
    }
    return sum;
  }
}
