package io.busbar.design.place;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.design.place.PlaceAnswer.Confirmed;
import io.busbar.design.place.PlaceAnswer.Placed;
import io.busbar.design.place.PlaceAnswer.Run;
import io.busbar.formats.hosts.HostList;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Training;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.Planned;
import io.busbar.plan.Planner;
import java.util.ArrayList;
import java.util.List;

/** Places jobs. Stateless. */
public final class Placements {
  private Placements() {}

  /**
   * @throws InputException with every problem of the input
   */
  public static PlaceAnswer place(PlaceQuestion question) {
    if (question.cluster() != null && !question.fabric().isEmpty()) {
      throw new InputException(
          new Problem(
              Position.of("--fabric"), "", "", "either --cluster or --fabric, not both", ""));
    }
    FreeNodes free = Sites.of(question);
    Cluster own = question.plan().cluster();
    Checked given =
        question.check() == null ? null : Checked.read(question.check(), free, own.gpus());
    Planned plan =
        Planner.plan(new PlanQuestion(question.plan(), question.times(), null, false, false));
    Training training = plan.situation().training();
    Cluster job = free.site().cluster().withNodes(own.nodes());
    Objective objective =
        new Objective(free.site(), job, plan.situation().model(), training, question.times());
    Search.Found found = new Search(objective, free, training.parallelism()).run();
    int[] naive = Search.naive(objective, free);
    Placed before = Judged.of(objective, naive);
    Placed after = Judged.of(objective, found.order());
    Placed checked =
        given == null ? null : Judged.of(objective.with(given.slotOfRank()), given.order());
    List<Confirmed> confirmed =
        question.confirm() ? new Confirm(objective).of(naive, found.order()) : List.of();
    double gain = 1 - after.stepS() / before.stepS();
    double gap = after.stepS() / found.boundSeconds() - 1;
    return new PlaceAnswer(
        question.plan().name(),
        free.site().name(),
        job.gpus(),
        job.nodes(),
        free.count(),
        found.proved(),
        found.candidates(),
        before,
        after,
        checked,
        gain,
        found.boundSeconds(),
        gap,
        segment(free.site(), found.order()),
        runs(free.site(), found.order()),
        confirmed,
        PlaceFindings.of(free, found, before, after, checked, given));
  }

  private static List<Run> runs(Site site, int[] order) {
    int gpus = site.cluster().node().gpus();
    List<Run> runs = new ArrayList<>();
    for (int from = 0, to; from < order.length; from = to) {
      int leaf = site.leafOf(order[from]);
      List<String> names = new ArrayList<>();
      for (to = from; to < order.length && site.leafOf(order[to]) == leaf; to++) {
        names.add(site.nodes().get(order[to]));
      }
      String nodes = HostList.compress(names);
      runs.add(new Run(from * gpus, to * gpus - 1, site.leaves().get(leaf), nodes));
    }
    return runs;
  }

  /** The largest divisor of the job's nodes so that each run of that many is below one leaf. */
  private static int segment(Site site, int[] order) {
    for (int length = order.length; length > 1; length--) {
      boolean together = order.length % length == 0;
      for (int i = 0; together && i < order.length; i++) {
        together = site.leafOf(order[i]) == site.leafOf(order[i / length * length]);
      }
      if (together) {
        return length;
      }
    }
    return 1;
  }
}
