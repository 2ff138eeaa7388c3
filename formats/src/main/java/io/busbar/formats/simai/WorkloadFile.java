package io.busbar.formats.simai;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A workload as SimAI, AICB and ASTRA-sim's text converter have it: what ranks compute and
 * exchange, layer by layer. Immutable.
 *
 * @param policy the first word, such as {@code HYBRID_TRANSFORMER_FWD_IN_BCKWD}
 * @param numbers of the first line by key, without colons, in their order
 * @param checkpoints layers from which a forward pass is repeated
 * @param initiates layers whose backward pass repeats it first
 */
public record WorkloadFile(
    String policy,
    Map<String, Long> numbers,
    List<Integer> checkpoints,
    List<Integer> initiates,
    List<Layer> layers) {
  /** Ranks that share a layer. */
  public static final String TENSOR = "model_parallel_NPU_group";

  public static final String EXPERT = "ep";
  public static final String PIPELINE = "pp";
  public static final String VIRTUAL = "vpp";
  public static final String ACCUMULATION = "ga";
  public static final String GPUS = "all_gpus";

  /** Bytes that a stage sends to the next. */
  public static final String PIPELINE_BYTES = "pp_comm";

  /** The layer of DLRM that waits for the embedding's exchange. */
  public static final String LAST_BOTTOM = "DLRM_LAST_BOTTOM_LAYER";

  public WorkloadFile {
    numbers = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
    checkpoints = List.copyOf(checkpoints);
    initiates = List.copyOf(initiates);
    layers = List.copyOf(layers);
  }

  /** A number of the first line, or another where it is not given. */
  public long number(String key, long other) {
    return numbers.getOrDefault(key, other);
  }

  /** What is exchanged. */
  public enum Collective {
    NONE,
    ALLREDUCE,
    ALLGATHER,
    REDUCESCATTER,
    ALLTOALL,
    BROADCAST,
    ALLREDUCEALLTOALL
  }

  /** Who exchanges it. */
  public enum Group {
    /** The ranks of its pass: those of a layer, or replicas for weight gradients. */
    OWN(""),
    /** Ranks that have different experts. */
    EP("_EP"),
    /** Replicas of experts. */
    DP_EP("_DP_EP");

    private final String suffix;

    Group(String suffix) {
      this.suffix = suffix;
    }

    /** As it stands behind the name of a collective. */
    public String suffix() {
      return suffix;
    }
  }

  /**
   * A pass of a layer.
   *
   * @param computeNs time of its computation, nanoseconds
   * @param bytes of the collective behind it
   */
  public record Pass(long computeNs, Collective collective, Group group, long bytes) {
    /** A computation that nothing follows. */
    public static Pass computing(long ns) {
      return new Pass(ns, Collective.NONE, Group.OWN, 0);
    }

    /** The collective with its group, as it is written. */
    public String word() {
      return collective.name() + group.suffix();
    }
  }

  /**
   * A layer.
   *
   * @param dependency as it stands; −1 as a rule, and nobody looks at it
   * @param updateNs from the end of the weight gradients' collective until they may be used
   * @param policy of its own with {@code HYBRID_CUSTOMIZED}; empty otherwise
   */
  public record Layer(
      String name,
      long dependency,
      Pass forward,
      Pass inputGradient,
      Pass weightGradient,
      long updateNs,
      String policy) {}
}
