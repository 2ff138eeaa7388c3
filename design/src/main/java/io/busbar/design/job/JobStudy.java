package io.busbar.design.job;

import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.stop.Stop;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.design.answer.JobAnswer;
import io.busbar.design.answer.JobAnswer.Dimension;
import io.busbar.design.answer.JobAnswer.Sharp;
import io.busbar.design.cost.Delivery;
import io.busbar.design.input.Family;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.fabric.Ratio;
import io.busbar.model.fabric.Refusals;
import io.busbar.model.fabric.Sizer;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Sharding;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.Planned;
import io.busbar.plan.Planner;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.step.Links;
import io.busbar.plan.step.StepCost;
import io.busbar.plan.step.TimeModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A plan's job on designed fabrics: the model of its step, evaluated on each. The job keeps its
 * number of nodes, which may be fewer than the design has. Not thread-safe.
 */
public final class JobStudy {
  private static final List<Ratio> RATIOS =
      List.of(Ratio.ONE, new Ratio(2, 1), new Ratio(4, 1), new Ratio(7, 1));

  private final PlanFile plan;
  private final TimeModels times;
  private final TimeModels sharpTimes = new SharpTimes();
  private final Planned planned;

  /** Plans the job on its own cluster; a layout left open is chosen there. */
  public JobStudy(PlanFile plan, TimeModels times) {
    this.plan = plan;
    this.times = times;
    this.planned = Planner.plan(new PlanQuestion(plan, times, null, false, false));
  }

  /** Refuses a job that is larger than the design. */
  public static void check(PlanFile plan, FabricDesign design, Problems problems) {
    if (plan.cluster().nodes() > design.request().nodes()) {
      problems.add(
          Position.of("--gpus"),
          "",
          Integer.toString(design.gpus()),
          "at least the GPUs of the plan, " + plan.cluster().gpus(),
          "leave --gpus out to take the plan's");
    }
  }

  private Situation on(FabricDesign design, boolean sharp) {
    Situation own = planned.situation();
    Cluster cluster = DesignedCluster.of(design, own.cluster(), sharp);
    return Situation.of(own.model(), cluster, own.training(), sharp ? sharpTimes : times);
  }

  /** What the job gets from the design and from others like it. */
  public JobAnswer answer(FabricDesign design) {
    Situation first = on(design, false);
    double rate = first.tokensPerSecond();
    List<JobAnswer.Candidate> candidates = new ArrayList<>();
    candidates.add(candidate("as designed", design, first, rate));
    FabricRequest request = design.request();
    for (Ratio ratio : RATIOS) {
      Stop.check();
      if (!ratio.equals(request.leafOver())) {
        add(candidates, ratio + " at the leaves", request.withLeafOver(ratio), rate);
      }
    }
    for (FabricTopology topology : List.of(FabricTopology.FAT_TREE, FabricTopology.RAIL_ONLY)) {
      Stop.check();
      if (topology != request.topology() && request.rails() > 1) {
        String why = topology == FabricTopology.FAT_TREE ? ", rails not aligned" : "";
        add(candidates, topology.word() + why, request.withTopology(topology), rate);
      }
    }
    Parallelism p = first.training().parallelism();
    return new JobAnswer(
        plan.name(),
        p.gpus(),
        String.format(
            Locale.ROOT,
            "tp %d, pp %d, cp %d, ep %d, dp %d",
            p.tp(),
            p.pp(),
            p.cp(),
            p.ep(),
            p.dp()),
        candidates,
        sharp(design, first));
  }

  private void add(
      List<JobAnswer.Candidate> candidates, String what, FabricRequest request, double rate) {
    FabricDesign other = Sizer.size(request, Refusals.SILENT);
    if (other != null) {
      int perLeaf = Math.max(1, other.hostsPerGroup() / request.hostsPerNode());
      String nodes = other.tree().tiers() == 1 ? "" : ", " + perLeaf + " nodes a leaf";
      candidates.add(candidate(what + nodes, other, on(other, false), rate));
    }
  }

  private static JobAnswer.Candidate candidate(
      String what, FabricDesign design, Situation situation, double rate) {
    List<Dimension> dimensions = exposed(situation);
    return new JobAnswer.Candidate(
        what,
        design.switches(),
        situation.cost().step(),
        situation.tokensPerSecond(),
        dimensions.stream().mapToDouble(Dimension::exposedS).sum(),
        dimensions,
        situation.tokensPerSecond() / rate);
  }

  /** Communication that leaves the nodes and that the step waits for, by dimension. */
  private static List<Dimension> exposed(Situation situation) {
    StepCost cost = situation.cost();
    Set<GroupKind> leaving =
        new Placement(situation.cluster(), situation.training().parallelism()).leavingDomain();
    List<Dimension> dimensions = new ArrayList<>();
    add(dimensions, "tensor", cost.tensor(), leaving.contains(GroupKind.TP));
    add(dimensions, "context", cost.context(), leaving.contains(GroupKind.CP));
    add(dimensions, "expert", cost.expert(), leaving.contains(GroupKind.EP));
    add(dimensions, "pipeline", cost.pipeline(), leaving.contains(GroupKind.PP));
    boolean data =
        leaving.contains(GroupKind.DP)
            || leaving.contains(GroupKind.SHARD)
            || leaving.contains(GroupKind.EXPERT_DP);
    add(dimensions, "data", cost.data(), data);
    return dimensions;
  }

  private static void add(
      List<Dimension> dimensions, String name, StepCost.Traffic traffic, boolean leaves) {
    if (leaves && traffic.total() > 0) {
      dimensions.add(new Dimension(name, traffic.exposed()));
    }
  }

  /** What the job delivers on a design, all its GPUs busy with such jobs. */
  public Delivery delivery(FabricDesign design) {
    Family family = Family.of(design.request().switchType());
    Situation plain = on(design, false);
    double exposed = exposed(plain).stream().mapToDouble(Dimension::exposedS).sum();
    double saved = 0;
    if (family == Family.IB && design.request().switchType().sharpVersion() > 0) {
      saved = Math.max(0, plain.cost().step() - on(design, true).cost().step());
    }
    double jobs = (double) design.gpus() / plain.training().parallelism().gpus();
    return new Delivery(
        family, true, plain.cost().step(), exposed, saved, plain.training().tokens() * jobs);
  }

  /**
   * Streams against groups. A Quantum switch streams one reduction, later ones one per port, so a
   * leaf has as many as the fewer of its ports down and links up.
   */
  private Sharp sharp(FabricDesign design, Situation plain) {
    int version = design.request().switchType().sharpVersion();
    int ports = Math.max(1, design.tree().leafDown());
    int ups = design.tree().leafUp() == 0 ? ports : design.tree().leafUp();
    int streams = version == 0 ? 0 : version <= 2 ? 1 : Math.min(ports, ups);
    Parallelism p = plain.training().parallelism();
    int groups = p.tp() * p.pp() * p.cp();
    int perLeaf = Math.min(ports, Math.ceilDiv(groups, design.request().rails()));
    double bytes = planned.answer().gradientBytesPerGpu();
    double without = allReduce(plain, bytes);
    Situation with = version == 0 ? plain : on(design, true);
    double withSharp = version == 0 ? without : allReduce(with, bytes);
    return new Sharp(
        version,
        streams,
        perLeaf,
        groups,
        with.cost().step(),
        bytes,
        without,
        withSharp,
        version == 0 ? without : bytes / reach(plain).ringBytesPerSecond(),
        verdict(version, streams, perLeaf, p.sharding() != Sharding.NONE));
  }

  private static String verdict(int version, int streams, int groups, boolean sharded) {
    if (version == 0) {
      return "these switches do not reduce";
    }
    if (sharded) {
      return "the plan shards states: its reduce-scatter and all-gather gain nothing here, an"
          + " all-reduce (sharding none) would";
    }
    return groups <= streams
        ? "a leaf has a stream for each group; NCCL's plugin opens one communicator per process"
            + " unless NCCL_SHARP_MAX_COMMS says more"
        : String.format(
            Locale.ROOT,
            "%d of %d groups on a leaf get a stream; the others reduce on the hosts",
            streams,
            groups);
  }

  /** One all-reduce of the gradients of a rank among its replicas, nothing else running. */
  private static double allReduce(Situation situation, double bytes) {
    Reach reach = reach(situation);
    if (reach.ranks() == 1) {
      return 0;
    }
    return situation
        .times()
        .of(situation.cluster())
        .prepare(CollectiveOp.ALL_REDUCE, Links.shape(reach))
        .seconds(bytes, Ledger.OFF);
  }

  private static Reach reach(Situation situation) {
    return new Placement(situation.cluster(), situation.training().parallelism())
        .reach(GroupKind.DP);
  }
}
