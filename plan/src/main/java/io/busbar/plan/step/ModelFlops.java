package io.busbar.plan.step;

import io.busbar.model.training.Trained;
import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.Mixer;
import io.busbar.model.workload.ModelSpec;

/**
 * Floating-point operations that a model needs per token, recomputation not counted: three times
 * the forward pass. Two conventions are in use and differ by up to 20 % at long sequences:
 * attention counted in full, or halved for the causal mask. Stateless.
 *
 * <p>Per layer and token, forward: projections 2·(weights); scores and values 4·keys·heads·width
 * with keys = s (full) or s/2 (causal); feed-forward 2·(weights of the experts used); output 2·h·V.
 */
public final class ModelFlops {
  /** Forward pass, gradients of inputs, gradients of weights: equally many each. */
  private static final double TRAINING = 3;

  /** Frozen weights need no gradients of their own. */
  private static final double ADAPTERS = 2;

  private ModelFlops() {}

  /**
   * FLOP per token of forward and backward pass, all weights trained.
   *
   * @param sequence tokens of a sequence
   * @param causal whether masked scores are left out
   */
  public static double perToken(ModelSpec model, int sequence, boolean causal) {
    double forward = 2.0 * model.hidden() * model.vocabulary() * (1 + model.multiTokenLayers());
    double lastLayer = 0;
    for (LayerGroup group : model.layers()) {
      lastLayer =
          mixer(group.mixer(), model.hidden(), sequence, causal)
              + feedForward(group.feedForward(), model.hidden());
      forward += group.count() * lastLayer;
    }
    double projection = 4.0 * model.hidden() * model.hidden();
    return TRAINING * (forward + model.multiTokenLayers() * (lastLayer + projection));
  }

  /** The same for what is trained: frozen weights need two thirds. */
  public static double perToken(ModelSpec model, int sequence, boolean causal, Trained trained) {
    double all = perToken(model, sequence, causal);
    return trained == Trained.ALL ? all : all * ADAPTERS / TRAINING;
  }

  private static double mixer(Mixer mixer, double h, int sequence, boolean causal) {
    return switch (mixer) {
      case Mixer.Attention a -> {
        double keys =
            causal
                ? AttentionTime.meanKeys(sequence, a.window())
                : a.window() > 0 ? Math.min(a.window(), sequence) : sequence;
        double width = (double) a.heads() * a.headDim();
        yield 2 * h * (2 * width + 2.0 * a.kvHeads() * a.headDim()) + 4 * keys * width;
      }
      case Mixer.LatentAttention a -> {
        double keys = causal ? sequence / 2.0 : sequence;
        double qk = a.noPositionDim() + a.rotaryDim();
        double query =
            a.queryRank() > 0
                ? h * a.queryRank() + a.queryRank() * a.heads() * qk
                : h * a.heads() * qk;
        double keyValue =
            h * (a.keyValueRank() + a.rotaryDim())
                + (double) a.keyValueRank() * a.heads() * (a.noPositionDim() + a.valueDim());
        double out = (double) a.heads() * a.valueDim() * h;
        yield 2 * (query + keyValue + out) + 2 * keys * a.heads() * (qk + a.valueDim());
      }
      case Mixer.Mamba m ->
          2 * h * (3.0 * m.inner() + 2.0 * m.groups() * m.state() + m.heads())
              + 4.0 * m.inner() * m.state();
      case Mixer.LinearAttention a -> {
        double keys = (double) a.keyHeads() * a.keyDim();
        double values = (double) a.valueHeads() * a.valueDim();
        yield 2 * h * (2 * keys + 3 * values) + 4 * values * a.keyDim();
      }
      case Mixer.None none -> 0;
    };
  }

  private static double feedForward(FeedForward ff, double h) {
    return switch (ff) {
      case FeedForward.Dense d -> 2 * (d.gated() ? 3 : 2) * h * d.width();
      case FeedForward.Experts e ->
          2 * (e.gated() ? 3 : 2) * h * ((double) e.active() * e.width() + e.sharedWidth())
              + 2 * h * e.experts();
      case FeedForward.None none -> 0;
    };
  }
}
