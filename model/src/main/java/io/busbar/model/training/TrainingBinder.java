package io.busbar.model.training;

import static io.busbar.model.training.TrainingShape.BATCH;
import static io.busbar.model.training.TrainingShape.BATCH_SHAPE;
import static io.busbar.model.training.TrainingShape.COMPUTE;
import static io.busbar.model.training.TrainingShape.CONTEXT;
import static io.busbar.model.training.TrainingShape.CP;
import static io.busbar.model.training.TrainingShape.DP;
import static io.busbar.model.training.TrainingShape.EP;
import static io.busbar.model.training.TrainingShape.ETP;
import static io.busbar.model.training.TrainingShape.GRADIENTS;
import static io.busbar.model.training.TrainingShape.GRADIENT_REDUCE;
import static io.busbar.model.training.TrainingShape.OFFLOAD;
import static io.busbar.model.training.TrainingShape.OPTIMIZER;
import static io.busbar.model.training.TrainingShape.ORDER;
import static io.busbar.model.training.TrainingShape.OVERLAP;
import static io.busbar.model.training.TrainingShape.OVERLAP_SHAPE;
import static io.busbar.model.training.TrainingShape.PARALLELISM;
import static io.busbar.model.training.TrainingShape.PARALLELISM_SHAPE;
import static io.busbar.model.training.TrainingShape.PARAMETER_GATHER;
import static io.busbar.model.training.TrainingShape.PP;
import static io.busbar.model.training.TrainingShape.PRECISION;
import static io.busbar.model.training.TrainingShape.PRECISION_SHAPE;
import static io.busbar.model.training.TrainingShape.RECOMPUTE;
import static io.busbar.model.training.TrainingShape.RECOMPUTE_SHARE;
import static io.busbar.model.training.TrainingShape.SCHEDULE;
import static io.busbar.model.training.TrainingShape.SEQUENCE_PARALLEL;
import static io.busbar.model.training.TrainingShape.SHARDING;
import static io.busbar.model.training.TrainingShape.SHARD_GROUP;
import static io.busbar.model.training.TrainingShape.SOFTWARE;
import static io.busbar.model.training.TrainingShape.SOFTWARE_SHAPE;
import static io.busbar.model.training.TrainingShape.TP;
import static io.busbar.model.training.TrainingShape.TRAINED;
import static io.busbar.model.training.TrainingShape.VIRTUAL_STAGES;

import io.busbar.base.problem.Problems;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.tree.Tree;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.workload.ModelSpec;
import io.busbar.model.workload.PublishedBatch;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link TrainingRequest} of the fields of a file and checks it against model and cluster.
 * Whatever is known is checked: a model that could not be read hides no mistake in the batch. Used
 * once per file; not thread-safe.
 */
public final class TrainingBinder {
  private final Tree.Mapping root;
  private final Fields top;
  private final TrainingReport report;

  private TrainingBinder(Tree.Mapping root, Fields top, TrainingReport report) {
    this.root = root;
    this.top = top;
    this.report = report;
  }

  /**
   * Reads a training set-up and checks it.
   *
   * @param root the file, for positions
   * @param top its fields, of a shape with {@link TrainingShape#keys()}
   * @param model null when it could not be read
   * @param usual the batch that its makers trained with; null when not known
   * @param gpu null when the cluster could not be read
   * @param gpus GPUs of the cluster; 0 when it could not be read
   * @param problems takes what is wrong
   * @param findings takes what is worth knowing
   * @return null when something is wrong
   */
  public static @Nullable TrainingRequest bind(
      Tree.Mapping root,
      Fields top,
      @Nullable ModelSpec model,
      @Nullable PublishedBatch usual,
      @Nullable Gpu gpu,
      long gpus,
      Problems problems,
      List<Finding> findings) {
    TrainingReport report = new TrainingReport(root, problems, findings);
    return new TrainingBinder(root, top, report).bind(model, usual, gpu, gpus);
  }

  private @Nullable TrainingRequest bind(
      @Nullable ModelSpec model, @Nullable PublishedBatch usual, @Nullable Gpu gpu, long gpus) {
    Fields parallelism = inner(PARALLELISM, PARALLELISM_SHAPE);
    LayoutRequest layout = layout(parallelism);
    boolean readable = !top.failed(PARALLELISM) && !anyFailed(parallelism, PARALLELISM_SHAPE);
    int replicas = readable ? Degrees.replicas(layout, gpus, report) : 0;
    Fields precision = inner(PRECISION, PRECISION_SHAPE);
    Numerics numerics = numerics(precision, usual, gpu);
    SoftwareBinder software = new SoftwareBinder(inner(SOFTWARE, SOFTWARE_SHAPE), layout, gpu);
    BatchBinder batch = new BatchBinder(inner(BATCH, BATCH_SHAPE), model, usual, report);
    boolean bound = batch.bind(layout, replicas, gpus);

    Parallelism p = layout.parallelism(layout.isOpen() ? 0 : replicas);
    if (model != null) {
      LayoutRules rules =
          new LayoutRules(ModelLimits.of(model), batch.sequence(), batch.globalBatch());
      Integer micro = batch.microBatch();
      int checked = micro != null ? micro : layout.isOpen() ? 0 : 1;
      rules.check(p, checked, report.withBatchKey(batch.key()));
    }
    if (gpu != null) {
      PrecisionRules.check(numerics.compute(), gpu, report);
    }
    if (top.has(RECOMPUTE_SHARE) && !top.has(RECOMPUTE) && !top.failed(RECOMPUTE)) {
      missing("recompute", "what that share of the layers computes again", "recompute: full");
    }
    Fields overlap = inner(OVERLAP, OVERLAP_SHAPE);
    OverlapRemarks.check(root, layout, p, top.find(RECOMPUTE), report);
    if (!bound) {
      return null;
    }
    return new TrainingRequest(
        layout,
        batch.sequence(),
        batch.globalBatch(),
        batch.microBatch(),
        numerics,
        top.find(RECOMPUTE),
        top.get(RECOMPUTE_SHARE).fraction(),
        top.get(TRAINED),
        software.overlap(overlap),
        software.software(),
        top.get(OFFLOAD),
        leftOpen(parallelism, precision, software, overlap));
  }

  private Fields inner(Key<Fields> key, Shape shape) {
    Fields fields = top.find(key);
    return fields != null ? fields : shape.absent(top.at(key));
  }

  private static boolean anyFailed(Fields fields, Shape shape) {
    return shape.keys().stream().anyMatch(fields::failed);
  }

  private LayoutRequest layout(Fields f) {
    TrainingShape.ShardingName name = f.find(SHARDING);
    if (name == TrainingShape.ShardingName.HSDP && !f.has(SHARD_GROUP) && !f.failed(SHARD_GROUP)) {
      missing("parallelism.shard_group", "ranks that hold one copy together", "shard_group: 8");
    }
    return new LayoutRequest(
        f.find(TP),
        f.find(SEQUENCE_PARALLEL),
        f.find(PP),
        f.find(SCHEDULE),
        f.find(VIRTUAL_STAGES),
        f.find(CP),
        f.get(CONTEXT),
        f.find(EP),
        f.find(ETP),
        f.find(DP),
        name == null ? null : name.meant,
        f.find(SHARD_GROUP),
        f.get(ORDER));
  }

  private void missing(String key, String what, String example) {
    report.error(() -> new LayoutSink.Breach(key, "", "this key: " + what, "e.g. " + example));
  }

  private Numerics numerics(Fields f, @Nullable PublishedBatch usual, @Nullable Gpu gpu) {
    Precision compute = f.find(COMPUTE);
    if (compute == null && !f.failed(COMPUTE) && eightBit(usual, gpu)) {
      compute = Precision.FP8;
      String source = usual == null ? "" : usual.source();
      report.remark(() ->
          new LayoutSink.Remark(
              "assumed",
              Severity.INFO,
              "precision.compute",
              "assumed: products in fp8, as published (" + source + ")",
              "nothing was given",
              "set precision.compute"));
    }
    TrainingShape.Optimizer optimizer = f.find(OPTIMIZER);
    return Numerics.of(
        compute != null ? compute : PrecisionRules.usual(gpu),
        f.find(GRADIENTS),
        f.find(GRADIENT_REDUCE),
        f.find(PARAMETER_GATHER),
        optimizer == null ? Numerics.ADAM_FP32_BYTES : optimizer.momentBytes);
  }

  /** Whether a model was trained in FP8 and the GPU has it. */
  private static boolean eightBit(@Nullable PublishedBatch usual, @Nullable Gpu gpu) {
    return usual != null && usual.eightBit() && gpu != null && gpu.fp8FlopPerSecond() > 0;
  }

  private Set<Choice> leftOpen(
      Fields parallelism, Fields precision, SoftwareBinder software, Fields overlap) {
    Set<Choice> open = EnumSet.noneOf(Choice.class);
    if (!top.has(RECOMPUTE)) {
      open.add(Choice.RECOMPUTE);
    }
    if (!parallelism.has(SHARDING)) {
      open.add(Choice.SHARDING);
    }
    if (!precision.has(GRADIENTS)) {
      open.add(Choice.GRADIENTS);
    }
    if (!precision.has(OPTIMIZER)) {
      open.add(Choice.OPTIMIZER);
    }
    if (software.lossLeftOpen()) {
      open.add(Choice.FUSED_LOSS);
    }
    if (SoftwareBinder.expertsLeftOpen(overlap)) {
      open.add(Choice.EXPERT_OVERLAP);
    }
    return open;
  }
}
