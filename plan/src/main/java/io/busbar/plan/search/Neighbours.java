package io.busbar.plan.search;

import io.busbar.model.training.LayoutRequest;
import io.busbar.model.training.LayoutRules;
import io.busbar.model.training.ModelLimits;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.TrainingRequest;
import io.busbar.plan.input.PlanFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Values of single degrees that keep the rules of layouts, everything else as planned and the
 * replicas taking what is left of the cluster: what a form can offer. Stateless; microseconds each.
 */
public final class Neighbours {
  private static final int MOST_DEGREE = 128;
  private static final int MOST_MICRO_BATCH = 64;

  private Neighbours() {}

  /**
   * Valid values by the key of the plan file, ascending. Empty for a layout that is left open,
   * which takes any.
   */
  public static Map<String, List<Integer>> of(PlanFile file) {
    Parallelism p = file.layout();
    if (p == null) {
      return Map.of();
    }
    TrainingRequest request = file.training();
    LayoutRules rules =
        new LayoutRules(ModelLimits.of(file.model()), request.sequence(), request.globalBatch());
    int micro = request.microBatch() == null ? 1 : request.microBatch();
    long gpus = file.cluster().gpus();
    Map<String, List<Integer>> values = new LinkedHashMap<>();
    LayoutRequest fixed = request.layout();
    degrees(values, "tp", rules, micro, v -> with(p, fixed, gpus, v, p.pp(), p.cp(), p.ep(), 0));
    degrees(values, "pp", rules, micro, v -> with(p, fixed, gpus, p.tp(), v, p.cp(), p.ep(), 0));
    degrees(values, "cp", rules, micro, v -> with(p, fixed, gpus, p.tp(), p.pp(), v, p.ep(), 0));
    degrees(values, "ep", rules, micro, v -> with(p, fixed, gpus, p.tp(), p.pp(), p.cp(), v, 0));
    degrees(
        values,
        "virtual_stages",
        rules,
        micro,
        v -> with(p, fixed, gpus, p.tp(), p.pp(), p.cp(), p.ep(), v));
    List<Integer> batches = new ArrayList<>();
    for (int size = 1; size <= MOST_MICRO_BATCH; size++) {
      if (rules.holds(p, size)) {
        batches.add(size);
      }
    }
    values.put("batch.micro_batch", batches);
    return values;
  }

  private static void degrees(
      Map<String, List<Integer>> into,
      String key,
      LayoutRules rules,
      int micro,
      IntFunction<Parallelism> layout) {
    List<Integer> valid = new ArrayList<>();
    for (int degree = 1; degree <= MOST_DEGREE; degree++) {
      Parallelism p = layout.apply(degree);
      if (p.dp() > 0 && rules.holds(p, micro)) {
        valid.add(degree);
      }
    }
    into.put("parallelism." + key, valid);
  }

  /**
   * The layout with other degrees; dp is 0 where they do not divide the cluster.
   *
   * @param virtual 0 to keep the schedule
   */
  private static Parallelism with(
      Parallelism p, LayoutRequest fixed, long gpus, int tp, int pp, int cp, int ep, int virtual) {
    long replica = (long) tp * pp * cp;
    boolean divides = gpus % replica == 0;
    int dp = divides ? Math.toIntExact(gpus / replica) : 0;
    boolean kept = fixed.dp() == null || fixed.dp() == dp;
    int stages = virtual > 0 ? virtual : p.virtualStages();
    PipelineSchedule schedule =
        fixed.schedule() != null
            ? fixed.schedule()
            : pp > 1 && stages > 1 ? PipelineSchedule.INTERLEAVED : PipelineSchedule.ONE_F_ONE_B;
    return new Parallelism(
        tp,
        tp > 1 && !Boolean.FALSE.equals(fixed.sequenceParallel()),
        pp,
        schedule,
        stages,
        cp,
        p.contextKind(),
        ep,
        p.etp(),
        kept ? dp : 0,
        p.sharding(),
        p.shardGroup(),
        p.order());
  }
}
