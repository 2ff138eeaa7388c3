package io.busbar.model.training;

import org.jspecify.annotations.Nullable;

/**
 * Number formats.
 *
 * @param compute of the linear layers
 * @param gradientBytes bytes per gradient element as accumulated and held
 * @param gradientReduceBytes bytes per gradient element on the wire
 * @param parameterGatherBytes bytes per parameter element when parameters are gathered
 * @param optimizerBytes optimizer state per parameter, master copy included (12 for Adam in fp32)
 */
public record Numerics(
    Precision compute,
    double gradientBytes,
    double gradientReduceBytes,
    double parameterGatherBytes,
    double optimizerBytes) {

  /** First and second moment of Adam in fp32. */
  public static final double ADAM_FP32_BYTES = 8;

  /** First and second moment of Adam in bf16 (precision-aware optimizer). */
  public static final double ADAM_BF16_BYTES = 4;

  private static final double FP32_BYTES = 4;
  private static final double HALF_BYTES = 2;

  /** Formats of Megatron by default: {@link #of} with nothing chosen but the compute format. */
  public static Numerics of(Precision compute) {
    return of(compute, null, null, null, ADAM_FP32_BYTES);
  }

  /**
   * Formats with Megatron's defaults for what is null. Bytes per parameter with weights: bf16
   * 2+4+12 = 18, fp16 2+2+16 = 20 (the optimizer keeps an fp32 copy of gradients held in 16 bits),
   * fp32 4+4+8 = 16. Source: Megatron-Core distributed optimizer documentation.
   *
   * @param gradients bytes per gradient as held; null: 2 with fp16, else 4
   * @param reduce bytes per gradient on the wire; null: as held
   * @param gather bytes per gathered parameter; null: 4 with fp32, else 2
   * @param momentBytes the optimizer's moments per parameter; a master copy is added unless fp32
   */
  public static Numerics of(
      Precision compute,
      @Nullable Double gradients,
      @Nullable Double reduce,
      @Nullable Double gather,
      double momentBytes) {
    boolean fp16 = compute == Precision.FP16;
    double held = gradients != null ? gradients : fp16 ? HALF_BYTES : FP32_BYTES;
    double master = compute == Precision.FP32 ? 0 : FP32_BYTES;
    double gradientCopy = fp16 && held < FP32_BYTES ? FP32_BYTES : 0;
    return new Numerics(
        compute,
        held,
        reduce != null ? reduce : held,
        gather != null ? gather : compute == Precision.FP32 ? FP32_BYTES : HALF_BYTES,
        momentBytes + master + gradientCopy);
  }
}
