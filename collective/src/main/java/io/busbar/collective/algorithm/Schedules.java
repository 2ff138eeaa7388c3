package io.busbar.collective.algorithm;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes schedules, and tells which algorithm does which operation on which machine. */
public final class Schedules {
  private static final Map<Algorithm, Set<CollectiveOp>> OPERATIONS =
      new EnumMap<>(
          Map.of(
              Algorithm.RING,
              EnumSet.of(
                  CollectiveOp.ALL_REDUCE,
                  CollectiveOp.ALL_GATHER,
                  CollectiveOp.REDUCE_SCATTER,
                  CollectiveOp.BROADCAST,
                  CollectiveOp.REDUCE),
              Algorithm.DIRECT,
              EnumSet.allOf(CollectiveOp.class),
              Algorithm.PAT,
              EnumSet.of(CollectiveOp.ALL_GATHER, CollectiveOp.REDUCE_SCATTER),
              Algorithm.NVLS,
              EnumSet.of(
                  CollectiveOp.ALL_REDUCE, CollectiveOp.ALL_GATHER, CollectiveOp.REDUCE_SCATTER)));

  private Schedules() {}

  /** Whether the algorithm does the operation on some machine. */
  public static boolean supports(Algorithm algorithm, CollectiveOp op) {
    return operations(algorithm).contains(op);
  }

  /** Operations of an algorithm. */
  public static Set<CollectiveOp> operations(Algorithm algorithm) {
    return EnumSet.copyOf(OPERATIONS.getOrDefault(algorithm, Set.of()));
  }

  /** Algorithms that do an operation on some machine. */
  public static List<Algorithm> algorithms(CollectiveOp op) {
    return Arrays.stream(Algorithm.values()).filter(a -> supports(a, op)).toList();
  }

  /** Why there is no such schedule, as a sentence for users; null when there is one. */
  public static @Nullable String refusal(Algorithm algorithm, CollectiveOp op, Locality locality) {
    if (!supports(algorithm, op)) {
      return algorithm.id() + " does not do " + id(op) + "; " + list(algorithms(op)) + " do";
    }
    return switch (algorithm) {
      case NVLS ->
          locality.nodes() == 1 ? null : "nvls works inside one node, not over " + locality.nodes();
      default -> null;
    };
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
      case DIRECT -> new Direct(request);
      case PAT -> new Pat(request);
      case NVLS -> new Nvls(request);
    };
  }

  private static String id(CollectiveOp op) {
    return op.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  private static String list(List<Algorithm> algorithms) {
    return algorithms.stream().map(Algorithm::id).collect(Collectors.joining(", "));
  }
}
