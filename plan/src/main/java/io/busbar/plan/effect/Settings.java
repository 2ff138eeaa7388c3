package io.busbar.plan.effect;

import io.busbar.base.quantity.Share;
import io.busbar.formats.shape.Names;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Training;
import io.busbar.plan.input.PlanOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A training set-up as keys of the plan file, values as the file writes them, and as what has to be
 * typed. Stateless.
 */
public final class Settings {
  private static final double FOUR_BYTES = 4;
  private static final double TWO_BYTES = 2;
  private static final String SHARDING = "parallelism.sharding";
  private static final String STACK = "software.stack";
  private static final String GLOBAL_BATCH = "batch.global_batch";

  private Settings() {}

  /** Every key of a set-up with its value. */
  public static Map<String, String> of(Training t) {
    Map<String, String> keys = new LinkedHashMap<>();
    layout(t.parallelism(), keys);
    keys.put("batch.sequence", Integer.toString(t.batch().sequence()));
    keys.put(GLOBAL_BATCH, Long.toString(t.batch().globalBatch()));
    keys.put("batch.micro_batch", Integer.toString(t.batch().microBatch()));
    numerics(t.numerics(), keys);
    keys.put("recompute", Names.of(t.recompute()));
    boolean partly = t.recompute() != Recompute.NONE && t.recomputeShare() < 1;
    keys.put("recompute_share", partly ? Share.print(t.recomputeShare()).replace(" ", "") : "100%");
    keys.put("trained", Names.of(t.trained()));
    overlap(t.overlap(), keys);
    keys.put(STACK, Names.of(t.software().stack()));
    keys.put("offload", Names.of(t.offload()));
    return keys;
  }

  /** The keys of a set-up that differ from those of another, in the order of the file. */
  public static Map<String, String> between(Training from, Training to) {
    Map<String, String> before = of(from);
    Map<String, String> changed = new LinkedHashMap<>();
    of(to)
        .forEach((key, value) -> {
          if (!value.equals(before.get(key))) {
            changed.put(key, value);
          }
        });
    if (changed.containsKey(SHARDING)) {
      // The usual stack depends on it, and this one stays.
      changed.put(STACK, Names.of(to.software().stack()));
    }
    return changed;
  }

  /** Keys as options of {@code busbar plan}: {@code --pp 8 --recompute full}. */
  public static String typed(Map<String, String> keys) {
    List<String> words = new ArrayList<>();
    keys.forEach((key, value) -> words.add(PlanOption.of(key) + " " + value));
    return String.join(" ", words);
  }

  /**
   * The keys that make one plan of another, with all that would otherwise be chosen anew and only
   * among what fits with room to spare. An empty value takes the key away.
   *
   * @return empty when nothing that a key sets differs
   */
  public static Map<String, String> making(Situation before, Situation after) {
    Map<String, String> changed = between(before.training(), after.training());
    if (before.cluster().nodes() != after.cluster().nodes()) {
      // A cluster of the catalogue is called node:count.
      String node = before.cluster().name().replaceAll(":[0-9]+$", "");
      changed.put("cluster", node + ":" + after.cluster().nodes());
    }
    if (changed.isEmpty()) {
      return changed;
    }
    Map<String, String> all = of(after.training());
    for (Map.Entry<String, String> key : all.entrySet()) {
      boolean chosen =
          key.getKey().startsWith("parallelism.")
              || key.getKey().startsWith("recompute")
              || key.getKey().equals(STACK)
              || key.getKey().equals("batch.micro_batch");
      if (chosen) {
        changed.put(key.getKey(), key.getValue());
      }
    }
    if (after.training().recompute() == Recompute.NONE) {
      changed.put("recompute_share", "");
    }
    if (changed.containsKey(GLOBAL_BATCH)) {
      changed.put("batch.global_tokens", "");
      changed.put("batch.accumulation", "");
    }
    return changed;
  }

  private static void layout(Parallelism p, Map<String, String> keys) {
    keys.put("parallelism.tp", Integer.toString(p.tp()));
    keys.put("parallelism.pp", Integer.toString(p.pp()));
    keys.put("parallelism.cp", Integer.toString(p.cp()));
    keys.put("parallelism.ep", Integer.toString(p.ep()));
    keys.put("parallelism.etp", Integer.toString(p.etp()));
    keys.put("parallelism.schedule", p.schedule().written());
    keys.put("parallelism.virtual_stages", Integer.toString(p.virtualStages()));
    // Without tensor parallelism there is nothing to switch.
    boolean sequence = p.tp() == 1 || p.sequenceParallel();
    keys.put("parallelism.sequence_parallel", Boolean.toString(sequence));
    keys.put(SHARDING, Names.of(p.sharding()));
  }

  private static void numerics(Numerics n, Map<String, String> keys) {
    keys.put("precision.compute", Names.of(n.compute()));
    keys.put("precision.gradients", width(n.gradientBytes(), n.compute()));
    keys.put("precision.gradient_reduce", width(n.gradientReduceBytes(), n.compute()));
    boolean narrow =
        n.optimizerBytes() < Numerics.ADAM_FP32_BYTES + 1 && n.compute() != Precision.FP32;
    keys.put("precision.optimizer", narrow ? "adam-bf16" : "adam-fp32");
  }

  private static void overlap(Overlap o, Map<String, String> keys) {
    keys.put("overlap.gradients", Boolean.toString(o.gradients()));
    keys.put("overlap.parameters", Boolean.toString(o.parameters()));
    keys.put("overlap.tensor", Boolean.toString(o.tensor()));
    keys.put("overlap.pipeline", Boolean.toString(o.pipeline()));
    keys.put("overlap.experts", Boolean.toString(o.experts()));
  }

  /** A format of so many bytes; of two bytes that in which products are made. */
  private static String width(double bytes, Precision compute) {
    if (bytes >= FOUR_BYTES) {
      return Names.of(Precision.FP32);
    }
    if (bytes < TWO_BYTES) {
      return Names.of(Precision.FP8);
    }
    return Names.of(compute == Precision.FP16 ? Precision.FP16 : Precision.BF16);
  }
}
