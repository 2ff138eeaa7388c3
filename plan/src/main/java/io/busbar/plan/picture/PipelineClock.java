package io.busbar.plan.picture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The time of the passes of a pipeline in which every stage takes equally long: a pass starts when
 * its rank is free and what it needs is there. Filled by an order of passes, then read; not
 * thread-safe.
 */
final class PipelineClock {
  private final Pipeline pipeline;
  private final Durations durations;
  private final double[] forwardEnd;
  private final double[] backwardEnd;
  private final double[] free;
  private final List<List<Pass.Timed>> passes = new ArrayList<>();

  /**
   * Seconds of a pass through one chunk.
   *
   * @param weight 0 when the schedule computes weight gradients with the backward pass
   */
  record Durations(double forward, double backward, double weight) {
    double of(Pass.Kind kind) {
      return switch (kind) {
        case FORWARD -> forward;
        case BACKWARD -> backward;
        case WEIGHT -> weight;
      };
    }
  }

  private PipelineClock(Pipeline pipeline, Durations durations) {
    this.pipeline = pipeline;
    this.durations = durations;
    int visits = Math.multiplyExact(pipeline.microBatches(), pipeline.places());
    this.forwardEnd = new double[visits];
    this.backwardEnd = new double[visits];
    this.free = new double[pipeline.stages()];
    Arrays.fill(forwardEnd, Double.POSITIVE_INFINITY);
    Arrays.fill(backwardEnd, Double.POSITIVE_INFINITY);
    for (int stage = 0; stage < pipeline.stages(); stage++) {
      passes.add(new ArrayList<>());
    }
  }

  /** The passes of every stage in the order of time. */
  static List<List<Pass.Timed>> run(Pipeline pipeline, Durations durations) {
    PipelineClock clock = new PipelineClock(pipeline, durations);
    if (pipeline.splitsBackward()) {
      new GreedyOrder(pipeline, clock).run();
    } else {
      clock.run(FixedOrder.of(pipeline));
    }
    return clock.passes;
  }

  private void run(List<List<Pass>> orders) {
    int[] next = new int[orders.size()];
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int stage = 0; stage < next.length; stage++) {
        List<Pass> order = orders.get(stage);
        while (next[stage] < order.size()
            && start(stage, order.get(next[stage])) < Double.POSITIVE_INFINITY) {
          perform(stage, order.get(next[stage]++));
          moved = true;
        }
      }
    }
    for (int stage = 0; stage < next.length; stage++) {
      if (next[stage] < orders.get(stage).size()) {
        throw new IllegalStateException("the passes of " + pipeline + " wait for each other");
      }
    }
  }

  /** Earliest start of a pass; infinite while something that it needs has no time yet. */
  double start(int stage, Pass pass) {
    int place = pipeline.place(stage, pass.chunk());
    int visit = pass.microBatch() * pipeline.places() + place;
    boolean isLast = place == pipeline.places() - 1;
    double needed =
        switch (pass.kind()) {
          case FORWARD -> place == 0 ? 0 : forwardEnd[visit - 1];
          case BACKWARD -> Math.max(forwardEnd[visit], isLast ? 0 : backwardEnd[visit + 1]);
          case WEIGHT -> backwardEnd[visit];
        };
    return Math.max(needed, free[stage]);
  }

  /** Gives a pass its time, as the next of its stage. */
  void perform(int stage, Pass pass) {
    double start = start(stage, pass);
    double end = start + durations.of(pass.kind());
    int place = pipeline.place(stage, pass.chunk());
    int visit = pass.microBatch() * pipeline.places() + place;
    switch (pass.kind()) {
      case FORWARD -> forwardEnd[visit] = end;
      case BACKWARD -> backwardEnd[visit] = end;
      case WEIGHT -> {}
    }
    free[stage] = end;
    passes.get(stage).add(new Pass.Timed(pass, start, end));
  }
}
