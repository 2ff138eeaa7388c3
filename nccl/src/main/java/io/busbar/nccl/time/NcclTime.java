package io.busbar.nccl.time;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Level;
import io.busbar.nccl.choice.Tuner;
import io.busbar.nccl.cost.ClusterCommunicator;
import io.busbar.nccl.version.Library;
import io.busbar.nccl.version.NcclVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The time that collectives need on a cluster: NCCL's choice of algorithm and protocol by its own
 * cost model, and what the hardware achieves with them. Keeps the curves it has made; a search asks
 * for few different ones. Thread-safe.
 */
public final class NcclTime implements TimeModel {
  private static final NcclVersion SYMMETRIC_KERNELS = NcclVersion.of(2, 27, 3);

  private record Asked(CollectiveOp op, GroupShape group) {}

  private final Cluster cluster;
  private final NcclSetup setup;
  private final TimeConstants constants;
  private final Bands bands;
  private final Bands own;
  private final Map<Asked, NcclCurve> curves = new ConcurrentHashMap<>();
  private final Map<GroupShape, Optional<Tuner>> tuners;

  private NcclTime(
      Cluster cluster,
      NcclSetup setup,
      TimeConstants constants,
      Map<GroupShape, Optional<Tuner>> tuners) {
    this.cluster = cluster;
    this.setup = setup;
    this.constants = constants;
    this.own = new Bands(constants, true);
    this.bands = new Bands(constants, !cluster.collectives().values().isEmpty());
    this.tuners = tuners;
  }

  /** With the constants of this version and those that the cluster has of its own. */
  public static NcclTime of(Cluster cluster, NcclSetup setup) {
    return new NcclTime(cluster, setup, OwnConstants.of(cluster), new ConcurrentHashMap<>());
  }

  /** With constants of one's own, from a calibration or for a fit. NCCL's choice stays. */
  public NcclTime with(TimeConstants other) {
    return new NcclTime(cluster, setup, other, tuners);
  }

  /**
   * The shape of a communicator of the cluster's first GPUs, with its grid where there is one; only
   * {@link io.busbar.collective.api.GridTime} counts with it.
   *
   * @param ranks GPUs, one rank each
   * @param ranksPerDomain how many share a scale-up domain
   */
  public static GroupShape shape(Cluster cluster, int ranks, int ranksPerDomain) {
    Level outermost = cluster.level(0, Math.max(0, outermostGpu(cluster, ranks, ranksPerDomain)));
    boolean leaves = ranks > ranksPerDomain;
    Level level = leaves && outermost == Level.SCALE_UP ? Level.LEAF : outermost;
    return new GroupShape(
        ranks,
        ranksPerDomain,
        cluster.scaleUpBytesPerSecond(ranksPerDomain),
        cluster.latencySeconds(Level.SCALE_UP),
        cluster.networkBytesPerSecond(),
        cluster.latencySeconds(leaves ? level : Level.LEAF),
        cluster.node().inSwitchReduction(),
        cluster.network().sharp(),
        leaves ? cluster.borders(ranksPerDomain, level) : List.of(),
        ranksPerDomain > 1 ? cluster.gridGroup(ranksPerDomain) : null);
  }

  private static int outermostGpu(Cluster cluster, int ranks, int ranksPerDomain) {
    int domains = Math.ceilDiv(ranks, ranksPerDomain);
    return Math.min(cluster.gpus() - 1, domains * cluster.gpusPerDomain() - 1);
  }

  @Override
  public NcclCurve prepare(CollectiveOp op, GroupShape group) {
    return curves.computeIfAbsent(new Asked(op, group), this::make);
  }

  private NcclCurve make(Asked asked) {
    Hardware hardware = Hardware.of(cluster, asked.group(), setup.cpu());
    TimeCurves timeCurves = new TimeCurves(hardware, constants, setup.launch());
    return new NcclCurve(
        asked.op(),
        hardware,
        tuners.computeIfAbsent(asked.group(), this::tuner).orElse(null),
        timeCurves,
        symmetric(asked),
        hostSeconds(hardware),
        bands,
        own);
  }

  private Optional<Tuner> tuner(GroupShape group) {
    return communicator(group).map(c -> new Tuner(c.communicator()));
  }

  /**
   * Kernels that read the peers themselves: NCCL's where buffers are registered, RCCL's (which come
   * from MSCCL) always.
   */
  private boolean symmetric(Asked asked) {
    boolean could = asked.op() == CollectiveOp.ALL_REDUCE && asked.group().domains() == 1;
    if (!Library.of(cluster.node().gpu()).choiceKnown()) {
      return could;
    }
    return could && setup.symmetric() && setup.version().atLeast(SYMMETRIC_KERNELS);
  }

  /** One thread starts a kernel on each GPU of its process; a framework works for each call. */
  private double hostSeconds(Hardware hardware) {
    return switch (setup.launch()) {
      case PROCESSES, THREADS -> 0;
      case SERIAL -> constants.value("serial_launch_s") * hardware.together();
      case FRAMEWORK -> constants.value("framework_call_s");
    };
  }

  /** The communicator as NCCL sees it; empty for accelerators that NCCL does not drive. */
  public Optional<ClusterCommunicator> communicator(GroupShape group) {
    return ClusterCommunicator.of(
        cluster,
        group.ranks(),
        Math.min(group.ranks(), group.ranksPerDomain()),
        setup.cpu(),
        setup.version(),
        setup.settings());
  }

  /** What the derivation of NCCL's choice does not know here, one sentence each. */
  public List<String> limits(GroupShape group) {
    return communicator(group).map(ClusterCommunicator::limits).orElse(List.of());
  }
}
