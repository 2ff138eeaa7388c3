package io.busbar.runtime.execute;

import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.error.CollectiveException;
import io.busbar.runtime.transport.Aggregation;
import io.busbar.runtime.transport.Failure;

/** A collective through aggregators: the input goes there, the result comes from there. */
final class AggregatedRun {
  private final Engine engine;
  private final Aggregation aggregation;
  private final Bound call;
  private final CallWords words;

  AggregatedRun(Engine engine, Aggregation aggregation, Bound call, CallWords words) {
    this.engine = engine;
    this.aggregation = aggregation;
    this.call = call;
    this.words = words;
  }

  /** Runs to the end, as the n-th operation. */
  void run(long number) {
    Waiter waiter = engine.waiter;
    try {
      aggregation.begin(number, words, call.input(), call.output());
      waiter.moved();
      while (!aggregation.done()) {
        boolean moved = aggregation.advance();
        Failure failure = aggregation.failure();
        if (failure != null) {
          throw waiter.fail(failure);
        }
        if (moved) {
          waiter.moved();
        } else if (!aggregation.done()) {
          waiter.idleForAll(aggregation.late());
        }
      }
    } catch (CollectiveException e) {
      Failure first = engine.transport.failure();
      if (first != null) {
        aggregation.leave(first);
      }
      throw e;
    }
  }
}
