package io.busbar.runtime.bootstrap;

import io.busbar.runtime.transport.Exchange;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who a rank is, and a way to tell the others short texts. Every wait ends at a deadline. Closed
 * when the group stands.
 */
public interface Bootstrap extends Exchange, AutoCloseable {
  /** {@return the number of this rank, from 0} */
  int rank();

  /** {@return how many ranks there are} */
  int ranks();

  /** Takes leave of the others; folders, listeners and connections of the meeting go. */
  @Override
  void close();

  /**
   * Ranks that some other system connects, such as tasks of a Spark barrier stage: {@code
   * Bootstrap.of(context.partitionId(), tasks, context::allGather)}.
   *
   * @param rank number of this rank, from 0
   * @param ranks how many there are
   * @param exchange called a few times while a group connects; its deadline is its own affair
   * @return a bootstrap that closes nothing
   * @throws IllegalArgumentException when there is no such rank
   */
  static Bootstrap of(int rank, int ranks, Exchange exchange) {
    check(rank, ranks);
    return new Bootstrap() {
      @Override
      public int rank() {
        return rank;
      }

      @Override
      public int ranks() {
        return ranks;
      }

      @Override
      public String[] exchange(String own) {
        return exchange.exchange(own);
      }

      @Override
      public void check() {
        exchange.check();
      }

      @Override
      public void refuse(String reason) {
        exchange.refuse(reason);
      }

      @Override
      public @Nullable Duration deadline() {
        return exchange.deadline();
      }

      @Override
      public byte[] key() {
        return exchange.key();
      }

      @Override
      public void close() {}
    };
  }

  /**
   * Ranks that see one file system; best one of this host.
   *
   * @param rank number of this rank, from 0
   * @param ranks how many there are
   * @param folder a name that nothing had before this run; it is made, and gone afterwards
   * @param deadline longest wait for the others, each time
   * @return a bootstrap that waits when it is first used
   * @throws IllegalStateException when another process has come as this rank
   * @throws java.io.UncheckedIOException when the folder cannot be written to
   */
  static Bootstrap folder(int rank, int ranks, Path folder, Duration deadline) {
    return new FolderBootstrap(rank, ranks, folder, deadline);
  }

  /**
   * Ranks that connect to rank 0. Returns when that one, or on rank 0 all others, are there.
   *
   * @param rank number of this rank, from 0
   * @param ranks how many there are
   * @param root where rank 0 listens, on that address only
   * @param token secret of the run; others are turned away
   * @param deadline longest wait for the others, each time
   * @return a bootstrap that is connected
   * @throws java.io.UncheckedIOException when ranks do not come in time, or rank 0 cannot listen
   */
  static Bootstrap root(
      int rank, int ranks, InetSocketAddress root, String token, Duration deadline) {
    return rank == 0
        ? new RootBootstrap(ranks, root, token, deadline)
        : new LeafBootstrap(rank, ranks, root, token, deadline);
  }

  /**
   * As the environment says: {@code BUSBAR_RANK}, {@code BUSBAR_RANKS} and {@code BUSBAR_MEET} (a
   * folder, or {@code host:port} of rank 0 with {@code BUSBAR_TOKEN}); without them {@code RANK},
   * {@code WORLD_SIZE}, {@code MASTER_ADDR} and {@code MASTER_PORT} as torchrun sets them.
   *
   * @param environment such as {@link System#getenv()}
   * @param deadline longest wait for the others, each time
   * @return a {@link #folder} or a {@link #root}
   * @throws IllegalArgumentException when a variable is missing or wrong
   */
  static Bootstrap fromEnvironment(Map<String, String> environment, Duration deadline) {
    boolean own = environment.containsKey("BUSBAR_RANK");
    if (!own && !environment.containsKey("RANK")) {
      throw new IllegalArgumentException(
          "the environment has neither BUSBAR_RANK nor RANK, which tell a process who it is");
    }
    int rank = number(environment, own ? "BUSBAR_RANK" : "RANK", 0);
    int ranks = number(environment, own ? "BUSBAR_RANKS" : "WORLD_SIZE", 1);
    check(rank, ranks);
    String meet =
        own
            ? needed(environment, "BUSBAR_MEET")
            : needed(environment, "MASTER_ADDR") + ":" + needed(environment, "MASTER_PORT");
    InetSocketAddress root = address(meet);
    if (root == null) {
      return folder(rank, ranks, Path.of(meet), deadline);
    }
    return root(rank, ranks, root, environment.getOrDefault("BUSBAR_TOKEN", ""), deadline);
  }

  private static void check(int rank, int ranks) {
    if (rank < 0 || rank >= ranks) {
      throw new IllegalArgumentException("rank " + rank + " of " + ranks + " ranks");
    }
  }

  private static @Nullable InetSocketAddress address(String meet) {
    int colon = meet.lastIndexOf(':');
    String port = meet.substring(colon + 1);
    if (colon < 1 || meet.startsWith("/") || !port.matches("\\d{1,5}")) {
      return null;
    }
    return new InetSocketAddress(meet.substring(0, colon), Integer.parseInt(port));
  }

  private static String needed(Map<String, String> environment, String name) {
    String value = environment.get(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException("the environment lacks " + name);
    }
    return value;
  }

  private static int number(Map<String, String> environment, String name, int least) {
    String value = needed(environment, name);
    if (!value.matches("\\d{1,7}") || Integer.parseInt(value) < least) {
      throw new IllegalArgumentException(
          name + " is '" + value + "'; expected a number from " + least);
    }
    return Integer.parseInt(value);
  }
}
