package io.busbar.plan.memory;

import io.busbar.model.training.Numerics;
import io.busbar.model.training.Precision;

/**
 * The formulas of memory as papers print them, for hand computation and as anchors of the model,
 * which counts tensor by tensor. They know no embedding, no uneven stages, no work space.
 * Stateless.
 */
public final class ClosedForms {
  private ClosedForms() {}

  /** {@code P / (t·p)}: parameters on a GPU when stages are equal and tensors are all split. */
  public static double parametersPerGpu(double parameters, int tp, int pp) {
    return parameters / ((double) tp * pp);
  }

  /**
   * {@code g·P / (t·p)}: gradients on a GPU.
   *
   * @param bytesPerGradient 2 in 16 bits, 4 in FP32
   */
  public static double gradientBytesPerGpu(
      double parameters, int tp, int pp, double bytesPerGradient) {
    return bytesPerGradient * parametersPerGpu(parameters, tp, pp);
  }

  /**
   * Bytes of states per parameter on a GPU, {@code w + g + o/d}: BF16 with FP32 gradients 6 + 12/d
   * (18 unsharded), FP16 4 + 16/d (20), FP32 8 + 8/d (16). Source: Megatron-Core distributed
   * optimizer documentation.
   *
   * @param shardRanks ranks d that share optimizer states; 1 without sharding
   */
  public static double stateBytesPerParameter(Numerics numerics, double shardRanks) {
    double weight = numerics.compute() == Precision.FP32 ? 4 : 2;
    return weight + numerics.gradientBytes() + numerics.optimizerBytes() / shardRanks;
  }

  /** {@link #stateBytesPerParameter} times {@link #parametersPerGpu}. */
  public static double stateBytesPerGpu(
      double parameters, int tp, int pp, Numerics numerics, double shardRanks) {
    return stateBytesPerParameter(numerics, shardRanks) * parametersPerGpu(parameters, tp, pp);
  }

  /**
   * A layer of a plain GPT (f = 4h, dropout, 16 bits) that keeps everything, {@code s·b·h·(10 +
   * 24/t + 5·a·s/(h·t))}; with sequence parallelism {@code s·b·h/t·(34 + 5·a·s/h)}. Source:
   * Korthikanti et al. 2022, equations 2 and 4.
   *
   * @param sequence tokens s of a sequence
   * @param microBatch sequences b of a micro-batch
   * @param hidden width h
   * @param heads attention heads a
   * @param tp tensor-parallel ranks t
   */
  public static double layerBytes(
      int sequence, int microBatch, int hidden, int heads, int tp, boolean sequenceParallel) {
    double element = (double) sequence * microBatch * hidden;
    double scores = 5.0 * heads * sequence / hidden;
    return sequenceParallel
        ? element / tp * (34 + scores)
        : element * (10 + 24.0 / tp + scores / tp);
  }

  /**
   * The same without what attention recomputes (selective mode, or fused attention): {@code
   * s·b·h·(10 + 24/t)}, with sequence parallelism {@code 34·s·b·h/t}. Source: Korthikanti et al.
   * 2022, section 5.
   */
  public static double layerBytesWithoutScores(
      int sequence, int microBatch, int hidden, int tp, boolean sequenceParallel) {
    double element = (double) sequence * microBatch * hidden;
    return sequenceParallel ? 34 * element / tp : element * (10 + 24.0 / tp);
  }

  /** {@code 2·s·b·h}: the input of a layer, all that full recompute keeps, in 16 bits. */
  public static double layerInputBytes(int sequence, int microBatch, int hidden) {
    return 2.0 * sequence * microBatch * hidden;
  }

  /**
   * Layers' worth of activations on the first stage of an interleaved pipeline with enough
   * micro-batches, {@code L·(1 + (p − 1)/(p·v))}; L with v = 1. Source: Korthikanti et al. 2022,
   * appendix B.
   */
  public static double layersKeptOnFirstStage(int layers, int pp, int virtualStages) {
    return virtualStages == 1 ? layers : layers * (1 + (pp - 1.0) / ((double) pp * virtualStages));
  }
}
