package io.busbar.plan;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.memory.MemoryCost;
import io.busbar.plan.memory.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a plan's user should know before running it. Stateless. */
final class Warnings {
  private Warnings() {}

  static List<Finding> of(Situation now, MemoryCost memory) {
    List<Finding> all = new ArrayList<>();
    memory(memory, all);
    tensorLeavesDomain(now, all);
    return all;
  }

  private static void memory(MemoryCost memory, List<Finding> all) {
    if (memory.verdict() == Verdict.FITS) {
      return;
    }
    boolean over = memory.verdict() == Verdict.DOES_NOT_FIT;
    all.add(
        new Finding(
            over ? "out-of-memory" : "memory-tight",
            over ? Severity.CRITICAL : Severity.WARNING,
            String.format(
                Locale.ROOT,
                "stage %d needs %s of %s: %s",
                memory.heaviest() + 1,
                DataSize.print(memory.peakBytes()),
                DataSize.print(memory.capacityBytes()),
                memory.verdict().label()),
            over
                ? "the heaviest stage decides; the run would stop with out of memory"
                : "what is left is less than the error of the prediction",
            List.of(),
            List.of(
                "more pipeline or tensor parallelism, recomputation, a smaller micro-batch, or"
                    + " sharded optimizer states")));
  }

  private static void tensorLeavesDomain(Situation now, List<Finding> all) {
    Reach reach = new Placement(now.cluster(), now.training().parallelism()).reach(GroupKind.TP);
    if (!reach.leavesDomain()) {
      return;
    }
    double total = now.cost().tensor().total();
    double rate = reach.outsideBytesPerSecond() * reach.ranksPerDomain();
    double inside = total * Math.min(1, rate / reach.insideBytesPerSecond());
    all.add(
        new Finding(
            "tensor-parallel-leaves-domain",
            Severity.WARNING,
            String.format(
                Locale.ROOT,
                "tensor-parallel groups of %d cross the network: %s of communication per step",
                reach.ranks(),
                TimeSpan.print(total)),
            String.format(
                Locale.ROOT,
                "only %d of %d ranks share a scale-up domain, so rings run at %s instead of %s;"
                    + " inside one domain it would be about %s (%s of the step is exposed now)",
                reach.ranksPerDomain(),
                reach.ranks(),
                new Bandwidth(rate),
                new Bandwidth(reach.insideBytesPerSecond()),
                TimeSpan.print(inside),
                Share.print(now.cost().tensor().exposed() / now.cost().step())),
            List.of(),
            List.of(
                String.format(
                    Locale.ROOT,
                    "keep tp at most %d and split over pp or cp instead",
                    now.cluster().gpusPerDomain()))));
  }
}
