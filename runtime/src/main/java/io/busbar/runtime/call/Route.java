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

  /** All ways to do an operation, on machines that suit them. */
  public static List<Route> routes(CollectiveOp op) {
    List<Route> routes = new ArrayList<>(List.of(AUTO, SHARED));
    for (Algorithm algorithm : Schedules.algorithms(op)) {
      if (BY_RANKS.contains(algorithm)) {
        routes.add(of(algorithm));
      }
    }
    return routes;
  }

  /** The way of a name, if it does the operation. */
  public static Optional<Route> named(String id, CollectiveOp op) {
    return routes(op).stream().filter(route -> route.id.equals(id)).findFirst();
  }

  /** A number that tells ways apart. */
  public int number() {
    if (algorithm != null) {
      return 2 + Arrays.asList(Algorithm.values()).indexOf(algorithm);
    }
    return equals(AUTO) ? 0 : 1;
  }

  /** The name of a {@link #number}. */
  public static String id(int number) {
    return number == 0 ? AUTO.id : number == 1 ? SHARED.id : Algorithm.values()[number - 2].id();
  }
}
