package io.busbar.plan.stack;

import io.busbar.formats.shape.Names;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Recompute;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Something that a training framework can do or not, named as in {@code frameworks.yaml}. */
public enum Feature {
  INTERLEAVED,
  ZB_1P,
  ZB_2P,
  ZB_V,
  DUAL_PIPE,
  OVERLAP_GRADIENTS,
  OVERLAP_PARAMETERS,
  OVERLAP_TENSOR,
  OVERLAP_EXPERTS,
  SEQUENCE_PARALLEL,
  RECOMPUTE_SELECTIVE,
  RECOMPUTE_MODULES,
  RECOMPUTE_PER_OPERATION,
  RECOMPUTE_FULL,
  RECOMPUTE_SHARE,
  GRADIENTS_16_BIT("gradients-16-bit"),
  OPTIMIZER_16_BIT("optimizer-16-bit"),
  SHARD_OPTIMIZER,
  SHARD_PARAMETERS,
  FP8("fp8"),
  EXPERT_DISPATCH,
  OFFLOAD_OPTIMIZER,
  OFFLOAD_ACTIVATIONS,
  ADAPTERS;

  private final String written;

  Feature() {
    this.written = name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Feature(String written) {
    this.written = written;
  }

  /** As written in the table. */
  public String written() {
    return written;
  }

  /** What a schedule needs of the framework; null for GPipe and 1F1B, which every one runs. */
  public static @Nullable Feature of(PipelineSchedule schedule) {
    return switch (schedule) {
      case GPIPE, ONE_F_ONE_B -> null;
      case INTERLEAVED -> INTERLEAVED;
      case ZERO_BUBBLE_1P -> ZB_1P;
      case ZERO_BUBBLE_2P -> ZB_2P;
      case ZERO_BUBBLE_V -> ZB_V;
      case DUAL_PIPE -> DUAL_PIPE;
    };
  }

  /** What a mode of recomputation needs; null for none. */
  public static @Nullable Feature of(Recompute mode) {
    return switch (mode) {
      case NONE -> null;
      case SELECTIVE -> RECOMPUTE_SELECTIVE;
      case MODULES -> RECOMPUTE_MODULES;
      case PER_OPERATION -> RECOMPUTE_PER_OPERATION;
      case FULL -> RECOMPUTE_FULL;
    };
  }

  /**
   * @throws IllegalArgumentException when no feature is called so
   */
  static Feature named(String name) {
    for (Feature feature : values()) {
      if (feature.written.equals(name)) {
        return feature;
      }
    }
    throw new IllegalArgumentException("no feature " + name + " of " + Names.of(INTERLEAVED));
  }
}
