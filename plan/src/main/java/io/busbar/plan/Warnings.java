package io.busbar.plan;

import io.busbar.base.grid.GridGroup;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.shape.Names;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.training.Stack;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.memory.MemoryCost;
import io.busbar.plan.memory.Verdict;
import io.busbar.plan.stack.Feature;
import io.busbar.plan.stack.StackFramework;
import io.busbar.plan.stack.StackTable;
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
    starved(now, all);
    notInStack(now, all);
    onGrid(now, all);
    return all;
  }

  /** On which lines of a grid of chips the communicators lie, and what that is worth. */
  private static void onGrid(Situation now, List<Finding> all) {
    if (now.cluster().grid() == null) {
      return;
    }
    Placement placement = new Placement(now.cluster(), now.training().parallelism());
    List<String> lines = new ArrayList<>();
    boolean exact = true;
    for (GroupKind kind : GroupKind.values()) {
      GridGroup grid = placement.reach(kind).grid();
      if (grid != null && !grid.axes().isEmpty()) {
        lines.add(kind.name().replace('_', '-') + " " + grid);
        exact &= grid.exact();
      }
    }
    if (lines.isEmpty()) {
      return;
    }
    all.add(
        new Finding(
            exact ? "collectives-on-grid" : "collectives-off-grid",
            Severity.INFO,
            "communicators lie on the grid of chips: " + String.join("; ", lines),
            exact
                ? "each has the links of its own lines, at line rate, without the start of kernels"
                : "some do not fill lines of the grid: they count as a line at the rate that it"
                    + " shares, no better than what they have",
            List.of(),
            List.of("another --order, or degrees that divide the dimensions, gives other lines")));
  }

  /** A pipeline that waits more than this share of the step has too few micro-batches. */
  private static final double IDLE_SHARE = 0.1;

  /**
   * The batch that leaves half of that idle: the bubble is fixed, the rest grows with the batch.
   */
  private static void starved(Situation now, List<Finding> all) {
    double share = now.cost().bubble() / now.cost().step();
    if (share < IDLE_SHARE) {
      return;
    }
    long batch = now.training().batch().globalBatch();
    long times = (long) Math.ceil(2 * (share / IDLE_SHARE));
    all.add(
        new Finding(
            "batch-starves-pipeline",
            Severity.WARNING,
            String.format(
                Locale.ROOT,
                "the global batch of %,d sequences feeds the pipeline %,d micro-batches: %s of the"
                    + " step is bubble",
                batch,
                now.cost().microBatches(),
                Share.print(share)),
            "the bubble lasts as long however many micro-batches follow",
            List.of(),
            List.of(
                String.format(
                    Locale.ROOT,
                    "--global-batch %d, which training must bear; or fewer GPUs, fewer stages, more"
                        + " virtual stages",
                    batch * times))));
  }

  /** What was asked for and the stack's frameworks are not known to run. */
  private static void notInStack(Situation now, List<Finding> all) {
    Stack stack = now.training().software().stack();
    Feature needs = Feature.of(now.training().parallelism().schedule());
    StackTable table = StackTable.standard();
    if (needs == null || table.can(stack, needs)) {
      return;
    }
    List<String> able = table.with(needs).stream().map(StackFramework::title).toList();
    all.add(
        new Finding(
            "not-in-stack",
            Severity.WARNING,
            "schedule "
                + needs.written()
                + " is not one that the stack "
                + Names.of(stack)
                + " runs",
            "as far as known of " + titles(table.of(stack)),
            List.of(),
            List.of(
                able.isEmpty()
                    ? "leave --schedule out to have the fastest that it runs"
                    : "a framework that runs it: " + String.join(", ", able))));
  }

  private static String titles(List<StackFramework> frameworks) {
    return frameworks.stream()
        .map(f -> f.title() + " " + f.release())
        .reduce((a, b) -> a + ", " + b)
        .orElse("no framework");
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
                over
                    ? "the nearest set-ups that fit are listed with the plan"
                    : "leave more room, or watch the first steps of the run")));
  }

  private static void tensorLeavesDomain(Situation now, List<Finding> all) {
    Reach reach = new Placement(now.cluster(), now.training().parallelism()).reach(GroupKind.TP);
    if (!reach.leavesDomain()) {
      return;
    }
    double total = now.cost().tensor().total();
    double rate = reach.ringBytesPerSecond() * reach.ranksPerDomain();
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
