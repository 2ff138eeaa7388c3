package io.busbar.plan.space;

import io.busbar.base.problem.Position;
import io.busbar.formats.shape.Names;
import io.busbar.formats.tree.Tree;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Training;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a set-up of a space as keys of a plan. Stateless. */
final class Replay {
  private static final Position SEARCH = Position.of("search");

  private Replay() {}

  /** The plan of one set-up. */
  static Tree.Mapping plan(Tree.Mapping frame, ClusterTerms terms, Training t) {
    Tree.Mapping plan = frame;
    for (Map.Entry<String, String> key : keys(t).entrySet()) {
      plan = plan.withPath(key.getKey(), scalar(key.getValue()));
    }
    String price = "$" + BigDecimal.valueOf(terms.pricePerGpuHour().microDollars(), 6);
    return plan.withPath("price_per_gpu_hour", new Tree.Scalar(SEARCH, price + "/h", true));
  }

  /** Dotted paths and values of what varies inside a block. */
  static Map<String, String> keys(Training t) {
    Parallelism p = t.parallelism();
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("parallelism.tp", Integer.toString(p.tp()));
    if (p.tp() > 1) {
      keys.put("parallelism.sequence_parallel", Boolean.toString(p.sequenceParallel()));
    }
    keys.put("parallelism.pp", Integer.toString(p.pp()));
    if (p.pp() > 1) {
      keys.put("parallelism.schedule", p.schedule().written());
      keys.put("parallelism.virtual_stages", Integer.toString(p.virtualStages()));
    }
    keys.put("parallelism.cp", Integer.toString(p.cp()));
    keys.put("parallelism.ep", Integer.toString(p.ep()));
    keys.put("batch.sequence", Integer.toString(t.batch().sequence()));
    keys.put("batch.global_batch", Long.toString(t.batch().globalBatch()));
    keys.put("batch.micro_batch", Integer.toString(t.batch().microBatch()));
    keys.put("recompute", Names.of(t.recompute()));
    if (t.recompute() != Recompute.NONE && t.recomputeShare() != 1) {
      keys.put("recompute_share", percent(t.recomputeShare()));
    }
    if (p.ep() > 1) {
      keys.put("overlap.experts", Boolean.toString(t.overlap().experts()));
    }
    keys.put("software.fused_loss", Boolean.toString(t.software().fusedLoss()));
    return keys;
  }

  private static String percent(double share) {
    return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
  }

  private static Tree.Scalar scalar(String text) {
    return new Tree.Scalar(SEARCH, text, false);
  }
}
