package io.busbar.runtime.comm;

import io.busbar.collective.schedule.Locality;
import io.busbar.runtime.transport.LocalHub;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.tuning.Group;
import io.busbar.runtime.tuning.Tuning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that are threads of this JVM: {@code LocalGroup.run(4, comm -> …)}. When the body of one
 * rank throws, the others leave their operations with an error that names it, and the first
 * exception comes out. Immutable; a group may be run many times.
 *
 * @param locality ranks, and which of them schedules take for neighbours
 * @param timeout longest time of an operation
 * @param slots room of each link
 * @param tuning which routes are taken
 */
public record LocalGroup(Locality locality, Duration timeout, SlotSize slots, Tuning tuning) {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** What a rank does. */
  @FunctionalInterface
  public interface Body {
    /**
     * Runs to its end; the communicator is closed afterwards.
     *
     * @param comm the rank's end of the group
     * @throws Exception whatever it likes; the other ranks are told
     */
    void run(Comm comm) throws Exception;
  }

  /**
   * Ranks on one node that wait up to a minute for each other.
   *
   * @param ranks at least 1
   * @return a group, which has not begun
   */
  public static LocalGroup of(int ranks) {
    if (ranks < 1) {
      throw new IllegalArgumentException(ranks + " ranks; expected at least 1");
    }
    return new LocalGroup(Locality.oneNode(ranks), TIMEOUT, SlotSize.DEFAULT, Tuning.NONE);
  }

  /**
   * The same with another longest time of an operation.
   *
   * @param longest waiting for ranks that still compute included
   * @return another group
   */
  public LocalGroup withTimeout(Duration longest) {
    return new LocalGroup(locality, longest, slots, tuning);
  }

  /**
   * The same as if ranks were spread over equal nodes; for hierarchical schedules.
   *
   * @param nodes a divisor of the number of ranks
   * @return another group
   */
  public LocalGroup withNodes(int nodes) {
    if (nodes < 1 || locality.ranks() % nodes != 0) {
      throw new IllegalArgumentException(locality.ranks() + " ranks on " + nodes + " nodes");
    }
    int perNode = locality.ranks() / nodes;
    return new LocalGroup(Locality.uniform(nodes, perNode), timeout, slots, tuning);
  }

  /**
   * The same with other links.
   *
   * @param size of each
   * @return another group
   */
  public LocalGroup withSlots(SlotSize size) {
    return new LocalGroup(locality, timeout, size, tuning);
  }

  /**
   * The same with a table of routes.
   *
   * @param table what {@code auto} takes
   * @return another group
   */
  public LocalGroup withTuning(Tuning table) {
    return new LocalGroup(locality, timeout, slots, table);
  }

  /**
   * Runs a body on every rank of a group and waits for all; see {@link #run(Body)}.
   *
   * @param ranks at least 1
   * @param body what each of them does
   */
  public static void run(int ranks, Body body) {
    of(ranks).run(body);
  }

  /**
   * Runs a body on every rank and waits for all.
   *
   * @param body what each rank does; on a thread of its own
   * @throws IllegalStateException with the first checked exception of a body as its cause
   */
  public void run(Body body) {
    LocalHub hub = new LocalHub(locality, slots);
    AtomicReference<@Nullable Throwable> first = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < locality.ranks(); rank++) {
      int r = rank;
      threads.add(Thread.ofPlatform().name("rank " + rank).start(() -> rank(hub, r, body, first)));
    }
    join(threads);
    Throwable thrown = first.get();
    switch (thrown) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(thrown);
    }
  }

  private void rank(LocalHub hub, int rank, Body body, AtomicReference<@Nullable Throwable> first) {
    try (Comm comm = new Comm(hub.transport(rank), Group.LOCAL, timeout, tuning)) {
      try {
        body.run(comm);
      } catch (Throwable thrown) { // whatever it is, the other ranks must not wait for this one
        if (!first.compareAndSet(null, thrown)) {
          Throwable earlier = first.get();
          if (earlier != null && earlier != thrown) {
            earlier.addSuppressed(thrown);
          }
        }
        comm.fail(thrown);
      }
    }
  }

  /** An interrupt goes on to the ranks. */
  private static void join(List<Thread> threads) {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
          threads.forEach(Thread::interrupt);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
