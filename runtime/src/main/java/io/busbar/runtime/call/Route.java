package io.busbar.runtime.call;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The way a collective is done; all ranks must ask for the same one.
 *
 * @param id name in options and answers
 * @param algorithm the schedule that is executed; null for the other ways
 */
public record Route(String id, @Nullable Algorithm algorithm) {
  /** By size, operation and what the ranks see of each other. */
  public static final Route AUTO = new Route("auto", null);

  /** Straight through memory that all ranks see. */
  public static final Route SHARED = new Route("shared", null);

  /** Through aggregators, where a group has them. */
  public static final Route AGGREGATOR = new Route("aggregator", null);

  /** Ways that are no algorithm, by their number. */
  private static final List<Route> NAMED = List.of(AUTO, SHARED, AGGREGATOR);

  /** Algorithms that need switches have no place among ranks. */
  private static final List<Algorithm> BY_RANKS =
      List.of(
          Algorithm.RING,
          Algorithm.TREE,
          Algorithm.RECURSIVE_DOUBLING,
          Algorithm.HALVING_DOUBLING,
          Algorithm.BINOMIAL,
          Algorithm.PAT,
          Algorithm.HIERARCHICAL,
          Algorithm.DIRECT,
          Algorithm.PAIRWISE,
          Algorithm.PXN,
          Algorithm.TWO_LEVEL);

  /** Executes the schedule of an algorithm. */
  public static Route of(Algorithm algorithm) {
    if (!BY_RANKS.contains(algorithm)) {
      throw new IllegalArgumentException(algorithm.id() + " needs switches that reduce");
    }
    return new Route(algorithm.id(), algorithm);
  }

  /** All ways to do an operation among ranks, on machines that suit them. */
  public static List<Route> routes(CollectiveOp op) {
    List<Route> routes = new ArrayList<>(List.of(AUTO, SHARED));
    for (Algorithm algorithm : Schedules.algorithms(op)) {
      if (BY_RANKS.contains(algorithm)) {
        routes.add(of(algorithm));
      }
    }
    return routes;
  }

  /** Whether aggregators do an operation. */
  public static boolean aggregates(CollectiveOp op) {
    return switch (op) {
      case ALL_REDUCE, REDUCE, BROADCAST -> true;
      default -> false;
    };
  }

  /** {@link #routes}, and the way through aggregators where it does the operation. */
  public static List<Route> withAggregator(CollectiveOp op) {
    List<Route> routes = routes(op);
    if (aggregates(op)) {
      routes.add(AGGREGATOR);
    }
    return routes;
  }

  /** The way of a name, if it does the operation. */
  public static Optional<Route> named(String id, CollectiveOp op) {
    return withAggregator(op).stream().filter(route -> route.id.equals(id)).findFirst();
  }

  /** A number that tells ways apart. */
  public int number() {
    if (algorithm != null) {
      return NAMED.size() + Arrays.asList(Algorithm.values()).indexOf(algorithm);
    }
    return NAMED.indexOf(this);
  }

  /** The name of a {@link #number}; one that nothing has is shown as it is. */
  public static String id(int number) {
    int algorithm = number - NAMED.size();
    if (number < 0 || algorithm >= Algorithm.values().length) {
      return Integer.toString(number);
    }
    return algorithm < 0 ? NAMED.get(number).id : Algorithm.values()[algorithm].id();
  }
}
