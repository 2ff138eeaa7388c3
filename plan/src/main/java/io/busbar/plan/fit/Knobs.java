package io.busbar.plan.fit;

import io.busbar.model.training.Batch;
import io.busbar.model.training.LayoutRules;
import io.busbar.model.training.ModelLimits;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Offload;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Trained;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.stack.Feature;
import io.busbar.plan.stack.StackTable;
import java.util.ArrayList;
import java.util.List;

/** What may be changed in a set-up so that it fits, as far as its stack can. Stateless. */
final class Knobs {
  private static final double HALF_BYTES = 2;
  private static final int TIME_ONLY = 0;
  private static final int SLOW = 1;
  private static final int NUMBERS = 2;
  private static final int ANOTHER_RUN = 3;

  private Knobs() {}

  /** All that change something here; the layout itself and the cluster are not among them. */
  static List<Knob> of(Situation now) {
    Training t = now.training();
    List<Knob> all = new ArrayList<>();
    recompute(t, all);
    microBatch(now, all);
    sharding(t, all);
    offload(t, all);
    numerics(t, all);
    lessToTrain(t, all);
    StackTable table = StackTable.standard();
    all.removeIf(k -> !table.can(t.software().stack(), k.needs()));
    return all;
  }

  private static void recompute(Training t, List<Knob> all) {
    if (t.recompute() != Recompute.FULL || t.recomputeShare() < 1) {
      all.add(
          new Knob(
              "recompute",
              "recompute every layer",
              TIME_ONLY,
              Feature.RECOMPUTE_FULL,
              x -> x.with(Recompute.FULL, 1)));
    }
  }

  private static void microBatch(Situation now, List<Knob> all) {
    Batch b = now.training().batch();
    LayoutRules rules = new LayoutRules(ModelLimits.of(now.model()), b.sequence(), b.globalBatch());
    if (b.microBatch() > 1 && rules.holds(now.training().parallelism(), 1)) {
      all.add(
          new Knob(
              "micro-batch",
              "micro-batch 1",
              TIME_ONLY,
              null,
              x -> x.with(new Batch(x.batch().sequence(), x.batch().globalBatch(), 1))));
    }
  }

  private static void sharding(Training t, List<Knob> all) {
    Parallelism p = t.parallelism();
    if ((long) p.dp() * p.cp() == 1) {
      return;
    }
    if (p.sharding() == Sharding.NONE) {
      all.add(
          new Knob(
              "sharding",
              "shard optimizer states over replicas (ZeRO-1)",
              TIME_ONLY,
              Feature.SHARD_OPTIMIZER,
              x -> sharded(x, Sharding.OPTIMIZER)));
    }
    if (p.sharding() != Sharding.PARAMETERS && p.pp() == 1) {
      all.add(
          new Knob(
              "sharding",
              "shard parameters as well (FSDP, ZeRO-3)",
              TIME_ONLY,
              Feature.SHARD_PARAMETERS,
              x -> sharded(x, Sharding.PARAMETERS)));
    }
  }

  /** Sharded parameters travel one layer at a time, so there are no buckets. */
  private static Training sharded(Training t, Sharding sharding) {
    Parallelism p = t.parallelism();
    Overlap o = t.overlap();
    Parallelism other = p.with(sharding, 0);
    long bucket = sharding == Sharding.PARAMETERS ? 0 : o.bucketBytes();
    return t.with(other)
        .with(
            new Overlap(
                o.gradients(), o.gradients(), o.tensor(), o.pipeline(), o.experts(), bucket));
  }

  private static void offload(Training t, List<Knob> all) {
    if (!t.offload().optimizer() && t.trained() == Trained.ALL) {
      Offload with = t.offload().activations() ? Offload.ALL : Offload.OPTIMIZER;
      all.add(
          new Knob(
              "offload",
              "optimizer states in host memory",
              SLOW,
              Feature.OFFLOAD_OPTIMIZER,
              x -> x.with(with)));
    }
    if (!t.offload().activations()) {
      Offload with = t.offload().optimizer() ? Offload.ALL : Offload.ACTIVATIONS;
      all.add(
          new Knob(
              "offload",
              "activations in host memory",
              SLOW,
              Feature.OFFLOAD_ACTIVATIONS,
              x -> x.with(with)));
    }
  }

  private static void numerics(Training t, List<Knob> all) {
    Numerics n = t.numerics();
    if (n.gradientBytes() > HALF_BYTES && n.compute() != Precision.FP32) {
      all.add(
          new Knob(
              "gradients",
              "gradients held in 16 bits",
              NUMBERS,
              Feature.GRADIENTS_16_BIT,
              x -> x.with(gradientsHalved(x.numerics()))));
    }
    if (n.optimizerBytes() >= Numerics.ADAM_FP32_BYTES && t.trained() == Trained.ALL) {
      all.add(
          new Knob(
              "optimizer",
              "optimizer moments in bf16",
              NUMBERS,
              Feature.OPTIMIZER_16_BIT,
              x -> x.with(momentsHalved(x.numerics()))));
    }
  }

  private static Numerics gradientsHalved(Numerics n) {
    return new Numerics(
        n.compute(),
        HALF_BYTES,
        Math.min(n.gradientReduceBytes(), HALF_BYTES),
        n.parameterGatherBytes(),
        n.optimizerBytes());
  }

  private static Numerics momentsHalved(Numerics n) {
    return new Numerics(
        n.compute(),
        n.gradientBytes(),
        n.gradientReduceBytes(),
        n.parameterGatherBytes(),
        n.optimizerBytes() - (Numerics.ADAM_FP32_BYTES - Numerics.ADAM_BF16_BYTES));
  }

  private static void lessToTrain(Training t, List<Knob> all) {
    if (t.trained() == Trained.ALL) {
      all.add(
          new Knob(
              "trained",
              "train adapters beside frozen weights (LoRA)",
              ANOTHER_RUN,
              Feature.ADAPTERS,
              x -> x.with(Trained.ADAPTERS)));
    }
    for (int parts = 2; parts <= 8; parts *= 2) {
      int part = parts;
      if (t.batch().sequence() % (2L * parts * t.parallelism().cp() * t.parallelism().tp()) == 0) {
        all.add(
            new Knob(
                "sequence",
                "sequences of " + t.batch().sequence() / part + " tokens",
                ANOTHER_RUN,
                null,
                x -> shorter(x, part)));
      }
    }
  }

  /** The same tokens per step in shorter sequences. */
  private static Training shorter(Training t, int parts) {
    Batch b = t.batch();
    return t.with(new Batch(b.sequence() / parts, b.globalBatch() * parts, b.microBatch()));
  }
}
