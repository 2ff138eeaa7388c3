package io.busbar.plan.step;

import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Precision;

/**
 * Rates that a GPU sustains in training, from the catalogue's best measured matrix product.
 * Immutable; made once per GPU and precision.
 *
 * <p>{@code rate = measured · sustained · (watts / wattsMeasured)^exponent}: a measurement is a
 * short burst on one power variant, training runs for hours on another.
 */
final class GpuRates {
  /** Clock under training load over boost clock (power-limited). */
  private static final double CLOCK_SHARE = 0.88;

  final int multiprocessors;
  final double memoryBytesPerSecond;

  /** 16-bit matrix products of good shape. */
  final double halfFlopPerSecond;

  /** Matrix products of the linear layers in their own format. */
  final double linearFlopPerSecond;

  /** Fused attention at long sequences; 0 sequences give half of it at {@link #attentionHalf}. */
  final double attentionFlopPerSecond;

  final double attentionHalf;
  final double exponentialsPerSecond;
  final double exposedExponentials;
  final double linearBytes;

  /** Rate of grouped products over plain ones of their shape. */
  final double groupedShare;

  /** Bytes moved per element and product to bring it into a narrow format; 0 without. */
  final double castBytes;

  GpuRates(Gpu gpu, Precision precision, AttentionKernel kernel, StepConstants constants) {
    Generation generation = gpu.generation();
    boolean known = gpu.watts() > 0 && gpu.matmulWatts() > 0;
    double power =
        known
            ? Math.pow(
                gpu.watts() / gpu.matmulWatts(), constants.value("power_exponent", generation))
            : 1;
    double sustained = constants.value("sustained", generation);
    this.multiprocessors = Math.max(1, gpu.streamingMultiprocessors());
    this.memoryBytesPerSecond = gpu.memoryBytesPerSecond() * constants.value("memory_share");
    this.halfFlopPerSecond = gpu.matmulBf16FlopPerSecond() * sustained * power;
    this.linearFlopPerSecond =
        switch (precision) {
          case FP32 -> halfFlopPerSecond / 2;
          case FP16, BF16, FP8_ROWWISE -> halfFlopPerSecond;
          case FP8, MXFP8 -> gpu.matmulFp8FlopPerSecond() * narrow(constants, generation) * power;
          case NVFP4 -> gpu.matmulFp4FlopPerSecond() * narrow(constants, generation) * power;
        };
    this.attentionFlopPerSecond =
        gpu.matmulBf16FlopPerSecond() * power * attentionShare(kernel, generation, constants);
    this.attentionHalf = constants.value("attention_half_tokens");
    this.exponentialsPerSecond = gpu.exponentialsPerSecond() * CLOCK_SHARE;
    this.exposedExponentials = constants.value("exposed_exponentials");
    this.groupedShare = constants.value("grouped_share");
    this.linearBytes = bytes(precision);
    this.castBytes = castBytes(precision);
  }

  private static double narrow(StepConstants constants, Generation generation) {
    return constants.value(
        generation == Generation.BLACKWELL
            ? "sustained_narrow_blackwell"
            : "sustained_narrow_hopper");
  }

  private static double attentionShare(
      AttentionKernel kernel, Generation generation, StepConstants constants) {
    String family = StepConstants.family(generation);
    boolean early = kernel == AttentionKernel.FLASH_2 && family.equals("hopper");
    return constants.value(early ? "attention_flash2_hopper" : "attention_" + family);
  }

  /**
   * A 16-bit read and two narrow copies written (row- and column-wise); scales of a row each need a
   * read of their own to find the largest value.
   */
  private static double castBytes(Precision precision) {
    return switch (precision) {
      case FP32, FP16, BF16 -> 0;
      case FP8, MXFP8, NVFP4 -> 4;
      case FP8_ROWWISE -> 6;
    };
  }

  /** Bytes of an element as a matrix product reads it, scales included for 4 bits. */
  private static double bytes(Precision precision) {
    return switch (precision) {
      case FP32 -> 4;
      case FP16, BF16 -> 2;
      case FP8, MXFP8, FP8_ROWWISE -> 1;
      case NVFP4 -> 0.6;
    };
  }
}
