package io.busbar.model.training;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The layout as asked for: a null is left to the search when the layout is open, else to a default.
 * The layout is open unless tp and pp are both given.
 *
 * @param tp tensor-parallel ranks
 * @param sequenceParallel default: on when tp is over 1
 * @param pp pipeline stages
 * @param schedule default: interleaved when virtual stages are given, else 1F1B
 * @param virtualStages default: 1, with interleaved 2
 * @param cp context-parallel ranks; default: 1
 * @param contextKind how they exchange
 * @param ep expert-parallel ranks; default: 1
 * @param etp tensor-parallel ranks inside an expert; default: 1
 * @param dp data-parallel replicas; default: what is left of the cluster
 * @param sharding default: optimizer states
 * @param shardGroup ranks that share; default: all of dp·cp
 * @param order axes from neighbouring GPUs outwards
 */
public record LayoutRequest(
    @Nullable Integer tp,
    @Nullable Boolean sequenceParallel,
    @Nullable Integer pp,
    @Nullable PipelineSchedule schedule,
    @Nullable Integer virtualStages,
    @Nullable Integer cp,
    ContextParallel contextKind,
    @Nullable Integer ep,
    @Nullable Integer etp,
    @Nullable Integer dp,
    @Nullable Sharding sharding,
    @Nullable Integer shardGroup,
    List<GroupAxis> order) {

  public LayoutRequest {
    order = List.copyOf(order);
  }

  /** Nothing fixed. */
  public static LayoutRequest free() {
    return new LayoutRequest(
        null,
        null,
        null,
        null,
        null,
        null,
        ContextParallel.RING,
        null,
        null,
        null,
        null,
        null,
        Parallelism.DEFAULT_ORDER);
  }

  /** Whether the search has to choose the degrees. */
  public boolean isOpen() {
    return tp == null || pp == null;
  }

  /** GPUs of one replica as far as given: tp·pp·cp, what is not given counts 1. */
  public long gpusPerReplica() {
    return (long) orOne(tp) * orOne(pp) * orOne(cp);
  }

  /**
   * The layout with every null at its default. Of an open layout it is the part that is fixed: an
   * axis that is not given counts 1 and takes its schedule and sharding with it.
   *
   * @param replicas dp; 0 when it is not known
   */
  public Parallelism parallelism(int replicas) {
    boolean choice = schedule != null && schedule != PipelineSchedule.INTERLEAVED;
    boolean pipeline = pp != null && (!isOpen() || virtualStages != null || choice);
    return new Parallelism(
        orOne(tp),
        orOne(tp) > 1 && !Boolean.FALSE.equals(sequenceParallel),
        orOne(pp),
        pipeline ? scheduleOrDefault() : PipelineSchedule.ONE_F_ONE_B,
        pipeline ? chunks() : 1,
        orOne(cp),
        contextKind,
        orOne(ep),
        orOne(etp),
        replicas,
        sharding == null ? Sharding.OPTIMIZER : sharding,
        shardGroup == null ? 0 : shardGroup,
        order);
  }

  /** Whether a layout keeps to everything that is given here. */
  public boolean admits(Parallelism p) {
    return keeps(tp, p.tp())
        && keeps(pp, p.pp())
        && keeps(cp, p.cp())
        && keeps(ep, p.ep())
        && keeps(etp, p.etp())
        && keeps(dp, p.dp())
        && keeps(virtualStages, p.virtualStages())
        && keeps(shardGroup, p.shardGroup())
        && (schedule == null || schedule == p.schedule())
        && (sharding == null || sharding == p.sharding())
        && (sequenceParallel == null || p.tp() == 1 || sequenceParallel == p.sequenceParallel())
        && (p.cp() == 1 || contextKind == p.contextKind())
        && order.equals(p.order());
  }

  private PipelineSchedule scheduleOrDefault() {
    if (schedule != null) {
      return schedule;
    }
    return orOne(virtualStages) > 1 ? PipelineSchedule.INTERLEAVED : PipelineSchedule.ONE_F_ONE_B;
  }

  /** The fewest chunks that interleaving needs, when it was asked for without their number. */
  private int chunks() {
    boolean open = virtualStages == null && schedule == PipelineSchedule.INTERLEAVED;
    return open ? 2 : orOne(virtualStages);
  }

  private static boolean keeps(@Nullable Integer wanted, int actual) {
    return wanted == null || wanted == actual;
  }

  private static int orOne(@Nullable Integer value) {
    return value == null ? 1 : value;
  }
}
