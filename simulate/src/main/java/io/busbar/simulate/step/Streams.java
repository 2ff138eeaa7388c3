package io.busbar.simulate.step;

import io.busbar.collective.api.CollectiveOp;
import java.util.ArrayList;
import java.util.List;

/**
 * Two streams of work of one rank, each in its order: a computation may need exchanges before it,
 * an exchange may wait for a computation. While both run, computation is slower. Used once.
 */
final class Streams {
  static final int NONE = -1;
  private static final double LEAST = 1e-15;

  /** Something that ran. */
  record Ran(String name, String kind, int microBatch, double from, double to) {}

  private record Computation(String name, String kind, int microBatch, double seconds, int needs) {}

  private record Exchange(
      String name, int microBatch, double seconds, Exchanged what, int start, int end) {}

  /**
   * A collective of replicas.
   *
   * @param bytes of the whole buffer, as nccl-tests counts it
   * @param expert whether the ranks that hold the same experts do it
   */
  record Exchanged(CollectiveOp op, double bytes, boolean expert) {}

  private final double contention;
  private final List<Computation> computations = new ArrayList<>();
  private final List<Exchange> exchanges = new ArrayList<>();
  private final List<Ran> computed = new ArrayList<>();
  private final List<Ran> exchanged = new ArrayList<>();
  private double now;
  private double overlapped;

  Streams(double contention) {
    this.contention = contention;
  }

  /**
   * Adds a computation.
   *
   * @param needs the exchange that must be over, and all before it; {@link #NONE} for none
   * @return its number
   */
  int compute(String name, String kind, int microBatch, double seconds, int needs) {
    computations.add(new Computation(name, kind, microBatch, seconds, needs));
    return computations.size() - 1;
  }

  /**
   * Adds an exchange.
   *
   * @param start a computation that must have started; or {@link #NONE}
   * @param end a computation that must be over; or {@link #NONE}
   * @return its number
   */
  int exchange(String name, int microBatch, double seconds, Exchanged what, int start, int end) {
    exchanges.add(new Exchange(name, microBatch, seconds, what, start, end));
    return exchanges.size() - 1;
  }

  int lastExchange() {
    return exchanges.size() - 1;
  }

  int lastComputation() {
    return computations.size() - 1;
  }

  void run() {
    int c = 0;
    int x = 0;
    double left = c < computations.size() ? computations.getFirst().seconds() : 0;
    double leftExchange = exchanges.isEmpty() ? 0 : exchanges.getFirst().seconds();
    double fromComputation = NONE;
    double fromExchange = NONE;
    while (c < computations.size() || x < exchanges.size()) {
      boolean computes = c < computations.size() && computations.get(c).needs() < x;
      if (computes && fromComputation < 0) {
        fromComputation = now;
      }
      boolean sends = x < exchanges.size() && mayStart(exchanges.get(x), c, computes);
      if (sends && fromExchange < 0) {
        fromExchange = now;
      }
      if (!computes && !sends) {
        throw new IllegalStateException("computation " + c + " and exchange " + x + " wait");
      }
      double slow = computes && sends ? 1 + contention : 1;
      double part =
          Math.min(
              computes ? left * slow : Double.MAX_VALUE, sends ? leftExchange : Double.MAX_VALUE);
      now += part;
      if (computes && sends) {
        overlapped += part;
      }
      left -= computes ? part / slow : 0;
      leftExchange -= sends ? part : 0;
      if (computes && left <= LEAST) {
        Computation done = computations.get(c++);
        computed.add(new Ran(done.name(), done.kind(), done.microBatch(), fromComputation, now));
        fromComputation = NONE;
        left = c < computations.size() ? computations.get(c).seconds() : 0;
      }
      if (sends && leftExchange <= LEAST) {
        Exchange done = exchanges.get(x++);
        exchanged.add(new Ran(done.name(), "communication", done.microBatch(), fromExchange, now));
        fromExchange = NONE;
        leftExchange = x < exchanges.size() ? exchanges.get(x).seconds() : 0;
      }
    }
  }

  private static boolean mayStart(Exchange exchange, int computation, boolean computes) {
    boolean ended = exchange.end() < computation;
    boolean started = exchange.start() < computation + (computes ? 1 : 0);
    return ended && started;
  }

  double endSeconds() {
    return now;
  }

  /** All computations by themselves. */
  double computeSeconds() {
    return computations.stream().mapToDouble(Computation::seconds).sum();
  }

  double exchangeSeconds() {
    return exchanges.stream().mapToDouble(Exchange::seconds).sum();
  }

  double exchangedBytes() {
    return exchanges.stream().mapToDouble(exchange -> exchange.what().bytes()).sum();
  }

  /** Time in which both ran. */
  double overlappedSeconds() {
    return overlapped;
  }

  /** What was added, in its order, with what waits for what. */
  StepTrace trace() {
    return new StepTrace(
        computations.stream()
            .map(c -> new StepTrace.Computation(c.name(), c.kind(), c.seconds(), c.needs()))
            .toList(),
        exchanges.stream()
            .map(x ->
                new StepTrace.Transfer(
                    x.name(),
                    x.what().op(),
                    x.what().bytes(),
                    x.what().expert(),
                    // What waits for a start waits for the end of the computation before it.
                    Math.max(x.start() - 1, x.end())))
            .toList());
  }

  List<Ran> computed() {
    return computed;
  }

  List<Ran> exchanged() {
    return exchanged;
  }
}
