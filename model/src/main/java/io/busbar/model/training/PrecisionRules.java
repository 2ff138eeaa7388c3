package io.busbar.model.training;

import io.busbar.formats.shape.Names;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.training.LayoutSink.Breach;
import org.jspecify.annotations.Nullable;

/** Which number formats a GPU computes in. Stateless. */
public final class PrecisionRules {
  private PrecisionRules() {}

  /** Tells whether the GPU's tensor units lack the format. */
  public static void check(Precision compute, Gpu gpu, LayoutSink sink) {
    if (gpu.generation() == Generation.CPU) {
      sink.error(() ->
          new Breach("cluster", gpu.name(), "a cluster of GPUs", "processors only play ranks"));
      return;
    }
    boolean lacks =
        switch (compute) {
          case FP8, FP8_ROWWISE -> gpu.fp8FlopPerSecond() == 0;
          case MXFP8 -> gpu.fp8FlopPerSecond() == 0 || !hasBlockScales(gpu.generation());
          case NVFP4 -> gpu.fp4FlopPerSecond() == 0;
          case BF16 -> gpu.generation() == Generation.VOLTA;
          case FP32, FP16 -> false;
        };
    if (lacks) {
      String name = Names.of(compute);
      sink.error(() ->
          new Breach(
              "precision.compute",
              name,
              "a format that " + gpu.name() + " computes in",
              "it has no " + name + " units: use " + best(gpu)));
    }
  }

  /** What is trained in when nothing is said: bf16 where the GPU has it. */
  static Precision usual(@Nullable Gpu gpu) {
    return gpu != null && gpu.generation() == Generation.VOLTA ? Precision.FP16 : Precision.BF16;
  }

  private static boolean hasBlockScales(Generation generation) {
    return generation == Generation.BLACKWELL || generation == Generation.CDNA4;
  }

  private static String best(Gpu gpu) {
    if (gpu.generation() == Generation.VOLTA) {
      return "fp16";
    }
    return gpu.fp8FlopPerSecond() > 0 ? "fp8 or bf16" : "bf16";
  }
}
