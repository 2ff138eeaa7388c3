package io.busbar.plan.picture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Schedules that split the backward pass, approximated: a rank takes the pass that can start first,
 * of several a backward before a forward before a weight pass, and starts no forward pass beyond
 * the micro-batches that the schedule's memory allows. One use; not thread-safe.
 */
final class GreedyOrder {
  private static final double SAME_TIME = 1e-9;

  private final Pipeline pipeline;
  private final PipelineClock clock;
  private final int mostInFlight;
  private final List<Rank> ranks = new ArrayList<>();

  GreedyOrder(Pipeline pipeline, PipelineClock clock) {
    this.pipeline = pipeline;
    this.clock = clock;
    this.mostInFlight = mostInFlight(pipeline);
    for (int stage = 0; stage < pipeline.stages(); stage++) {
      ranks.add(new Rank(stage));
    }
  }

  /** Gives all passes their times. */
  void run() {
    while (true) {
      Rank first = null;
      double earliest = Double.POSITIVE_INFINITY;
      for (Rank rank : ranks) {
        rank.choose();
        if (rank.start < earliest) {
          first = rank;
          earliest = rank.start;
        }
      }
      if (first == null) {
        return;
      }
      first.perform();
    }
  }

  /**
   * Passes whose activations a rank may hold: ZB-1P p, ZB-2P 2p − 1, ZB-V p micro-batches of two
   * half passes, DualPipe p + 1 (Qi 2023 and 2024; DeepSeek-V3 report).
   */
  private static int mostInFlight(Pipeline pipeline) {
    return switch (pipeline.schedule()) {
      case ZERO_BUBBLE_2P -> 2 * pipeline.stages() - 1;
      case ZERO_BUBBLE_V -> 2 * pipeline.stages();
      case DUAL_PIPE -> pipeline.stages() + 1;
      default -> pipeline.stages();
    };
  }

  /** What a rank has done, and what it would do next. */
  private final class Rank {
    private final int stage;
    private final int[] nextForward = new int[pipeline.chunks()];
    private final int[] nextBackward = new int[pipeline.chunks()];
    private final Deque<Pass> weights = new ArrayDeque<>();
    private int inFlight;
    private Pass choice = new Pass(Pass.Kind.FORWARD, 0, 0);
    private double start;

    Rank(int stage) {
      this.stage = stage;
      for (int chunk = 0; chunk < pipeline.chunks(); chunk++) {
        nextForward[chunk] = pipeline.firstMicroBatch(chunk);
        nextBackward[chunk] = pipeline.firstMicroBatch(chunk);
      }
    }

    void choose() {
      start = Double.POSITIVE_INFINITY;
      for (int chunk = pipeline.chunks() - 1; chunk >= 0; chunk--) {
        if (nextBackward[chunk] < nextForward[chunk]) {
          offer(new Pass(Pass.Kind.BACKWARD, nextBackward[chunk], chunk));
        }
      }
      for (int chunk = pipeline.chunks() - 1; chunk >= 0; chunk--) {
        if (nextForward[chunk] < pipeline.endMicroBatch(chunk) && mayStart(chunk)) {
          offer(new Pass(Pass.Kind.FORWARD, nextForward[chunk], chunk));
        }
      }
      if (!weights.isEmpty()) {
        offer(weights.getFirst());
      }
    }

    /** The second half of the way is always open, else micro-batches could block each other. */
    private boolean mayStart(int chunk) {
      boolean isReturning =
          pipeline.chunks() > 1 && pipeline.place(stage, chunk) >= pipeline.places() / 2;
      return isReturning || inFlight < mostInFlight;
    }

    private void offer(Pass pass) {
      double possible = clock.start(stage, pass);
      if (possible < start * (1 - SAME_TIME)) {
        start = possible;
        choice = pass;
      }
    }

    void perform() {
      clock.perform(stage, choice);
      switch (choice.kind()) {
        case FORWARD -> {
          nextForward[choice.chunk()]++;
          inFlight++;
        }
        case BACKWARD -> {
          nextBackward[choice.chunk()]++;
          weights.add(new Pass(Pass.Kind.WEIGHT, choice.microBatch(), choice.chunk()));
        }
        case WEIGHT -> {
          weights.remove();
          inFlight--;
        }
      }
    }
  }
}
