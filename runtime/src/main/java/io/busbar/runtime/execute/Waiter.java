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
  private static final int LEAST_SPINS = 20;
  private static final int MOST_SPINS = 1000;
  private static final int MOST_SPINS_WHEN_CROWDED = 50;
  private static final int YIELDS = 2000;

  /** Looks at sockets, each of which costs a system call, before a thread sleeps. */
  private static final int POLLS = 20;

  private static final long LEAST_PARK_NS = 1_000;
  private static final long MOST_PARK_NS = 100_000;
  private static final long WATCH_NS = 5_000_000;
  private static final int NOBODY = -1;

  /** Of the operation that runs. */
  final WaitTimes times;

  private final Transport transport;
  private final long timeoutNs;
  private final int ranks;
  private final int yields;
  private final int mostSpins;
  private int spins;
  private int idle;
  private long parkNs = LEAST_PARK_NS;
  private long deadline;
  private long watched;
  private long operation;
  private int late = NOBODY;
  private boolean ending;
  private String name = "";

  /**
   * @param timeoutNs longest time of one operation
   */
  public Waiter(Transport transport, long timeoutNs) {
    this.transport = transport;
    this.timeoutNs = timeoutNs;
    this.ranks = transport.locality().ranks();
    this.times = new WaitTimes(ranks);
    this.yields = transport.spins() ? YIELDS : 0;
    boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
    this.mostSpins = crowded ? MOST_SPINS_WHEN_CROWDED : MOST_SPINS;
    int polls = crowded ? 1 : POLLS;
    this.spins = !transport.spins() ? polls : crowded ? LEAST_SPINS : MOST_SPINS;
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
    if (idle > 0) {
      learn();
      idle = 0;
      parkNs = LEAST_PARK_NS;
      times.over();
    }
  }

  /**
   * When the first yield brings what spinning did not, the other rank waits for this processor, and
   * spinning only keeps it from running. When spinning brings it, more of it keeps this rank from
   * being put behind others that compute.
   */
  private void learn() {
    if (yields > 0 && idle < spins) {
      spins = Math.min(mostSpins, spins + 1 + spins / 16);
    } else if (yields > 0 && idle <= spins + 1) {
      spins = Math.max(LEAST_SPINS, spins - spins / 8);
    }
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

  /** Waits until all ranks are at the start of this operation, or at its end. */
  public void await(Board board, boolean end) {
    int missing = board.missing(0, operation, end);
    if (missing < ranks) {
      ending = end;
      do {
        idle(missing);
        missing = board.missing(missing, operation, end);
      } while (missing < ranks);
      moved();
    }
  }

  /** Waits until all that was sent is on its way; nobody sends it while the caller computes. */
  public void sendOff() {
    int peer = transport.unsent();
    while (peer != NOBODY) {
      idle(peer);
      peer = transport.unsent();
    }
    moved();
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
      for (int rank = board.missing(0, operation, ending); rank < ranks; ) {
        missing.add(Integer.toString(rank));
        rank = board.missing(rank + 1, operation, ending);
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
