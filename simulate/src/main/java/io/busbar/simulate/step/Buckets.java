package io.busbar.simulate.step;

import io.busbar.collective.api.CollectiveOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gradients on their way into buckets; experts have buckets of their own. When one is full says
 * {@link io.busbar.model.training.BucketRule}.
 */
final class Buckets {
  private final Overlapping how;
  private final ExchangeSeconds seconds;
  private final Streams streams;
  private final double[] held = new double[2];
  private final List<Runnable> kept = new ArrayList<>();
  private final boolean[] first = {true, true};
  private int count;

  Buckets(Overlapping how, ExchangeSeconds seconds, Streams streams) {
    this.how = how;
    this.seconds = seconds;
    this.streams = streams;
  }

  /** A backward pass begins. */
  void begin() {
    Arrays.fill(first, true);
  }

  /** Adds a gradient; says whether its bucket is full. */
  boolean add(double bytes, boolean expert) {
    int group = expert ? 1 : 0;
    held[group] += bytes;
    return how.buckets().full(held[group], first[group]);
  }

  /** Sends a bucket behind the last computation, or keeps it until the pass is over. */
  void send(boolean expert, int batch) {
    int group = expert ? 1 : 0;
    double bytes = held[group];
    if (bytes == 0) {
      return;
    }
    held[group] = 0;
    first[group] = false;
    String name = "bucket " + ++count;
    boolean whole = how.exchange() == Overlapping.Exchange.ALL_REDUCE;
    CollectiveOp op = whole ? CollectiveOp.ALL_REDUCE : CollectiveOp.REDUCE_SCATTER;
    double takes = seconds.of(op, bytes, expert);
    Streams.Exchanged what = new Streams.Exchanged(op, bytes, expert);
    Runnable sending =
        () -> streams.exchange(name, batch, takes, what, Streams.NONE, streams.lastComputation());
    if (how.gradients()) {
      sending.run();
    } else {
      kept.add(sending);
    }
  }

  /** The backward pass is over: the rest goes. */
  void end(int batch) {
    send(false, batch);
    send(true, batch);
    kept.forEach(Runnable::run);
    kept.clear();
  }

  /** Buckets of the whole step. */
  int count() {
    return count;
  }
}
