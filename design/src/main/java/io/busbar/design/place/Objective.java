package io.busbar.design.place;

import io.busbar.base.explain.Ledger;
import io.busbar.base.grid.GridGroup;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Level;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.cluster.Reaches;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import io.busbar.model.workload.ParameterCount;
import io.busbar.plan.step.StepCost;
import io.busbar.plan.step.StepModel;
import io.busbar.plan.step.TimeModels;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a placement costs: the step that the step model predicts when the job's communicators reach
 * as far as the placement makes them. Computation does not depend on it, so a smaller step is less
 * exposed communication. Keeps what it has evaluated. Not thread-safe.
 */
final class Objective {
  private final Site site;
  private final Cluster cluster;
  private final Training training;
  private final StepModel model;
  private final List<Groups> groups;
  private final double expertShare;
  private final Loads loads;
  private final int[] none;
  private final Placement placement;
  private final Map<List<Crossing>, StepCost> known = new HashMap<>();

  /**
   * @param cluster as many nodes as the job has, on the site's network
   */
  Objective(Site site, Cluster cluster, ModelSpec spec, Training training, TimeModels times) {
    this(
        site,
        cluster,
        training,
        new StepModel(spec, cluster, times),
        Groups.of(cluster, training.parallelism(), experts(spec, training) > 0),
        experts(spec, training));
  }

  private Objective(
      Site site,
      Cluster cluster,
      Training training,
      StepModel model,
      List<Groups> groups,
      double expertShare) {
    this.site = site;
    this.cluster = cluster;
    this.training = training;
    this.model = model;
    this.groups = groups;
    this.expertShare = expertShare;
    this.loads = new Loads(site);
    this.placement = new Placement(cluster, training.parallelism());
    this.none = new int[site.leaves().size()];
  }

  /** The same job with its ranks on slots in another way. */
  Objective with(int[] slotOfRank) {
    boolean experts = expertShare > 0;
    List<Groups> other = Groups.of(cluster, training.parallelism(), experts, slotOfRank);
    return new Objective(site, cluster, training, model, other, expertShare);
  }

  /** Part of a rank's parameters that are experts. */
  private static double experts(ModelSpec spec, Training training) {
    Parallelism p = training.parallelism();
    double dense = 0;
    double experts = 0;
    for (ParameterCount.PerLayer layer : spec.parameters().layers()) {
      dense += (double) layer.count() * layer.dense() / p.tp();
      experts += (double) layer.count() * layer.experts() / ((double) p.ep() * p.etp());
    }
    return experts / (dense + experts);
  }

  /**
   * Part of the data dimension's bytes that a kind of communicator sends. Replicas of n shards
   * reduce an n-th of what these do.
   */
  double dataShare(GroupKind kind) {
    double replicas = of(GroupKind.REPLICA).size() > 1 ? 1.0 / (of(GroupKind.SHARD).size() + 1) : 0;
    return switch (kind) {
      case SHARD -> (1 - expertShare) * (1 - replicas);
      case REPLICA -> (1 - expertShare) * replicas;
      case EXPERT_DP -> expertShare;
      default -> 0;
    };
  }

  private Groups of(GroupKind kind) {
    return groups.get(Groups.KINDS.indexOf(kind));
  }

  Site site() {
    return site;
  }

  List<Groups> groups() {
    return groups;
  }

  /** Nodes of the job. */
  int slots() {
    return cluster.nodes();
  }

  Cluster cluster() {
    return cluster;
  }

  /**
   * @param order node of each slot
   */
  double seconds(int[] order) {
    return cost(order).step();
  }

  StepCost cost(int[] order) {
    return cost(crossings(order));
  }

  Crossing[] crossings(int[] order) {
    return loads.of(groups, order, none);
  }

  /** Share that each leaf group's uplinks give, of the kind that gets the least. */
  double[] leafShares(int[] order) {
    return loads.leafShares(groups, order);
  }

  /**
   * No more than any way to fill the open slots costs.
   *
   * @param room nodes that each leaf group has left
   */
  double bound(int[] order, int[] room) {
    return cost(loads.of(groups, order, room)).step();
  }

  StepCost cost(Crossing[] crossings) {
    return known.computeIfAbsent(
        Arrays.asList(crossings), key -> model.evaluate(training, reaches(crossings), Ledger.OFF));
  }

  Reaches reaches(Crossing[] crossings) {
    return kind -> reach(kind, crossings);
  }

  private Reach reach(GroupKind kind, Crossing[] crossings) {
    int k = Groups.KINDS.indexOf(kind);
    if (k < 0) {
      throw new IllegalArgumentException("the step model asks for " + kind);
    }
    Groups g = groups.get(k);
    Level level = crossings[k].level();
    boolean chain = kind == GroupKind.PP;
    boolean leaves = level != Level.SCALE_UP;
    int ranks = chain ? Math.min(2, g.size()) : g.size();
    int together = chain ? (leaves ? 1 : ranks) : g.together();
    GridGroup lines = placement.reach(kind).grid();
    return new Reach(
        ranks,
        together,
        chain ? ranks / together : g.domains(),
        level,
        lines == null ? cluster.scaleUpBytesPerSecond(together) : lines.bytesPerSecond(),
        cluster.latencySeconds(Level.SCALE_UP),
        cluster.networkBytesPerSecond() * crossings[k].share(),
        cluster.latencySeconds(leaves ? level : Level.LEAF),
        cluster.node().inSwitchReduction() && together > 1,
        cluster.network().sharp() && leaves,
        List.of(),
        lines == null || lines.ranks() != together ? null : lines);
  }

  /** Distinct situations evaluated so far. */
  int evaluations() {
    return known.size();
  }
}
