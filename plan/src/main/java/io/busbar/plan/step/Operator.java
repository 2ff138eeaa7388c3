package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Precision;

/**
 * One kernel of a training step by its shape, as a user's own script measures it. Priced by the
 * same formulas as the kernels of a step. Immutable.
 */
public sealed interface Operator {
  /** Seconds on a GPU of the cluster. */
  double seconds(Cluster cluster, StepConstants constants);

  /**
   * Equal matrix products in one launch: {@code count} times m×k by k×n.
   *
   * @param outBytes moved per element of the result: 2, 4 for a gradient, 8 where it accumulates
   */
  record Product(double m, double n, double k, double count, Precision precision, double outBytes)
      implements Operator {
    @Override
    public double seconds(Cluster cluster, StepConstants constants) {
      GpuRates gpu = rates(cluster, precision, constants);
      double rate = gpu.linearFlopPerSecond * (count > 1 ? gpu.groupedShare : 1);
      return MatrixProduct.seconds(m, n, k, count, rate, gpu.linearBytes, outBytes, gpu);
    }
  }

  /**
   * Fused causal attention of whole sequences in 16 bits.
   *
   * @param sequences how many
   * @param backward whether it is the backward pass
   */
  record Attention(
      double sequences,
      double tokens,
      double heads,
      double keyDim,
      double valueDim,
      boolean backward)
      implements Operator {
    @Override
    public double seconds(Cluster cluster, StepConstants constants) {
      AttentionTime time =
          AttentionTime.of(
              AttentionKernel.FLASH_3,
              sequences * tokens,
              heads,
              tokens,
              AttentionTime.meanKeys(tokens, 0),
              keyDim,
              valueDim,
              rates(cluster, Precision.BF16, constants),
              constants,
              Ledger.OFF);
      return backward ? time.backward : time.forward;
    }
  }

  /**
   * A kernel that streams through device memory.
   *
   * @param bytes read and written
   */
  record Stream(double bytes) implements Operator {
    @Override
    public double seconds(Cluster cluster, StepConstants constants) {
      return bytes / rates(cluster, Precision.BF16, constants).memoryBytesPerSecond;
    }
  }

  private static GpuRates rates(Cluster cluster, Precision precision, StepConstants constants) {
    Gpu gpu = cluster.node().gpu();
    return new GpuRates(gpu, precision, AttentionKernel.FLASH_3, constants);
  }
}
