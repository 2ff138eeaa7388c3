package io.busbar.model.training;

import java.util.List;

/**
 * How model and data are split. tp·cp·pp·dp is the number of GPUs; experts are split over ep·etp
 * ranks of the same stage.
 *
 * @param tp tensor-parallel ranks
 * @param sequenceParallel whether norms and residuals are split along the sequence as well
 * @param pp pipeline stages
 * @param schedule pipeline schedule
 * @param virtualStages model chunks per rank (1 unless interleaved)
 * @param cp context-parallel ranks
 * @param contextKind how they exchange
 * @param ep expert-parallel ranks
 * @param etp tensor-parallel ranks inside an expert
 * @param dp data-parallel replicas
 * @param sharding what replicas share
 * @param shardGroup ranks that share it; 0 for all of dp·cp (smaller: HSDP, ZeRO inside a node)
 * @param order axes from neighbouring GPUs outwards
 */
public record Parallelism(
    int tp,
    boolean sequenceParallel,
    int pp,
    PipelineSchedule schedule,
    int virtualStages,
    int cp,
    ContextParallel contextKind,
    int ep,
    int etp,
    int dp,
    Sharding sharding,
    int shardGroup,
    List<GroupAxis> order) {

  /** Llama 3's order, the chattiest groups closest; Megatron by default has DP inside PP. */
  public static final List<GroupAxis> DEFAULT_ORDER =
      List.of(GroupAxis.TP, GroupAxis.CP, GroupAxis.EP, GroupAxis.PP, GroupAxis.DP);

  public Parallelism {
    order = List.copyOf(order);
  }

  /** The same with replicas that share something else, in groups of this size (0: all of them). */
  public Parallelism with(Sharding shared, int group) {
    return new Parallelism(
        tp,
        sequenceParallel,
        pp,
        schedule,
        virtualStages,
        cp,
        contextKind,
        ep,
        etp,
        dp,
        shared,
        group,
        order);
  }

  /** GPUs that this splits over. */
  public long gpus() {
    return (long) tp * pp * cp * dp;
  }
}
