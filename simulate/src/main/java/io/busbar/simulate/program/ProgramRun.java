package io.busbar.simulate.program;

import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Inseparable;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.NetworkPart;
import io.busbar.simulate.network.PartedNetwork;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.program.Program.Event;
import io.busbar.simulate.program.Program.Kind;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Plays a {@link Program} on any network and keeps when each task started and ended. A message to
 * the rank itself arrives at once. Used once.
 */
public final class ProgramRun implements Listener {
  private static final long NOT_YET = -1;
  private static final int NONE = -1;
  private static final long BEGIN = 1L << 32;
  private static final long COMPUTED = 2L << 32;
  private static final long TASK = 0xffff_ffffL;

  private final Network network;
  private final Program program;
  private final int[] endpoints;
  private final Pairs pairs;
  private final Mail mail;
  private final int[] needed;
  private final int[] let;
  private final int[] cause;
  private final long[] startedPs;
  private final long[] endedPs;
  private final boolean[] busy;
  private final int[] laneFirst;
  private final int[] laneLast;
  private final int[] laneNext;
  private int[] ready = new int[64];
  private int readyCount;
  private boolean begun;
  private int failures;

  /**
   * @param endpoints where each rank is
   */
  public ProgramRun(Network network, Program program, int[] endpoints) {
    this.network = network;
    this.program = program;
    this.endpoints = endpoints;
    int n = program.size();
    pairs = new Pairs(program);
    mail = new Mail(program);
    needed = new int[n];
    Arrays.setAll(needed, program::needed);
    let = new int[n];
    cause = new int[n];
    Arrays.fill(cause, NONE);
    startedPs = new long[n];
    endedPs = new long[n];
    Arrays.fill(startedPs, NOT_YET);
    Arrays.fill(endedPs, NOT_YET);
    busy = new boolean[program.lanes()];
    laneFirst = new int[program.lanes()];
    laneLast = new int[program.lanes()];
    Arrays.fill(laneFirst, NONE);
    laneNext = new int[n];
  }

  /** Plays until done, a time, or cancelled; a further call goes on. */
  public RunEnd run(long untilPs, Cancel cancel) {
    if (!begun) {
      begun = true;
      if (network instanceof PartedNetwork parted && parted.parts() > 1 && !program.plain()) {
        throw new Inseparable("tasks of one rank wait for those of others");
      }
      for (int task = 0; task < program.size(); task++) {
        if (needed[task] == 0) {
          begin(task);
        }
      }
      startReady();
    }
    if (network instanceof PartedNetwork parted && parted.parts() > 1) {
      return parted.run(
          IntStream.range(0, parted.parts()).mapToObj(i -> arrivals(parted.part(i))).toList(),
          untilPs,
          cancel);
    }
    return network.run(this, untilPs, cancel);
  }

  /** What a part of a network tells of plain messages. */
  private Listener arrivals(NetworkPart part) {
    return token -> endedPs[(int) token] = part.nowPs();
  }

  private void begin(int task) {
    long wait = program.startPs(task) - network.nowPs();
    if (wait > 0) {
      network.timer(wait, BEGIN | task);
    } else {
      later(task);
    }
  }

  /** Tasks start one after the other, not from inside each other: chains are long. */
  private void later(int task) {
    if (readyCount == ready.length) {
      ready = Arrays.copyOf(ready, readyCount * 2);
    }
    ready[readyCount++] = task;
  }

  private void startReady() {
    for (int i = 0; i < readyCount; i++) {
      start(ready[i]);
    }
    readyCount = 0;
  }

  private void start(int task) {
    startedPs[task] = network.nowPs();
    tell(task, Event.STARTED);
    switch (program.kind(task)) {
      case MESSAGE, SEND -> send(task);
      case RECEIVE -> {
        if (mail.want(task)) {
          end(task);
        }
      }
      case COMPUTE -> compute(task);
      case GATE -> end(task);
      case NEXT -> throw new IllegalStateException("is reported, and does not start");
    }
  }

  private void send(int task) {
    int src = endpoints[program.rank(task)];
    int dst = endpoints[program.peer(task)];
    if (src == dst) {
      tell(task, Event.ENDED);
      arrive(task);
      return;
    }
    int connection = pairs.connection(task);
    if (connection == NONE) {
      connection = network.connect(src, dst, pairs.channel(task), 0);
      pairs.keep(task, connection);
    }
    network.send(connection, program.amount(task), task);
  }

  private void compute(int task) {
    int lane = program.peer(task);
    if (!busy[lane]) {
      busy[lane] = true;
      network.timer(program.amount(task), COMPUTED | task);
    } else if (laneFirst[lane] == NONE) {
      laneFirst[lane] = task;
      laneLast[lane] = task;
    } else {
      laneNext[laneLast[lane]] = task;
      laneLast[lane] = task;
    }
  }

  private void computed(int task) {
    int lane = program.peer(task);
    busy[lane] = false;
    int next = laneFirst[lane];
    if (next != NONE) {
      laneFirst[lane] = next == laneLast[lane] ? NONE : laneNext[next];
      startedPs[next] = network.nowPs();
      cause[next] = task;
      compute(next);
    }
    end(task);
  }

  private void end(int task) {
    endedPs[task] = network.nowPs();
    tell(task, Event.ENDED);
  }

  private void arrive(int task) {
    endedPs[task] = network.nowPs();
    tell(task, Event.DELIVERED);
    int receive = program.kind(task) == Kind.SEND ? mail.arrive(task) : NONE;
    if (receive != NONE) {
      cause[receive] = task;
      end(receive);
    }
  }

  private void tell(int task, Event event) {
    int end = program.endWaiter(task, event);
    for (int at = program.firstWaiter(task, event); at < end; at++) {
      int waiter = program.waiter(at);
      if (program.kind(waiter) == Kind.NEXT) {
        letNext(task, waiter);
      } else if (--needed[waiter] == 0) {
        cause[waiter] = task;
        begin(waiter);
      }
    }
  }

  private void letNext(int task, int gate) {
    int at = program.firstWaiter(gate, Event.ENDED) + let[gate]++;
    if (at < program.endWaiter(gate, Event.ENDED) && --needed[program.waiter(at)] == 0) {
      cause[program.waiter(at)] = task;
      begin(program.waiter(at));
    }
  }

  @Override
  public void sent(long token) {
    tell((int) token, Event.ENDED);
    startReady();
  }

  @Override
  public void delivered(long token) {
    arrive((int) token);
    startReady();
  }

  @Override
  public void timer(long token) {
    int task = (int) (token & TASK);
    if ((token & ~TASK) == BEGIN) {
      later(task);
    } else {
      computed(task);
    }
    startReady();
  }

  @Override
  public void failed(long token, Failure why) {
    failures++;
  }

  /** When a task started, picoseconds; negative if it did not. */
  public long startedPs(int task) {
    return startedPs[task];
  }

  /** When a task ended, a message at its receiver, picoseconds; negative if it did not. */
  public long endedPs(int task) {
    return endedPs[task];
  }

  /** When the last task ended, picoseconds. */
  public long lastPs() {
    return Math.max(0, Arrays.stream(endedPs).max().orElse(0));
  }

  /**
   * The chain of tasks of which each waited for the one before.
   *
   * @param computePs time of computations on it
   * @param communicationPs all other time
   * @param tasks on it
   * @param rank of its last task
   */
  public record Path(long computePs, long communicationPs, int tasks, int rank) {}

  /** The chain to the task that ended last; both times together are {@link #lastPs}. */
  public Path path() {
    int last = NONE;
    for (int task = 0; task < program.size(); task++) {
      boolean later = last == NONE || endedPs[task] > endedPs[last];
      last = endedPs[task] >= 0 && later ? task : last;
    }
    if (last == NONE) {
      return new Path(0, 0, 0, 0);
    }
    long compute = 0;
    long until = endedPs[last];
    int tasks = 0;
    for (int task = last; task != NONE; task = cause[task]) {
      // A receive that ends with a message was there before it: the message is what took the time.
      long from = startedPs[task] < 0 ? until : Math.min(until, startedPs[task]);
      boolean waited =
          program.kind(task) == Kind.RECEIVE
              && cause[task] != NONE
              && program.kind(cause[task]) == Kind.SEND
              && endedPs[cause[task]] == endedPs[task];
      if (!waited) {
        compute += program.kind(task) == Kind.COMPUTE ? until - from : 0;
        until = from;
      }
      tasks++;
    }
    return new Path(compute, endedPs[last] - compute, tasks, program.rank(last));
  }

  /** Messages that were given up. */
  public int failures() {
    return failures;
  }
}
