package io.busbar.runtime.execute;

import io.busbar.runtime.error.CollectiveException;
import io.busbar.runtime.transport.Board;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.Transport;
import java.util.StringJoiner;

/**
 * The only way to wait: spins, then yields, then parks, longer and longer. It leaves when the group
 * failed, when the deadline is past, or when the thread is interrupted. One per rank and group.
 */
public final class Waiter {
  private static final int SPINS = 500;
  private static final int SPINS_WHEN_CROWDED = 20;
  private static final int YIELDS = 2000;
  private static final long LEAST_PARK_NS = 1_000;
  private static final long MOST_PARK_NS = 100_000;
  private static final long WATCH_NS = 5_000_000;

  private static final int NOBODY = -1;

  /** Of the operation that runs. */
  final WaitTimes times;

  private final Transport transport;
  private final long timeoutNs;
  private final int spins;
  private final int yields;
  private int idle;
  private long parkNs;
  private long deadline;
  private long watched;
  private long operation;
  private int late = NOBODY;
  private String name = "";

  /**
   * @param timeoutNs longest time of one operation
   */
  public Waiter(Transport transport, long timeoutNs) {
    this.transport = transport;
    this.timeoutNs = timeoutNs;
    this.times = new WaitTimes(transport.locality().ranks());
    this.yields = transport.spins() ? YIELDS : 0;
    boolean crowded = transport.locality().ranks() > Runtime.getRuntime().availableProcessors();
    this.spins = !transport.spins() ? 1 : crowded ? SPINS_WHEN_CROWDED : SPINS;
  }

  /**
   * Starts an operation.
   *
   * @throws CollectiveException when the group has failed
   */
  public void begin(long number, String operationName) {
    operation = number;
    name = operationName;
    deadline = System.nanoTime() + timeoutNs;
    moved();
    Failure failure = transport.failure();
    if (failure != null) {
      throw thrown(failure);
    }
  }

  /** Something was done; the next wait begins with spinning. */
  public void moved() {
    idle = 0;
    parkNs = LEAST_PARK_NS;
    times.over();
  }

  /**
   * Waits a little.
   *
   * @param peer the rank that is waited for
   * @throws CollectiveException when waiting has no sense any more
   */
  public void idle(int peer) {
    idle++;
    times.waiting(peer);
    if (idle < spins) {
      Thread.onSpinWait();
      return;
    }
    look(peer);
    if (idle < spins + yields) {
      Thread.yield();
    } else {
      transport.park(parkNs);
      parkNs = Math.min(MOST_PARK_NS, parkNs + parkNs / 4);
    }
  }

  /**
   * Waits a little for something that all ranks have a part in.
   *
   * @param lateRank who is known to be late; −1 when nobody is
   */
  public void idleForAll(int lateRank) {
    late = lateRank;
    idle(transport.rank());
  }

  /** Waits until all ranks are at the board. */
  public void await(Board board, long arrival) {
    int ranks = transport.locality().ranks();
    moved();
    int missing = board.missing(0, arrival);
    while (missing < ranks) {
      idle(missing);
      missing = board.missing(missing, arrival);
    }
    times.over();
  }

  private void look(int peer) {
    Failure failure = transport.failure();
    if (failure != null) {
      throw thrown(failure);
    }
    long now = System.nanoTime();
    if (now - deadline > 0) {
      int missing = peer == transport.rank() ? late : peer;
      String what = (missing < 0 ? "a result " : "") + "did not come in time: ";
      throw fail(new Failure(Failure.Kind.TIMEOUT, missing, what + late(missing)));
    }
    if (now - watched > WATCH_NS) {
      watched = now;
      transport.watch(peer);
    }
    if (Thread.interrupted()) {
      Thread.currentThread().interrupt();
      throw fail(new Failure(Failure.Kind.ABORT, transport.rank(), "was interrupted"));
    }
  }

  private String late(int peer) {
    Board board = transport.board();
    StringJoiner missing = new StringJoiner(", ");
    if (peer < 0) {
      return "waited " + timeoutNs / 1_000_000 + " ms";
    }
    if (board == null) {
      missing.add(Integer.toString(peer));
    } else {
      int ranks = transport.locality().ranks();
      long arrival = board.arrived(transport.rank());
      for (int rank = board.missing(0, arrival); rank < ranks; ) {
        missing.add(Integer.toString(rank));
        rank = board.missing(rank + 1, arrival);
      }
    }
    return "waited " + timeoutNs / 1_000_000 + " ms for ranks " + missing;
  }

  /** Ends the group for a reason, and gives what is to be thrown: the group's first failure. */
  public CollectiveException fail(Failure failure) {
    transport.fail(failure);
    Failure first = transport.failure();
    return thrown(first == null ? failure : first);
  }

  private CollectiveException thrown(Failure failure) {
    String where = "rank " + transport.rank() + ", operation " + operation + ", " + name;
    return CollectiveException.of(failure, where, operation);
  }
}
