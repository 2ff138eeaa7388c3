package io.busbar.collective.algorithm;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes schedules, and tells which algorithm does which operation on which machine. */
public final class Schedules {
  private Schedules() {}

  /** Algorithms that do an operation, on machines that suit them. */
  public static List<Algorithm> algorithms(CollectiveOp op) {
    return Arrays.stream(Algorithm.values()).filter(a -> a.operations().contains(op)).toList();
  }

  /** Algorithms that do an operation on a machine. */
  public static List<Algorithm> algorithms(CollectiveOp op, Locality locality) {
    return Arrays.stream(Algorithm.values())
        .filter(algorithm -> refusal(algorithm, op, locality) == null)
        .toList();
  }

  /** Why there is no such schedule, as a sentence for users; null when there is one. */
  public static @Nullable String refusal(Algorithm algorithm, CollectiveOp op, Locality locality) {
    if (!algorithm.operations().contains(op)) {
      return algorithm.id() + " does not do " + id(op) + "; choose from " + list(algorithms(op));
    }
    int nodes = locality.nodes();
    String problem =
        switch (algorithm) {
          case NVLS -> nodes == 1 ? null : "works inside one node, not over " + nodes;
          case NVLS_TREE, COLLNET_DIRECT, COLLNET_CHAIN ->
              nodes > 1 ? null : "works over nodes, and there is one";
          case HIERARCHICAL ->
              op == CollectiveOp.ALL_REDUCE || locality.equalNodes()
                  ? null
                  : "needs the same number of ranks on every node for " + id(op);
          case PXN -> locality.equalNodes() ? null : "needs the same number of ranks on every node";
          case TWO_LEVEL ->
              locality.numberedByNode()
                  ? null
                  : "needs equal nodes whose ranks are numbered node by node, by rail";
          default -> null;
        };
    return problem == null ? null : algorithm.id() + " " + problem;
  }

  /**
   * @throws IllegalArgumentException with the text of {@link #refusal}
   */
  public static Schedule of(ScheduleRequest request) {
    String refusal = refusal(request.algorithm(), request.op(), request.locality());
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
    return switch (request.algorithm()) {
      case RING -> new Ring(request);
      case TREE -> new DoubleTree(request);
      case RECURSIVE_DOUBLING -> new RecursiveDoubling(request);
      case HALVING_DOUBLING -> new HalvingDoubling(request);
      case BINOMIAL -> new Binomial(request);
      case PAT -> new Pat(request);
      case HIERARCHICAL -> new Hierarchical(request);
      case BY_DIMENSION -> new ByDimension(request);
      case NVLS ->
          request.op() == CollectiveOp.ALL_REDUCE ? new NvlsTree(request) : new Nvls(request);
      case NVLS_TREE -> new NvlsTree(request);
      case COLLNET_DIRECT -> new CollNetDirect(request);
      case COLLNET_CHAIN -> new CollNetChain(request);
      case DIRECT -> new Direct(request);
      case PAIRWISE -> new Pairwise(request);
      case PXN -> new Pxn(request);
      case TWO_LEVEL -> new TwoLevel(request);
    };
  }

  /** Rings among ranks with a link for each pair that share no link. */
  public static int meshRings(int ranks) {
    return MeshOrder.cycles(ranks);
  }

  private static String id(CollectiveOp op) {
    return op.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String list(List<Algorithm> algorithms) {
    return algorithms.stream().map(Algorithm::id).collect(Collectors.joining(", "));
  }
}
