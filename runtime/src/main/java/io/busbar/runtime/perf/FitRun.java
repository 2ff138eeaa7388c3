package io.busbar.runtime.perf;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.kernel.Kernels;
import io.busbar.runtime.perf.MessageCosts.Sample;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.tuning.Group;
import io.busbar.runtime.tuning.StartValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Measures what a simulator needs to know of a machine: messages to the next rank, and rings that
 * move and that add up, inside hosts and between them; and then all-reduces by schedules, which are
 * not fitted but predicted.
 */
public final class FitRun {
  /** Ranks of a host. */
  public static final String INSIDE = "inside a host";

  /** Ranks of different hosts. */
  public static final String BETWEEN = "between hosts";

  private static final int ROUNDS = 5;

  /** Long enough for what interfaces let through at once after a pause not to matter. */
  private static final long TURN_NS = 60_000_000;

  private static final int LEAST_ITERATIONS = 4;
  private static final long WARM_NS = 800_000_000;
  private static final int WARM_MESSAGE = 32 << 10;
  private static final int MOST_ITERATIONS = 5000;
  private static final int[] MESSAGES = {
    64, 1 << 10, 8 << 10, 32 << 10, 128 << 10, 256 << 10, 512 << 10, 1 << 20
  };
  private static final List<CollectiveOp> FITTED =
      List.of(CollectiveOp.SEND_RECEIVE, CollectiveOp.ALL_GATHER, CollectiveOp.REDUCE_SCATTER);

  private final Comm comm;
  private final PerfQuestion question;
  private final Timing timing;

  private FitRun(Comm comm, PerfQuestion question) {
    this.comm = comm;
    this.question = question;
    this.timing = new Timing(comm);
  }

  /**
   * What came out of a run.
   *
   * @param slots of the links
   */
  public record Measured(Group group, SlotSize slots, List<Level> levels, List<Whole> wholes) {
    public Measured {
      levels = List.copyOf(levels);
      wholes = List.copyOf(wholes);
    }
  }

  /**
   * Ranks among which messages cost the same.
   *
   * @param name {@link #INSIDE} or {@link #BETWEEN}
   * @param ranks of one ring; rings of all hosts, or through all hosts, run at the same time
   * @param kernelSecondsPerByte adding up by itself, all ranks at once
   */
  public record Level(String name, int ranks, double kernelSecondsPerByte, List<Sample> samples) {
    public Level {
      samples = List.copyOf(samples);
    }
  }

  /** A collective over all ranks, by a schedule. */
  public record Whole(CollectiveOp op, Route route, long bytes, double seconds) {}

  /**
   * Measures; called by all ranks of a communicator.
   *
   * @throws IllegalArgumentException when hosts have different numbers of ranks
   */
  public static Measured run(Comm comm, PerfQuestion question) {
    return new FitRun(comm, question).run();
  }

  private Measured run() {
    Locality locality = comm.locality();
    List<Level> levels = new ArrayList<>();
    int rank = comm.rank();
    if (!locality.equalNodes()) {
      throw new IllegalArgumentException("a fit needs the same number of ranks on every host");
    }
    if (locality.nodes() < locality.ranks()) {
      levels.add(level(INSIDE, locality.node(rank), locality.local(rank)));
    }
    if (locality.nodes() > 1) {
      levels.add(level(BETWEEN, locality.local(rank), locality.node(rank)));
    }
    return new Measured(comm.group(), comm.slots(), levels, wholes());
  }

  private Level level(String name, int colour, int key) {
    try (Comm part = comm.split(colour, key)) {
      int n = part.size();
      long most = (long) n * MESSAGES[MESSAGES.length - 1];
      Buffers buffers = Buffers.of(part, question.type(), most);
      for (int message : new int[] {MESSAGES[0], WARM_MESSAGE}) {
        Route ring = Route.of(Algorithm.RING);
        CollectiveOp op = CollectiveOp.REDUCE_SCATTER;
        timing.warm(operation(part, buffers, op, ring, (long) n * message)::run, WARM_NS);
      }
      List<Task> tasks = new ArrayList<>();
      for (CollectiveOp op : FITTED) {
        for (int message : MESSAGES) {
          if (op != CollectiveOp.SEND_RECEIVE || message <= comm.slots().bytes()) {
            tasks.add(task(part, buffers, op, message));
          }
        }
      }
      double[] medians = medians(tasks.stream().map(Task::operation).toList());
      List<Sample> samples = new ArrayList<>();
      for (int i = 0; i < medians.length; i++) {
        samples.add(tasks.get(i).sample().in(medians[i]));
      }
      Probe probe = new Probe(comm, timing, Kernels.best(), buffers.input(), buffers.output());
      long elements = comm.slots().bytes() / question.type().bytes();
      double rate = probe.rates(Math.min(elements, buffers.input().count())).reduceBytesPerS();
      return new Level(name, n, 1 / rate, samples);
    }
  }

  /** What is to be timed. */
  private record Task(Sample sample, Operation operation) {}

  private Task task(Comm part, Buffers buffers, CollectiveOp op, int message) {
    int n = part.size();
    boolean ring = op != CollectiveOp.SEND_RECEIVE;
    long bytes = ring ? (long) n * message : message;
    int slot = comm.slots().bytes();
    long steps = ring ? n - 1 : 1;
    Route route = ring ? Route.of(Algorithm.RING).cut(1, 0) : Route.of(Algorithm.DIRECT);
    long moved = steps * message;
    Sample sample =
        new Sample(
            op.ncclTestsName(),
            bytes,
            steps * ((message + slot - 1) / slot),
            moved,
            op == CollectiveOp.REDUCE_SCATTER ? moved : 0,
            0);
    return new Task(sample, operation(part, buffers, op, route, bytes));
  }

  private Operation operation(
      Comm part, Buffers buffers, CollectiveOp op, Route route, long bytes) {
    PerfQuestion asked =
        new PerfQuestion(op, question.sizes(), question.type(), question.reduce(), 0, route, 0, 0);
    return part.prepare(buffers.call(asked, bytes / question.type().bytes()));
  }

  /** In turns, so that what disturbs the machine disturbs all of them. */
  private double[] medians(List<Operation> operations) {
    int[] times = new int[operations.size()];
    double[][] rounds = new double[times.length][ROUNDS];
    for (int i = 0; i < times.length; i++) {
      int first = timing.times(operations.get(i)::run, TURN_NS, MOST_ITERATIONS);
      timing.seconds(operations.get(i)::run, first);
      int second = timing.times(operations.get(i)::run, TURN_NS, MOST_ITERATIONS);
      boolean asked = question.iterations() > 0;
      times[i] = asked ? question.iterations() : Math.max(LEAST_ITERATIONS, second);
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < times.length; i++) {
        rounds[i][round] = timing.seconds(operations.get(i)::run, times[i]);
      }
    }
    double[] medians = new double[times.length];
    for (int i = 0; i < times.length; i++) {
      Arrays.sort(rounds[i]);
      medians[i] = rounds[i][ROUNDS / 2];
    }
    return medians;
  }

  private List<Whole> wholes() {
    Buffers buffers = Buffers.of(comm, question.type(), question.mostBytes(comm.size()));
    TreeSet<Long> counts = new TreeSet<>();
    question.sizes().forEach(size -> counts.add(question.count(size, comm.size())));
    List<Whole> wholes = new ArrayList<>();
    List<Operation> operations = new ArrayList<>();
    for (long count : counts) {
      long bytes = count * question.type().bytes();
      Route route =
          question.route().algorithm() == null
              ? StartValues.links(question.op(), bytes, comm.locality())
              : question.route();
      operations.add(comm.prepare(buffers.call(question.by(route), count)));
      wholes.add(new Whole(question.op(), route, bytes, 0));
    }
    double[] medians = medians(operations);
    for (int i = 0; i < medians.length; i++) {
      Whole whole = wholes.get(i);
      wholes.set(i, new Whole(whole.op(), whole.route(), whole.bytes(), medians[i]));
    }
    return wholes;
  }
}
