package io.busbar.model.training;

import static io.busbar.model.training.TrainingShape.ATTENTION;
import static io.busbar.model.training.TrainingShape.BUCKET;
import static io.busbar.model.training.TrainingShape.CUDA_GRAPHS;
import static io.busbar.model.training.TrainingShape.FUSED_EXPERTS;
import static io.busbar.model.training.TrainingShape.FUSED_LOSS;
import static io.busbar.model.training.TrainingShape.OVERLAP_EXPERTS;
import static io.busbar.model.training.TrainingShape.OVERLAP_GRADIENTS;
import static io.busbar.model.training.TrainingShape.OVERLAP_PARAMETERS;
import static io.busbar.model.training.TrainingShape.OVERLAP_PIPELINE;
import static io.busbar.model.training.TrainingShape.OVERLAP_TENSOR;
import static io.busbar.model.training.TrainingShape.STACK;

import io.busbar.base.quantity.DataSize;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.Gpu;
import org.jspecify.annotations.Nullable;

/**
 * What the training software does when the file does not say: what its family does on that GPU.
 * Used once per file; not thread-safe.
 */
final class SoftwareBinder {
  private final Fields fields;
  private final Stack stack;
  private final boolean asynchronous;
  private final boolean bidirectional;

  /**
   * @param gpu null when the cluster could not be read
   */
  SoftwareBinder(Fields fields, LayoutRequest layout, @Nullable Gpu gpu) {
    this.fields = fields;
    // Hiding the exchange of one direction behind the other is what DualPipe is for.
    this.bidirectional = layout.schedule() == PipelineSchedule.DUAL_PIPE;
    Stack given = fields.find(STACK);
    Stack usual =
        layout.sharding() == Sharding.PARAMETERS ? Stack.FSDP_COMPILED : Stack.MEGATRON_CORE;
    this.stack = given != null ? given : usual;
    Generation generation = gpu == null ? Generation.HOPPER : gpu.generation();
    this.asynchronous = generation == Generation.HOPPER || generation == Generation.BLACKWELL;
  }

  Software software() {
    AttentionKernel attention = fields.find(ATTENTION);
    return new Software(
        stack,
        attention != null ? attention : usualAttention(),
        or(fields, FUSED_EXPERTS, !isOld()),
        or(fields, CUDA_GRAPHS, false),
        or(fields, FUSED_LOSS, isMegatron()));
  }

  /** Whether the loss may still be fused to save memory. */
  boolean lossLeftOpen() {
    return !fields.has(FUSED_LOSS) && !isMegatron();
  }

  /** Whether hiding the expert exchange was left to whoever searches. */
  static boolean expertsLeftOpen(Fields overlap) {
    return !overlap.has(OVERLAP_EXPERTS);
  }

  OverlapRequest overlap(Fields overlap) {
    boolean products = asynchronous && (stack == Stack.MEGATRON_CORE || stack == Stack.XLA);
    DataSize bucket = overlap.find(BUCKET);
    return new OverlapRequest(
        or(overlap, OVERLAP_GRADIENTS, !isOld()),
        or(overlap, OVERLAP_PARAMETERS, !isOld()),
        or(overlap, OVERLAP_TENSOR, products),
        or(overlap, OVERLAP_PIPELINE, !isOld()),
        or(overlap, OVERLAP_EXPERTS, bidirectional),
        bucket == null ? null : bucket.bytes());
  }

  private AttentionKernel usualAttention() {
    if (isOld()) {
      return AttentionKernel.UNFUSED;
    }
    return asynchronous ? AttentionKernel.FLASH_3 : AttentionKernel.FLASH_2;
  }

  private boolean isOld() {
    return stack == Stack.MEGATRON_2021;
  }

  private boolean isMegatron() {
    return isOld() || stack == Stack.MEGATRON_CORE;
  }

  private static boolean or(Fields fields, Key<Boolean> key, boolean usual) {
    Boolean given = fields.find(key);
    return given != null ? given : usual;
  }
}
