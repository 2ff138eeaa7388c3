package io.busbar.plan.effect;

import io.busbar.base.quantity.Share;
import io.busbar.formats.shape.Names;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Training;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A set-up as options of {@code busbar plan}. Stateless. */
public final class SetOptions {
  private SetOptions() {}

  /** Every option of a set-up with its value. */
  public static Map<String, String> of(Training t) {
    Map<String, String> all = new LinkedHashMap<>();
    layout(t.parallelism(), all);
    all.put("--sequence", Integer.toString(t.batch().sequence()));
    all.put("--global-batch", Long.toString(t.batch().globalBatch()));
    all.put("--micro-batch", Integer.toString(t.batch().microBatch()));
    numerics(t.numerics(), all);
    all.put("--recompute", Names.of(t.recompute()));
    boolean partly = t.recompute() != Recompute.NONE && t.recomputeShare() < 1;
    all.put("--recompute-share", partly ? Share.print(t.recomputeShare()) : "100%");
    all.put("--trained", Names.of(t.trained()));
    overlap(t.overlap(), all);
    all.put("--stack", Names.of(t.software().stack()));
    all.put("--offload", Names.of(t.offload()));
    return all;
  }

  /** What has to be typed to get from one set-up to another: {@code --pp 8 --recompute full}. */
  public static String between(Training from, Training to) {
    Map<String, String> before = of(from);
    List<String> changed = new ArrayList<>();
    of(to)
        .forEach((option, value) -> {
          if (!value.equals(before.get(option))) {
            changed.add(option + " " + value.replace(" ", ""));
          }
        });
    return String.join(" ", changed);
  }

  private static void layout(Parallelism p, Map<String, String> all) {
    all.put("--tp", Integer.toString(p.tp()));
    all.put("--pp", Integer.toString(p.pp()));
    all.put("--cp", Integer.toString(p.cp()));
    all.put("--ep", Integer.toString(p.ep()));
    all.put("--etp", Integer.toString(p.etp()));
    all.put("--schedule", p.schedule().written());
    all.put("--virtual-stages", Integer.toString(p.virtualStages()));
    // Without tensor parallelism there is nothing to switch.
    all.put("--sequence-parallel", Boolean.toString(p.tp() == 1 || p.sequenceParallel()));
    all.put("--sharding", Names.of(p.sharding()));
  }

  private static void numerics(Numerics n, Map<String, String> all) {
    all.put("--precision", Names.of(n.compute()));
    all.put("--gradients", width(n.gradientBytes()));
    all.put("--gradient-reduce", width(n.gradientReduceBytes()));
    boolean narrow = n.optimizerBytes() < Numerics.ADAM_FP32_BYTES + 1 && master(n);
    all.put("--optimizer", narrow ? "adam-bf16" : "adam-fp32");
  }

  private static boolean master(Numerics n) {
    return n.compute() != Precision.FP32;
  }

  private static void overlap(Overlap o, Map<String, String> all) {
    all.put("--overlap-gradients", Boolean.toString(o.gradients()));
    all.put("--overlap-parameters", Boolean.toString(o.parameters()));
    all.put("--overlap-tensor", Boolean.toString(o.tensor()));
    all.put("--overlap-experts", Boolean.toString(o.experts()));
  }

  private static String width(double bytes) {
    return bytes >= 4 ? "fp32" : bytes >= 2 ? "bf16" : "fp8";
  }
}
