package io.busbar.plan.effect;

import io.busbar.formats.shape.Names;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Training;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A training set-up as keys of the plan file, so that a change can be made by whoever reads of it.
 * Values are written as in the file; an empty one means that the key is left out. Stateless.
 */
public final class Settings {
  private static final double HALF_BYTES = 2;

  private Settings() {}

  /**
   * The keys that make a change of a plan.
   *
   * @return empty for a change of the cluster, which no key of the training makes
   */
  public static Map<String, String> of(Change change) {
    Map<String, String> before = all(change.before().training());
    Map<String, String> after = all(change.after().training());
    Map<String, String> changed = new LinkedHashMap<>();
    after.forEach((key, value) -> {
      if (!value.equals(before.get(key))) {
        changed.put(key, value);
      }
    });
    if (changed.isEmpty()) {
      return changed;
    }
    changed.put("recompute", String.valueOf(after.get("recompute")));
    changed.put("recompute_share", String.valueOf(after.get("recompute_share")));
    // What is left open would be searched again, and only among what fits with room to spare.
    layout(changed, change.after().training());
    if (changed.containsKey("batch.global_batch")) {
      changed.put("batch.global_tokens", "");
      changed.put("batch.accumulation", "");
    }
    return changed;
  }

  /** The keys that fix the degrees of a layout and its micro-batch. */
  public static void layout(Map<String, String> into, Training training) {
    Parallelism p = training.parallelism();
    into.put("parallelism.tp", Integer.toString(p.tp()));
    into.put("parallelism.pp", Integer.toString(p.pp()));
    into.put("parallelism.cp", p.cp() > 1 ? Integer.toString(p.cp()) : "");
    into.put("parallelism.ep", p.ep() > 1 ? Integer.toString(p.ep()) : "");
    pipeline(into, p);
    into.put("batch.micro_batch", Integer.toString(training.batch().microBatch()));
  }

  private static void pipeline(Map<String, String> into, Parallelism p) {
    into.put("parallelism.schedule", p.schedule().written());
    into.put("parallelism.virtual_stages", Integer.toString(p.virtualStages()));
  }

  private static Map<String, String> all(Training training) {
    Map<String, String> keys = new LinkedHashMap<>();
    Parallelism p = training.parallelism();
    pipeline(keys, p);
    keys.put("parallelism.sequence_parallel", Boolean.toString(p.sequenceParallel()));
    keys.put("parallelism.sharding", Names.of(p.sharding()));
    keys.put("batch.micro_batch", Integer.toString(training.batch().microBatch()));
    keys.put("batch.global_batch", Long.toString(training.batch().globalBatch()));
    Numerics n = training.numerics();
    keys.put("precision.compute", Names.of(n.compute()));
    keys.put("precision.gradient_reduce", width(n));
    keys.put("recompute", Names.of(training.recompute()));
    boolean part = training.recompute() != Recompute.NONE && training.recomputeShare() < 1;
    keys.put("recompute_share", part ? 100 * training.recomputeShare() + "%" : "");
    Overlap o = training.overlap();
    keys.put("overlap.gradients", Boolean.toString(o.gradients()));
    keys.put("overlap.parameters", Boolean.toString(o.parameters()));
    keys.put("overlap.tensor", Boolean.toString(o.tensor()));
    keys.put("overlap.pipeline", Boolean.toString(o.pipeline()));
    keys.put("overlap.experts", Boolean.toString(o.experts()));
    return keys;
  }

  private static String width(Numerics n) {
    if (n.gradientReduceBytes() == HALF_BYTES) {
      return Names.of(n.compute() == Precision.FP16 ? Precision.FP16 : Precision.BF16);
    }
    return Names.of(n.gradientReduceBytes() < HALF_BYTES ? Precision.FP8 : Precision.FP32);
  }
}
