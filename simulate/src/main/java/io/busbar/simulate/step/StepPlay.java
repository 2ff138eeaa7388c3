package io.busbar.simulate.step;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.step.Overlapping.Exchange;
import io.busbar.simulate.step.Streams.Exchanged;
import io.busbar.simulate.step.Unit.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Puts a step on its two streams and plays it. Gradients are ready in the reverse order of
 * registration, evenly over the backward pass of their unit. Used once.
 */
final class StepPlay {
  private static final int NONE = Streams.NONE;
  private static final List<Boolean> GROUPS = List.of(false, true);

  private final StepWork work;
  private final Overlapping how;
  private final ExchangeSeconds seconds;
  private final Streams streams;
  private final Buckets buckets;
  private final List<Unit> units;
  private int collectives;

  StepPlay(StepWork work, Overlapping how, ExchangeSeconds seconds) {
    this.work = work;
    this.how = how;
    this.seconds = seconds;
    streams = new Streams(work.contention());
    buckets = new Buckets(how, seconds, streams);
    units = work.units();
  }

  /** The played step. */
  Streams run() {
    boolean sharded = how.exchange() == Exchange.SHARDED_PARAMETERS;
    int[] gathered =
        how.exchange() == Exchange.SHARDED_OPTIMIZER ? gatherOnce() : new int[units.size()];
    if (how.exchange() != Exchange.SHARDED_OPTIMIZER) {
      Arrays.fill(gathered, NONE);
    }
    for (int batch = 1; batch <= work.microBatches(); batch++) {
      boolean reduces = !how.noSync() || batch == work.microBatches();
      if (sharded) {
        shardedForward(batch);
        shardedBackward(batch, reduces);
      } else {
        replicated(batch, reduces, gathered);
      }
    }
    int last = work.microBatches();
    streams.compute("optimizer", "optimizer", last, work.optimizerSeconds(), sent());
    streams.run();
    return streams;
  }

  /** Collectives of the step. */
  int collectives() {
    return collectives + buckets.count();
  }

  /** The last exchange so far. */
  private int sent() {
    return streams.lastExchange();
  }

  private void bubble(int batch) {
    if (batch == 1 && work.bubbleSeconds() > 0) {
      streams.compute("bubble", "bubble", batch, work.bubbleSeconds(), NONE);
    }
  }

  /**
   * Parameters that the step before updated, in the buckets of their gradients and the order of
   * their use.
   *
   * @return for each unit the exchange that must be over before it
   */
  private int[] gatherOnce() {
    int[] needed = new int[units.size()];
    Arrays.fill(needed, NONE);
    for (Gathered bucket : gathered()) {
      double bytes = bucket.parameters() * work.parameterBytes();
      int number = gather(units.get(bucket.low()), bytes, bucket.expert(), 1, NONE, NONE);
      for (int u = bucket.low(); u <= bucket.high(); u++) {
        needed[u] = Math.max(needed[u], number);
      }
    }
    if (!how.parameters()) {
      Arrays.fill(needed, sent());
    }
    return needed;
  }

  /**
   * A bucket of parameters.
   *
   * @param low first unit that has some of them
   * @param high last one
   */
  private record Gathered(double parameters, boolean expert, int low, int high) {}

  private List<Gathered> gathered() {
    List<Gathered> all = new ArrayList<>();
    for (boolean expert : GROUPS) {
      double held = 0;
      int high = NONE;
      boolean first = true;
      for (int u = units.size() - 1; u >= 0; u--) {
        for (Tensor tensor : units.get(u).tensors().reversed()) {
          if (tensor.expert() != expert || tensor.parameters() == 0) {
            continue;
          }
          high = held == 0 ? u : high;
          held += tensor.parameters();
          if (how.buckets().full(held * work.gradientBytes(), first)) {
            all.add(new Gathered(held, expert, u, high));
            held = 0;
            first = false;
          }
        }
      }
      if (held > 0) {
        all.add(new Gathered(held, expert, 0, high));
      }
    }
    all.sort(Comparator.comparingInt(Gathered::low).thenComparingInt(Gathered::high));
    return all;
  }

  private int gather(Unit unit, double bytes, boolean expert, int batch, int start, int end) {
    collectives++;
    double takes = seconds.of(CollectiveOp.ALL_GATHER, bytes, expert);
    Exchanged what = new Exchanged(CollectiveOp.ALL_GATHER, bytes, expert);
    return streams.exchange("gather " + unit.name(), batch, takes, what, start, end);
  }

  private void replicated(int batch, boolean reduces, int[] gathered) {
    int earlier = batch > 1 ? sent() : NONE;
    for (int u = 0; u < units.size(); u++) {
      Unit unit = units.get(u);
      int needs = Math.max(earlier, gathered[u]);
      streams.compute(unit.name(), "forward", batch, unit.forwardSeconds(), needs);
    }
    bubble(batch);
    buckets.begin();
    for (int u = units.size() - 1; u >= 0; u--) {
      backward(units.get(u), batch, reduces);
    }
    if (reduces) {
      buckets.end(batch);
    }
  }

  private void backward(Unit unit, int batch, boolean reduces) {
    double all = unit.parameters(false) + unit.parameters(true);
    double piece = all == 0 || !reduces ? unit.backwardSeconds() : 0;
    for (int t = unit.tensors().size() - 1; t >= 0 && all > 0 && reduces; t--) {
      Tensor tensor = unit.tensors().get(t);
      piece += unit.backwardSeconds() * tensor.parameters() / all;
      if (buckets.add(tensor.parameters() * work.gradientBytes(), tensor.expert())) {
        streams.compute(unit.name(), "backward", batch, piece, NONE);
        piece = 0;
        buckets.send(tensor.expert(), batch);
      }
    }
    if (piece > 0) {
      streams.compute(unit.name(), "backward", batch, piece, NONE);
    }
  }

  /** Each unit is gathered before its pass: one ahead of it, or when the pass before is over. */
  private void shardedForward(int batch) {
    int before = streams.lastComputation();
    for (int u = 0; u < units.size(); u++) {
      boolean ahead = how.parameters() && u > 0;
      Unit unit = units.get(u);
      int needs = gatherUnit(unit, batch, ahead ? before : NONE, ahead ? NONE : before);
      before = streams.compute(unit.name(), "forward", batch, unit.forwardSeconds(), needs);
    }
    bubble(batch);
  }

  private void shardedBackward(int batch, boolean reduces) {
    int last = units.size() - 1;
    int needs = gatherUnit(units.get(last), batch, NONE, streams.lastComputation());
    for (int u = last; u >= 0; u--) {
      Unit unit = units.get(u);
      int pass = streams.compute(unit.name(), "backward", batch, unit.backwardSeconds(), needs);
      boolean ahead = u > 0 && how.backwardPrefetch();
      if (ahead) {
        needs = gatherUnit(units.get(u - 1), batch, pass, NONE);
      }
      if (reduces) {
        reduceUnit(unit, batch, pass);
      }
      if (u > 0 && !ahead) {
        needs = gatherUnit(units.get(u - 1), batch, NONE, pass);
      }
      if (!how.gradients()) {
        needs = sent();
      }
    }
  }

  private int gatherUnit(Unit unit, int batch, int start, int end) {
    int number = sent();
    for (boolean expert : GROUPS) {
      double bytes = unit.parameters(expert) * work.parameterBytes();
      if (bytes > 0) {
        number = gather(unit, bytes, expert, batch, start, end);
      }
    }
    return number;
  }

  private void reduceUnit(Unit unit, int batch, int pass) {
    for (boolean expert : GROUPS) {
      double bytes = unit.parameters(expert) * work.gradientBytes();
      if (bytes > 0) {
        collectives++;
        double takes = seconds.of(CollectiveOp.REDUCE_SCATTER, bytes, expert);
        Exchanged what = new Exchanged(CollectiveOp.REDUCE_SCATTER, bytes, expert);
        streams.exchange("reduce " + unit.name(), batch, takes, what, NONE, pass);
      }
    }
  }
}
