package io.busbar.app.step;

import io.busbar.app.call.Refusal;
import io.busbar.app.exported.ChakraStep;
import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.CollectiveCurve;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.training.Batch;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.step.Links;
import io.busbar.plan.step.RankBuckets;
import io.busbar.plan.step.RankTensors;
import io.busbar.plan.step.StepConstants;
import io.busbar.plan.step.StepCost;
import io.busbar.simulate.scenario.run.PlayedTime;
import io.busbar.simulate.scenario.run.Watch;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.step.ExchangeSeconds;
import io.busbar.simulate.step.Overlapping;
import io.busbar.simulate.step.Overlapping.Exchange;
import io.busbar.simulate.step.PlanSide;
import io.busbar.simulate.step.StepWork;
import io.busbar.simulate.step.Unit;
import io.busbar.simulate.step.Unit.Tensor;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the first stage of a plan computes and exchanges, in the terms of a played step. Layers are
 * averages of the model's; the pipeline's waiting is one stretch.
 */
public final class StepOfPlan {
  /** A forward pass takes one part, a backward pass without recomputation two. */
  private static final double FORWARD_PART = 1.0 / 3;

  private final Situation situation;

  public StepOfPlan(Situation situation) {
    this.situation = situation;
  }

  /** The same plan with another number of micro-batches per step. */
  public StepOfPlan withMicroBatches(int count) {
    Training training = situation.training();
    Batch batch = training.batch();
    long global = (long) count * batch.microBatch() * training.parallelism().dp();
    Batch other = new Batch(batch.sequence(), global, batch.microBatch());
    return new StepOfPlan(situation.with(training.with(other)));
  }

  public Training training() {
    return situation.training();
  }

  /** What is trained, where and how. */
  public String words() {
    Parallelism p = training().parallelism();
    StringBuilder words = new StringBuilder(situation.model().name());
    words.append(" on ").append(situation.cluster().name()).append(", DP ").append(p.dp());
    axis(words, "TP", p.tp());
    axis(words, "PP", p.pp());
    axis(words, "CP", p.cp());
    axis(words, "EP", p.ep());
    return words.toString();
  }

  private static void axis(StringBuilder words, String name, int degree) {
    if (degree > 1) {
      words.append(", ").append(name).append(' ').append(degree);
    }
  }

  public Exchange exchange() {
    return switch (training().parallelism().sharding()) {
      case NONE -> Exchange.ALL_REDUCE;
      case OPTIMIZER, GRADIENTS -> Exchange.SHARDED_OPTIMIZER;
      case PARAMETERS -> Exchange.SHARDED_PARAMETERS;
    };
  }

  /** Replicas that hold the same dense parameters, or a part of them each. */
  public int replicas() {
    return training().parallelism().dp() * training().parallelism().cp();
  }

  /** Whether what is to be played overlaps as the plan does. */
  public boolean plans(Overlapping how) {
    boolean sharded = how.exchange() == Exchange.SHARDED_PARAMETERS;
    long bytes = training().overlap().bucketBytes();
    return how.gradients() == training().overlap().gradients()
        && how.noSync() != sharded
        && (sharded || how.buckets().bytes() == bytes);
  }

  /** What the plan says of this step. */
  public PlanSide beside() {
    StepCost cost = situation.cost();
    return new PlanSide(
        cost.step(),
        cost.data().total(),
        cost.data().exposed(),
        cost.contention(),
        cost.straggler(),
        StepConstants.standard().value("data_window_share"));
  }

  public StepWork work() {
    StepCost cost = situation.cost();
    double waiting = cost.step() / (cost.step() - cost.straggler());
    double passes =
        cost.compute()
            + cost.recompute()
            + cost.host()
            + cost.tensor().exposed()
            + cost.context().exposed()
            + cost.expert().exposed()
            + cost.pipeline().exposed();
    double passSeconds = waiting * passes / cost.microBatches();
    double again = waiting * cost.recompute() / cost.microBatches();
    double forward = (passSeconds - again) * FORWARD_PART;
    return new StepWork(
        units(forward, passSeconds - forward),
        Math.toIntExact(cost.microBatches()),
        waiting * cost.bubble(),
        waiting * cost.optimizer(),
        StepConstants.standard().value("contention"),
        training().numerics().gradientReduceBytes(),
        training().numerics().parameterGatherBytes());
  }

  /** What replicas exchange of it, as the plan prices it. */
  RankBuckets exchanged() {
    return RankBuckets.of(situation.model(), training());
  }

  private List<Unit> units(double forward, double backward) {
    RankTensors tensors = exchanged().tensors();
    List<Tensor> layer =
        tensors.layer().stream().map(t -> new Tensor(t.parameters(), t.expert())).toList();
    int layers = tensors.layers();
    List<Unit> units = new ArrayList<>();
    units.add(ends("embedding", tensors.embedding()));
    for (int number = 1; number <= layers; number++) {
      units.add(new Unit("layer " + number, forward / layers, backward / layers, layer));
    }
    if (tensors.output() > 0) {
      units.add(ends("output", tensors.output()));
    }
    return units;
  }

  private static Unit ends(String name, double parameters) {
    return new Unit(name, 0, 0, List.of(new Tensor(parameters, false)));
  }

  /** Who exchanges what of it, all ranks of the job; groups of one rank are left out. */
  ChakraStep.Groups groups() {
    Placement placement = new Placement(situation.cluster(), training().parallelism());
    boolean whole = training().parallelism().sharding() == Sharding.NONE;
    return new ChakraStep.Groups(
        groups(placement, GroupKind.SHARD),
        whole ? List.of() : groups(placement, GroupKind.REPLICA),
        groups(placement, GroupKind.EXPERT_DP));
  }

  private static List<int[]> groups(Placement placement, GroupKind kind) {
    List<int[]> all = placement.sampleGroups(kind, Integer.MAX_VALUE);
    return all.stream().filter(group -> group.length > 1).toList();
  }

  /** Times that the plan itself rests on: the model's curve, and a start for each collective. */
  public ExchangeSeconds predicted() {
    Map<GroupKind, Map<CollectiveOp, CollectiveCurve>> curves = new EnumMap<>(GroupKind.class);
    Links links =
        new Links(
            new Placement(situation.cluster(), training().parallelism()),
            situation.times().of(situation.cluster()),
            StepConstants.standard());
    return exchanges((kind, op, bytes) ->
        curves
            .computeIfAbsent(kind, k -> new EnumMap<>(CollectiveOp.class))
            .computeIfAbsent(op, o -> links.curve(o, kind))
            .seconds(bytes, Ledger.OFF));
  }

  /**
   * Times of rings played on the cluster's fabric, one communicator at a time.
   *
   * @throws io.busbar.base.problem.InputException when the fabric cannot be built
   */
  public ExchangeSeconds played(Fidelity fidelity, Watch watch) {
    Placement placement = new Placement(situation.cluster(), training().parallelism());
    Map<GroupKind, PlayedTime> played = new EnumMap<>(GroupKind.class);
    return exchanges((kind, op, bytes) ->
        played
            .computeIfAbsent(kind, k -> playedTime(placement, k, fidelity, watch))
            .seconds(op, bytes));
  }

  private PlayedTime playedTime(
      Placement placement, GroupKind kind, Fidelity fidelity, Watch watch) {
    int[] gpus = placement.sampleGroups(kind, 1).getFirst();
    try {
      return new PlayedTime(situation.cluster(), fidelity, gpus, watch);
    } catch (IllegalArgumentException e) {
      String name = situation.cluster().name();
      String reason = String.valueOf(e.getMessage());
      throw Refusal.of("--plan", name, "a cluster whose fabric can be built", reason);
    }
  }

  /** Seconds of an operation in a communicator of a kind. */
  private interface GroupSeconds {
    double of(GroupKind kind, CollectiveOp op, double bytes);
  }

  /** With a shard group smaller than the replicas, its parts are summed over the groups too. */
  private ExchangeSeconds exchanges(GroupSeconds seconds) {
    Placement placement = new Placement(situation.cluster(), training().parallelism());
    boolean whole = training().parallelism().sharding() == Sharding.NONE;
    int groups = whole ? 1 : placement.reach(GroupKind.REPLICA).ranks();
    int shard = placement.reach(GroupKind.SHARD).ranks();
    int experts = placement.reach(GroupKind.EXPERT_DP).ranks();
    return (op, bytes, expert) -> {
      if (expert) {
        return experts > 1 ? seconds.of(GroupKind.EXPERT_DP, op, bytes) : 0;
      }
      double inside = shard > 1 ? seconds.of(GroupKind.SHARD, op, bytes) : 0;
      boolean more = groups > 1 && op == CollectiveOp.REDUCE_SCATTER;
      return more
          ? inside + seconds.of(GroupKind.REPLICA, CollectiveOp.ALL_REDUCE, bytes / shard)
          : inside;
    };
  }
}
