package io.busbar.runtime.perf;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.kernel.Kernels;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.tuning.Group;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The measurement as every rank runs it; all ranks get the same rows. */
public final class PerfRun {
  private static final long WANTED_NS = 50_000_000;
  private static final int MOST_ITERATIONS = 20_000;
  private static final int LEAST_ITERATIONS = 10;

  /** Whoever chose the iterations chose to have few. */
  private static final long SHORT_WARM_NS = 300_000_000;

  private static final long WARM_NS = 15_000_000_000L;

  private final @Nullable InetAddress sockets;
  private final Comm comm;
  private final PerfQuestion question;
  private final Pattern pattern;
  private final Timing timing;
  private final Warmth warmth;
  private final Probe probe;
  private final Buffers buffers;
  private final long[] counted = new long[1];
  private final Operation sum;

  private PerfRun(Comm comm, PerfQuestion question, @Nullable InetAddress sockets) {
    this.sockets = sockets;
    this.comm = comm;
    this.question = question;
    this.pattern = new Pattern(question, comm.size());
    buffers = Buffers.of(comm, question.type(), question.mostBytes(comm.size()));
    Buf word = Buf.of(counted);
    sum = comm.prepare(Call.allReduce(word, word, ReduceOp.SUM));
    timing = new Timing(comm);
    warmth = new Warmth(timing);
    probe = new Probe(comm, timing, Kernels.best(), buffers.input(), buffers.output());
  }

  /** What came out of a run. */
  public record Measured(Group group, List<PerfAnswer.Row> rows, PerfAnswer.Limits limits) {
    public Measured {
      rows = List.copyOf(rows);
    }
  }

  /**
   * Measures all sizes; called by all ranks of a communicator.
   *
   * @param sockets own address when bytes go over sockets, whose rate is then the limit; else null
   */
  public static Measured run(Comm comm, PerfQuestion question, @Nullable InetAddress sockets) {
    return new PerfRun(comm, question, sockets).measure();
  }

  private Measured measure() {
    TreeSet<Long> counts = new TreeSet<>();
    question.sizes().forEach(size -> counts.add(question.count(size, comm.size())));
    warm(counts.first());
    double oneWay =
        probe.oneWaySeconds(warmth, question.iterations() > 0 ? SHORT_WARM_NS : WARM_NS);
    Double link =
        sockets != null && comm.size() > 1 ? SocketProbe.bytesPerSecond(comm, sockets) : null;
    List<PerfAnswer.Row> rows = new ArrayList<>();
    List<PerfAnswer.Rates> rates = new ArrayList<>();
    for (long count : counts) {
      PerfAnswer.Rates here = probe.rates(count);
      rates.add(here);
      rows.add(row(count, limitSeconds(count, here, link, oneWay)));
    }
    return new Measured(comm.group(), rows, new PerfAnswer.Limits(oneWay * 1e6, link, rates));
  }

  /** Small and large data take different routes. */
  private void warm(long count) {
    for (long size : new long[] {count, Math.min(buffers.input().count(), 64_000L * comm.size())}) {
      Operation operation = operation(Math.max(comm.size(), size) / comm.size() * comm.size());
      warmth.warm(operation::run, question.iterations() > 0 ? SHORT_WARM_NS : WARM_NS);
    }
  }

  private Operation operation(long count) {
    return comm.prepare(buffers.call(question, count));
  }

  private PerfAnswer.Row row(long count, double limit) {
    Operation operation = operation(count);
    double seconds = seconds(operation);
    long bytes = count * question.type().bytes();
    double algbw = bytes / seconds;
    return new PerfAnswer.Row(
        bytes,
        count,
        seconds * 1e6,
        algbw,
        algbw * question.op().busFactor(comm.size()),
        wrong(operation, count),
        limit * 1e6,
        100 * limit / seconds);
  }

  /** Over sockets busbw is what a rank passes on, so the rate of a plain one bounds it. */
  private double limitSeconds(
      long count, PerfAnswer.Rates rates, @Nullable Double link, double oneWay) {
    long bytes = count * question.type().bytes();
    return link == null
        ? probe.limitSeconds(question.op(), bytes, rates, oneWay)
        : oneWay + bytes * passed() / link;
  }

  /** What a rank passes on of each byte; to aggregators it sends what it has, once. */
  private double passed() {
    boolean aggregated = question.route().equals(Route.AGGREGATOR);
    return aggregated ? 1 : question.op().busFactor(comm.size());
  }

  private double seconds(Operation operation) {
    Runnable work = operation::run;
    if (question.iterations() == 0) {
      warmth.warm(work, WARM_NS);
    }
    Timing.repeat(work, question.warmups());
    return timing.median(work, Math.max(1, iterations(work) / Timing.PARTS));
  }

  private int iterations(Runnable work) {
    if (question.iterations() > 0) {
      return question.iterations();
    }
    double fitting = WANTED_NS / 1e9 / timing.seconds(work, 3);
    return (int) Math.clamp((long) fitting, LEAST_ITERATIONS, MOST_ITERATIONS);
  }

  /** Runs once more with known data, over an output of garbage. */
  private long wrong(Operation operation, long count) {
    Buf out = buffers.out(question.op(), count);
    out.memory().fill((byte) 0x55);
    pattern.fill(buffers.in(question.op(), count), comm.rank());
    if (question.op() == CollectiveOp.BROADCAST && comm.rank() == question.root()) {
      pattern.fill(out, comm.rank());
    }
    operation.run();
    counted[0] = pattern.wrong(out, comm.rank(), count);
    sum.run();
    return counted[0];
  }
}
