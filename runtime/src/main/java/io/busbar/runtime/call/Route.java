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
 * How a collective is done; all ranks must ask for the same one. Written {@code shared}, {@code
 * ring} or {@code ring,channels=2,chunk=65536}.
 *
 * @param name of the algorithm, or of one of the other routes
 * @param algorithm the schedule that is executed; null for the other routes
 * @param channels parts of a schedule that run side by side; 0 for as many as suit it
 * @param chunkBytes most bytes of a message of a schedule, a power of two; 0 for as many as a link
 *     holds
 */
public record Route(String name, @Nullable Algorithm algorithm, int channels, int chunkBytes) {
  /** By size, operation and what the ranks see of each other. */
  public static final Route AUTO = new Route("auto", null, 0, 0);

  /** Straight through memory that all ranks see. */
  public static final Route SHARED = new Route("shared", null, 0, 0);

  /** From copies on the board of a host; only for an input of at most 4 KiB. */
  public static final Route BOARD = new Route("board", null, 0, 0);

  /** Through aggregators, where a group has them. */
  public static final Route AGGREGATOR = new Route("aggregator", null, 0, 0);

  /** Links for collectives between two ranks. */
  public static final int MOST_CHANNELS = 2;

  /** Fewest bytes of a message that may be asked for. */
  public static final int LEAST_CHUNK = 1 << 10;

  /** Most bytes of a message that may be asked for. */
  public static final int MOST_CHUNK = 1 << 24;

  private static final List<Route> WITHOUT_SCHEDULE = List.of(AUTO, SHARED, BOARD, AGGREGATOR);
  private static final String CHANNELS = "channels=";
  private static final String CHUNK = "chunk=";
  private static final int NAME_BITS = 6;
  private static final int CHANNEL_BITS = 4;

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

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException outside 0 to 2 channels, or when chunks are no power of two
   *     from 1 KiB to 16 MiB
   */
  public Route {
    boolean chunked = chunkBytes == 0 || chunkBytes >= LEAST_CHUNK && chunkBytes <= MOST_CHUNK;
    if (channels < 0 || channels > MOST_CHANNELS || !chunked || Integer.bitCount(chunkBytes) > 1) {
      throw new IllegalArgumentException(
          channels
              + " channels and chunks of "
              + chunkBytes
              + " bytes; expected up to "
              + MOST_CHANNELS
              + ", and a power of two from "
              + LEAST_CHUNK
              + " to "
              + MOST_CHUNK);
    }
  }

  /**
   * Executes the schedule of an algorithm.
   *
   * @param algorithm among ranks
   * @return its route, cut as suits it
   * @throws IllegalArgumentException when it needs switches that reduce
   */
  public static Route of(Algorithm algorithm) {
    if (!BY_RANKS.contains(algorithm)) {
      throw new IllegalArgumentException(algorithm.id() + " needs switches that reduce");
    }
    return new Route(algorithm.id(), algorithm, 0, 0);
  }

  /**
   * The same schedule cut otherwise.
   *
   * @param newChannels parts that run side by side; 0 for as many as suit it
   * @param newChunkBytes most bytes of a message; 0 for as many as a link holds
   * @return another way
   */
  public Route cut(int newChannels, int newChunkBytes) {
    return new Route(name, algorithm, newChannels, newChunkBytes);
  }

  /**
   * All ways to do an operation among ranks at any size, on machines that suit them.
   *
   * @param op what is done
   * @return a new list: auto, shared, then the schedules
   */
  public static List<Route> routes(CollectiveOp op) {
    List<Route> routes = new ArrayList<>(List.of(AUTO, SHARED));
    for (Algorithm algorithm : Schedules.algorithms(op)) {
      if (BY_RANKS.contains(algorithm)) {
        routes.add(of(algorithm));
      }
    }
    return routes;
  }

  /**
   * Whether aggregators do an operation.
   *
   * @param op what is done
   * @return whether there is that way
   */
  public static boolean aggregates(CollectiveOp op) {
    return switch (op) {
      case ALL_REDUCE, REDUCE, BROADCAST -> true;
      default -> false;
    };
  }

  /**
   * {@link #routes}, and the route through aggregators where it does the operation.
   *
   * @param op what is done
   * @return a new list
   */
  public static List<Route> withAggregator(CollectiveOp op) {
    List<Route> routes = routes(op);
    if (aggregates(op)) {
      routes.add(AGGREGATOR);
    }
    return routes;
  }

  /**
   * The route that is written so, if it does the operation.
   *
   * @param id such as {@code ring} or {@code ring,chunk=65536}
   * @param op what is done
   * @return the route, or nothing
   */
  public static Optional<Route> named(String id, CollectiveOp op) {
    if (id.equals(BOARD.name)) {
      return Optional.of(BOARD);
    }
    String[] parts = id.split(",", -1);
    Optional<Route> plain =
        withAggregator(op).stream().filter(r -> r.name.equals(parts[0])).findFirst();
    if (parts.length == 1 || plain.isEmpty() || plain.get().algorithm == null) {
      return parts.length == 1 ? plain : Optional.empty();
    }
    int channels = 0;
    int chunk = 0;
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      if (part.startsWith(CHANNELS)) {
        channels = number(part.substring(CHANNELS.length()));
      } else {
        chunk = part.startsWith(CHUNK) ? number(part.substring(CHUNK.length())) : -1;
      }
    }
    try {
      return Optional.of(plain.get().cut(channels, chunk));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static int number(String text) {
    return text.matches("\\d{1,8}") ? Integer.parseInt(text) : -1;
  }

  /** {@return the route as it is written, which {@link #named} reads} */
  public String id() {
    return name
        + (channels == 0 ? "" : "," + CHANNELS + channels)
        + (chunkBytes == 0 ? "" : "," + CHUNK + chunkBytes);
  }

  /** {@return a number that tells routes apart} */
  public int number() {
    int first =
        algorithm == null
            ? WITHOUT_SCHEDULE.indexOf(this)
            : WITHOUT_SCHEDULE.size() + Arrays.asList(Algorithm.values()).indexOf(algorithm);
    int chunk = Integer.numberOfTrailingZeros(chunkBytes) % Integer.SIZE;
    return first | channels << NAME_BITS | chunk << NAME_BITS + CHANNEL_BITS;
  }

  /**
   * How the route of a {@link #number} is written.
   *
   * @param number of a route, perhaps from another rank
   * @return its {@link #id()}; a number that nothing has is shown as it is
   */
  public static String id(int number) {
    int first = number & (1 << NAME_BITS) - 1;
    int channels = number >> NAME_BITS & (1 << CHANNEL_BITS) - 1;
    int chunk = number >> NAME_BITS + CHANNEL_BITS;
    int others = WITHOUT_SCHEDULE.size();
    if (number >= 0 && first < others) {
      return WITHOUT_SCHEDULE.get(first).name;
    }
    try {
      Route plain = of(Algorithm.values()[first - others]);
      return plain.cut(channels, chunk == 0 ? 0 : 1 << chunk).id();
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      return Integer.toString(number);
    }
  }
}
