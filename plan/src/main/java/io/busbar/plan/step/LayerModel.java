package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Trained;
import io.busbar.model.training.Training;
import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.Mixer;

/**
 * Time of one layer for one micro-batch. One instance prices the layers of one layout; not
 * thread-safe.
 *
 * <p>A pass is {@code max(products + attention + traffic + casts + exposed communication, host)}:
 * the GPU cannot be faster than the host that launches its kernels.
 */
final class LayerModel {
  /** Two norms with residual: six 2-byte passes over the hidden state. */
  private static final double NORM_BYTES = 2 * 6;

  /** A 2-byte element read or written per product input that an activation passes. */
  private static final double ACTIVATION_BYTES = 2;

  /** Rotary position, reshapes and gradients of queries, keys and values: two 2-byte passes. */
  private static final double HEAD_BYTES = 4;

  /** Permuting, padding and combining tokens: passes over the hidden state per routed token. */
  private static final double ROUTED_PASSES = 4;

  private final int hidden;
  private final Training training;
  private final GpuRates gpu;
  private final StepConstants constants;
  private final Communication communication;
  private final Ledger ledger;
  private final double tokens;
  private final int tp;

  LayerModel(
      int hidden,
      Training training,
      GpuRates gpu,
      Communication communication,
      StepConstants constants,
      Ledger ledger) {
    this.hidden = hidden;
    this.training = training;
    this.gpu = gpu;
    this.constants = constants;
    this.communication = communication;
    this.ledger = ledger;
    Parallelism p = training.parallelism();
    this.tp = p.tp();
    this.tokens = (double) training.batch().microBatch() * training.batch().sequence() / p.cp();
  }

  LayerTime of(LayerGroup group) {
    Linear linear =
        new Linear(gpu, training.trained() == Trained.ALL, training.microBatches() > 1, ledger);
    LayerTime time = new LayerTime();
    Passes attention = new Passes();
    double headElements = mixer(group.mixer(), linear, attention);
    double normTokens = training.parallelism().sequenceParallel() ? tokens / tp : tokens;
    double elements = feedForward(group.feedForward(), linear);
    double traffic =
        (NORM_BYTES * normTokens * hidden
                + ACTIVATION_BYTES * elements
                + HEAD_BYTES * tokens * headElements / tp)
            / gpu.memoryBytesPerSecond;
    boolean experts = group.feedForward() instanceof FeedForward.Experts;
    double casts = linear.cast() * (experts ? unfused() : 1);
    communication.layer(group, tokens, attention.forward, attention.backward, time, ledger);
    time.products = linear.forward() + linear.backward();
    time.attention = attention.forward + attention.backward;
    // The backward pass reads and writes twice what the forward pass does.
    time.traffic = 3 * traffic;
    time.casts = casts;
    double forward = linear.forward() + attention.forward + traffic + casts / 3;
    double backward = linear.backward() + attention.backward + 2 * traffic + casts * 2 / 3;
    passes(time, forward, backward, experts);
    time.recompute = training.recomputeShare() * recompute(time, forward, attention, traffic);
    if (ledger.recording()) {
      explain(time, linear);
    }
    return time;
  }

  /**
   * Adds the exposed communication, the gaps between kernels and the host's floor to both passes;
   * the backward pass has about twice the kernels.
   */
  private void passes(LayerTime time, double forward, double backward, boolean experts) {
    double gap = constants.value("layer_gap_s");
    double exposed = time.communication() / 2;
    double floorForward = hostFloor(experts);
    double floorBackward = experts ? 2 * floorForward : floorForward;
    double hostForward = gap + Math.max(0, floorForward - forward - exposed - gap);
    double hostBackward = 2 * gap + Math.max(0, floorBackward - backward - exposed - 2 * gap);
    time.forward = forward + exposed + hostForward;
    time.backward = backward + exposed + hostBackward;
    time.host = hostForward + hostBackward;
  }

  private double recompute(
      LayerTime time, double computeForward, Passes attention, double traffic) {
    return switch (training.recompute()) {
      case NONE -> 0;
      case SELECTIVE -> attention.forward;
      case MODULES -> traffic + attention.upForward;
      case PER_OPERATION -> constants.value(StepConstants.PER_OPERATION_SHARE) * computeForward;
      case FULL -> time.forward;
    };
  }

  /** Host time of a layer's forward pass, below which the GPU waits. */
  private double hostFloor(boolean experts) {
    if (experts && !training.software().cudaGraphs()) {
      return constants.value("host_layer_experts_s")
          * (training.software().fusedExperts() ? constants.value("host_fused_share") : 1);
    }
    return training.software().stack() == Stack.MEGATRON_2021
        ? constants.value("host_layer_2021_s")
        : 0;
  }

  private double unfused() {
    return training.software().fusedExperts() ? 1 : constants.value("experts_unfused");
  }

  /** Adds the projections; returns the elements of queries, keys and values per token. */
  private double mixer(Mixer mixer, Linear linear, Passes attention) {
    double sequence = training.batch().sequence();
    switch (mixer) {
      case Mixer.Attention a -> {
        double kv = Math.max(1, (double) a.kvHeads() / tp);
        double heads = (double) a.heads() / tp;
        linear.add("qkv", tokens, (heads + 2 * kv) * a.headDim(), hidden, 1);
        linear.add("attention_out", tokens, hidden, heads * a.headDim(), 1);
        double keys = AttentionTime.meanKeys(sequence, a.window());
        attention.set(core(heads, keys, a.headDim(), a.headDim()));
        return (a.heads() + 2.0 * a.kvHeads()) * a.headDim();
      }
      case Mixer.LatentAttention a -> {
        double heads = (double) a.heads() / tp;
        double qk = a.noPositionDim() + a.rotaryDim();
        double rank = a.queryRank();
        linear.add("down", tokens, rank + a.keyValueRank() + a.rotaryDim(), hidden, 1);
        double before = linear.forward();
        linear.add("query_up", tokens, heads * qk, rank > 0 ? rank : hidden, 1);
        double up = a.noPositionDim() + a.valueDim();
        linear.add("key_value_up", tokens, heads * up, a.keyValueRank(), 1);
        attention.upForward = linear.forward() - before;
        linear.add("attention_out", tokens, hidden, heads * a.valueDim(), 1);
        attention.set(core(heads, AttentionTime.meanKeys(sequence, 0), qk, a.valueDim()));
        return a.heads() * (2 * qk + up);
      }
      case Mixer.Mamba m -> {
        double inner = (double) m.inner() / tp;
        double in = 2 * inner + 2.0 * m.groups() * m.state() / tp + (double) m.heads() / tp;
        linear.add("in", tokens, in, hidden, 1);
        linear.add("out", tokens, hidden, inner, 1);
        attention.set(scan(inner * (2.0 * m.state() + CHUNK)));
        return 2.0 * m.inner() + 2.0 * m.groups() * m.state();
      }
      case Mixer.LinearAttention a -> {
        double keys = (double) a.keyHeads() * a.keyDim() / tp;
        double values = (double) a.valueHeads() * a.valueDim() / tp;
        linear.add("qkv", tokens, 2 * keys + 2 * values, hidden, 1);
        linear.add("out", tokens, hidden, values, 1);
        attention.set(scan(values * (2.0 * a.keyDim() + CHUNK)));
        return (2 * keys + 2 * values) * tp;
      }
      case Mixer.None none -> {
        return 0;
      }
    }
  }

  /** Tokens that a chunked scan treats as one product (state-space duality, Mamba-2 paper). */
  private static final double CHUNK = 256;

  private AttentionTime core(double heads, double keys, double keyDim, double valueDim) {
    return AttentionTime.of(
        training.software().attention(),
        tokens,
        heads,
        training.batch().sequence(),
        keys,
        keyDim,
        valueDim,
        gpu,
        constants);
  }

  /** Chunked scan: 2 FLOP per multiply-add, at the rate that attention reaches. */
  private AttentionTime scan(double multiplyAdds) {
    double forward = 2 * tokens * multiplyAdds / gpu.attentionFlopPerSecond;
    return AttentionTime.times(forward, 2 * forward);
  }

  /** Adds the feed-forward products; returns the elements that pass activation functions. */
  private double feedForward(FeedForward ff, Linear linear) {
    switch (ff) {
      case FeedForward.Dense d -> {
        return dense("mlp", d.width(), d.gated(), linear);
      }
      case FeedForward.Experts e -> {
        int etp = training.parallelism().etp();
        double routed = (etp == 1 ? tokens / tp : tokens) * e.active();
        double local = Math.max(1, e.experts() / training.parallelism().ep());
        double width = (double) e.width() / etp;
        double branches = e.gated() ? 2 : 1;
        linear.add("experts_in", routed / local, branches * width, hidden, local);
        linear.add("experts_out", routed / local, hidden, width, local);
        double elements = routed * (width * (branches + 1) + hidden * ROUTED_PASSES) * unfused();
        return e.sharedWidth() == 0
            ? elements
            : elements + dense("shared_expert", e.sharedWidth(), e.gated(), linear);
      }
      case FeedForward.None none -> {
        return 0;
      }
    }
  }

  private double dense(String name, double width, boolean gated, Linear linear) {
    double branches = gated ? 2 : 1;
    linear.add(name + "_in", tokens, branches * width / tp, hidden, 1);
    linear.add(name + "_out", tokens, hidden, width / tp, 1);
    return tokens * width / tp * (branches + 1);
  }

  private static final Term ATTENTION =
      Term.input("attention_s", "s", "scores and values of a layer, both passes");
  private static final Term TRAFFIC =
      Term.input("traffic_s", "s", "norms, activations and residuals over device memory");
  private static final Term CASTS = Term.input("casts_s", "s", "casts to a narrow format");
  private static final Term RECOMPUTE = Term.input("recompute_s", "s", "repeated forward work");
  private static final Term HOST = Term.input("host_s", "s", "waiting for the host");
  private static final Term LAYER =
      Term.of(
          "layer_s",
          "s",
          "one layer, one micro-batch, one rank",
          "{products_s} + {attention_s} + {traffic_s} + {casts_s} + {layer_exposed_s}"
              + " + {recompute_s} + {host_s}");

  private void explain(LayerTime time, Linear linear) {
    linear.explain();
    ledger.put(ATTENTION, time.attention);
    ledger.put(TRAFFIC, time.traffic);
    ledger.put(CASTS, time.casts);
    ledger.put(RECOMPUTE, time.recompute);
    ledger.put(HOST, time.host);
    ledger.put(LAYER, time.total());
  }

  /** Forward and backward seconds of a layer's mixing part. */
  private static final class Passes {
    private double forward;
    private double backward;

    /** Products from compressed queries, keys and values up to those of all heads. */
    private double upForward;

    void set(AttentionTime time) {
      forward = time.forward;
      backward = time.backward;
    }
  }
}
