package io.busbar.runtime.perf;

import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.tuning.Group;
import io.busbar.runtime.tuning.StartValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Tries all routes at each size, in turns, so that what disturbs the machine disturbs all of them.
 * Ranks agree on every time, hence they decide alike.
 */
public final class TuneRun {
  private static final int ROUNDS = 7;

  /** After so many rounds routes that are much slower are given up. */
  private static final int FIRST_ROUNDS = 2;

  private static final double MUCH = 2;
  private static final long TURN_NS = 4_000_000;
  private static final int MOST_ITERATIONS = 2000;
  private static final long WARM_NS = 150_000_000;
  private static final int WARM_BYTES = 16 << 10;

  /** From here on two channels may pay, since one sends while the other waits. */
  private static final long CHANNELS_FROM = 128 << 10;

  private static final long CHUNKS_FROM = 1 << 20;
  private static final int SMALL_CHUNK = 64 << 10;

  /** What was hopeless at a size from here on stays so at larger ones. */
  private static final long SETTLED = 4 << 20;

  private final Comm comm;
  private final Locality locality;
  private final boolean host;
  private final Timing timing;

  private TuneRun(Comm comm) {
    this.comm = comm;
    this.locality = comm.locality();
    this.host = comm.sharesBoard();
    this.timing = new Timing(comm);
  }

  /** What came out of a run. */
  public record Measured(Group group, List<Size> sizes) {
    public Measured {
      sizes = List.copyOf(sizes);
    }
  }

  /**
   * One operation at one size.
   *
   * @param bytes as nccl-tests counts them
   * @param start what the start values say
   * @param startLinks what they say where memory is not visible to all
   * @param tried best first; routes that were given up are not among them
   */
  public record Size(
      CollectiveOp op, long bytes, Route start, Route startLinks, List<Tried> tried) {
    public Size {
      tried = List.copyOf(tried);
    }
  }

  /**
   * A route and its times.
   *
   * @param seconds the median
   * @param low a quarter of the rounds was faster
   * @param high a quarter was slower
   */
  public record Tried(Route route, double seconds, double low, double high) {}

  /** Tries everything; called by all ranks of a communicator. */
  public static Measured run(Comm comm, List<PerfQuestion> questions) {
    TuneRun run = new TuneRun(comm);
    PerfQuestion first = questions.getFirst();
    long most = questions.stream().mapToLong(q -> q.mostBytes(comm.size())).max().orElse(1);
    Buffers buffers = Buffers.of(comm, first.type(), most);
    List<Size> sizes = new ArrayList<>();
    for (PerfQuestion question : questions) {
      List<Route> hopeless = new ArrayList<>();
      TreeSet<Long> counts = new TreeSet<>();
      question.sizes().forEach(size -> counts.add(question.count(size, comm.size())));
      run.warm(question, buffers);
      for (long count : counts) {
        sizes.add(run.size(question, buffers, count, hopeless));
      }
    }
    return new Measured(comm.group(), sizes);
  }

  /** A route while it is tried. */
  private static final class Candidate {
    final Route route;
    final Operation operation;
    final double[] seconds = new double[ROUNDS];
    int times = 1;

    Candidate(Route route, Operation operation) {
      this.route = route;
      this.operation = operation;
    }

    Tried tried(int rounds) {
      double[] sorted = Arrays.copyOf(seconds, rounds);
      Arrays.sort(sorted);
      return new Tried(
          route, sorted[rounds / 2], sorted[rounds / 4], sorted[rounds - 1 - rounds / 4]);
    }
  }

  private Size size(PerfQuestion question, Buffers buffers, long count, List<Route> hopeless) {
    CollectiveOp op = question.op();
    long bytes = count * question.type().bytes();
    long inputBytes = buffers.in(op, count).bytes();
    Route startLinks = StartValues.links(op, bytes, locality);
    Route start = host ? StartValues.oneHost(inputBytes) : startLinks;
    List<Candidate> candidates = new ArrayList<>();
    for (Route route : routes(op, bytes, inputBytes)) {
      if (!hopeless.contains(route)) {
        candidates.add(new Candidate(route, comm.prepare(buffers.call(question.by(route), count))));
      }
    }
    candidates.forEach(this::warm);
    rounds(candidates, 0, FIRST_ROUNDS);
    double best = best(candidates);
    List<Candidate> slow =
        candidates.stream()
            .filter(c -> c.tried(FIRST_ROUNDS).seconds() > MUCH * best)
            .filter(c -> !c.route.equals(start) && !c.route.equals(startLinks))
            .toList();
    candidates.removeAll(slow);
    if (bytes >= SETTLED) {
      slow.forEach(c -> hopeless.add(c.route));
    }
    rounds(candidates, FIRST_ROUNDS, ROUNDS);
    List<Tried> tried =
        candidates.stream()
            .map(c -> c.tried(ROUNDS))
            .sorted(Comparator.comparing(Tried::seconds))
            .toList();
    return new Size(op, bytes, start, startLinks, tried);
  }

  private List<Route> routes(CollectiveOp op, long bytes, long inputBytes) {
    List<Route> routes = new ArrayList<>();
    if (host) {
      if (inputBytes <= StartValues.BOARD_BYTES) {
        routes.add(Route.BOARD);
      }
      routes.add(Route.SHARED);
    }
    for (Route route : Route.routes(op)) {
      if (route.algorithm() != null && Schedules.refusal(route.algorithm(), op, locality) == null) {
        routes.add(route);
        if (bytes >= CHANNELS_FROM) {
          routes.add(route.cut(Route.MOST_CHANNELS, 0));
        }
        if (bytes >= CHUNKS_FROM) {
          routes.add(route.cut(0, SMALL_CHUNK));
          routes.add(route.cut(Route.MOST_CHANNELS, SMALL_CHUNK));
        }
      }
    }
    return routes;
  }

  /** Every route once at a middle size, so that loops are compiled before the first is timed. */
  private void warm(PerfQuestion question, Buffers buffers) {
    long most = question.mostBytes(comm.size());
    long count = question.count(Math.min(most, (long) comm.size() * WARM_BYTES), comm.size());
    long bytes = count * question.type().bytes();
    for (Route route : routes(question.op(), bytes, bytes)) {
      timing.warm(comm.prepare(buffers.call(question.by(route), count))::run, WARM_NS);
    }
  }

  private void warm(Candidate candidate) {
    candidate.times = timing.times(candidate.operation::run, TURN_NS, MOST_ITERATIONS);
    if (candidate.times > 1) {
      timing.seconds(candidate.operation::run, candidate.times);
      candidate.times = timing.times(candidate.operation::run, TURN_NS, MOST_ITERATIONS);
    }
  }

  private void rounds(List<Candidate> candidates, int from, int to) {
    for (int round = from; round < to; round++) {
      for (Candidate candidate : candidates) {
        candidate.seconds[round] = timing.seconds(candidate.operation::run, candidate.times);
      }
    }
  }

  private static double best(List<Candidate> candidates) {
    return candidates.stream()
        .mapToDouble(c -> c.tried(FIRST_ROUNDS).seconds())
        .min()
        .orElse(Double.MAX_VALUE);
  }
}
