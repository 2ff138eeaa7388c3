package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Recompute;
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

  /**
   * Passes over the hidden state of a routed token in separate kernels: copies for the ranks
   * written and read, grouped by expert on arrival (read and written), and the same on the way
   * back.
   */
  private static final double ROUTED_PASSES = 8;

  /** The same where dispatch and combine permute on the way: written once, read once. */
  private static final double FUSED_ROUTED_PASSES = 2;

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
    Mixing mixing = mixer(group.mixer(), linear);
    double elements = feedForward(group.feedForward(), linear);
    double forward = linear.forward();
    double backward = linear.backward();
    double traffic = traffic(elements, mixing.headElements);
    boolean experts = group.feedForward() instanceof FeedForward.Experts;
    AttentionTime attention = mixing.attention;
    communication.layer(group, tokens, attention.forward, attention.backward, time, ledger);
    time.products = forward + backward;
    time.attention = attention.forward + attention.backward;
    // The backward pass reads and writes twice what the forward pass does.
    time.traffic = 3 * traffic;
    time.casts = casts(linear.castElements());
    double forwardWork =
        ledger.put(LayerTerms.FORWARD_WORK, forward + attention.forward + traffic + time.casts / 3);
    double backwardWork =
        ledger.put(
            LayerTerms.BACKWARD_WORK,
            backward + attention.backward + 2 * traffic + time.casts * 2 / 3);
    passes(time, forwardWork, backwardWork, experts);
    time.recompute = recompute(time, forwardWork, mixing, traffic);
    ledger.put(LayerTerms.LAYER, time.total());
    return time;
  }

  /** Seconds of norms, activations and residuals over device memory in a forward pass. */
  private double traffic(double elements, double headElements) {
    double onRank = ledger.put(LayerTerms.TOKENS, tokens);
    double normTokens =
        ledger.put(
            LayerTerms.NORM_TOKENS,
            training.parallelism().sequenceParallel() ? onRank / tp : onRank);
    double norms =
        ledger.put(LayerTerms.NORM_BYTES, NORM_BYTES)
            * normTokens
            * ledger.put(LayerTerms.HIDDEN, hidden);
    double activations =
        ledger.put(LayerTerms.ACTIVATION_BYTES, ACTIVATION_BYTES)
            * ledger.put(LayerTerms.ACTIVATIONS, elements);
    double heads =
        ledger.put(LayerTerms.HEAD_BYTES, HEAD_BYTES)
            * ledger.put(LayerTerms.HEAD_ELEMENTS, onRank * headElements / tp);
    double rate = ledger.put(LayerTerms.MEMORY_RATE, gpu.memoryBytesPerSecond);
    return ledger.put(LayerTerms.TRAFFIC_PASS, (norms + activations + heads) / rate);
  }

  /** Seconds of casts to a narrow format, both passes. */
  private double casts(double elements) {
    double moved =
        ledger.put(LayerTerms.CAST_ELEMENTS, elements)
            * ledger.put(LayerTerms.CAST_BYTES, gpu.castBytes);
    return ledger.put(LayerTerms.CASTS, moved / gpu.memoryBytesPerSecond);
  }

  /**
   * Adds the exposed communication, the gaps between kernels and the host's floor to both passes;
   * the backward pass has about twice the kernels.
   */
  private void passes(LayerTime time, double forward, double backward, boolean experts) {
    double gap = constants.put(ledger, "layer_gap_s");
    double exposed = time.communication() / 2;
    double floor = hostFloor(experts);
    double floorForward = ledger.put(LayerTerms.FLOOR_FORWARD, floor);
    double floorBackward = ledger.put(LayerTerms.FLOOR_BACKWARD, experts ? 2 * floor : floor);
    double hostForward =
        ledger.put(
            LayerTerms.HOST_FORWARD, gap + Math.max(0, floorForward - forward - exposed - gap));
    double hostBackward =
        ledger.put(
            LayerTerms.HOST_BACKWARD,
            2 * gap + Math.max(0, floorBackward - backward - exposed - 2 * gap));
    time.forward = ledger.put(LayerTerms.FORWARD, forward + exposed + hostForward);
    time.backward = ledger.put(LayerTerms.BACKWARD, backward + exposed + hostBackward);
    time.host = hostForward + hostBackward;
  }

  private double recompute(LayerTime time, double forwardWork, Mixing mixing, double traffic) {
    if (training.recompute() == Recompute.NONE) {
      return ledger.put(LayerTerms.NO_RECOMPUTE, 0);
    }
    double share = ledger.put(LayerTerms.REPEATED, training.recomputeShare());
    return switch (training.recompute()) {
      case NONE -> 0;
      case SELECTIVE ->
          ledger.put(LayerTerms.RECOMPUTE_ATTENTION, share * mixing.attention.forward);
      case MODULES -> {
        double up = ledger.put(LayerTerms.UP_FORWARD, mixing.upForward);
        yield ledger.put(LayerTerms.RECOMPUTE_MODULES, share * (traffic + up));
      }
      case PER_OPERATION -> {
        double part = constants.put(ledger, StepConstants.PER_OPERATION_SHARE);
        yield ledger.put(LayerTerms.RECOMPUTE_OPERATIONS, share * (part * forwardWork));
      }
      case FULL -> ledger.put(LayerTerms.RECOMPUTE_ALL, share * time.forward);
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

  /** Adds the projections, and prices what mixes tokens. */
  private Mixing mixer(Mixer mixer, Linear linear) {
    double sequence = training.batch().sequence();
    switch (mixer) {
      case Mixer.Attention a -> {
        double kv = Math.max(1, (double) a.kvHeads() / tp);
        double heads = (double) a.heads() / tp;
        linear.add("qkv", tokens, (heads + 2 * kv) * a.headDim(), hidden, 1);
        linear.add("attention_out", tokens, hidden, heads * a.headDim(), 1);
        double keys = AttentionTime.meanKeys(sequence, a.window());
        double elements = (a.heads() + 2.0 * a.kvHeads()) * a.headDim();
        return new Mixing(core(heads, keys, a.headDim(), a.headDim()), elements, 0);
      }
      case Mixer.LatentAttention a -> {
        double heads = (double) a.heads() / tp;
        double qk = a.noPositionDim() + a.rotaryDim();
        double rank = a.queryRank();
        linear.add("down", tokens, rank + a.keyValueRank() + a.rotaryDim(), hidden, 1);
        double before = linear.forwardSoFar();
        linear.add("query_up", tokens, heads * qk, rank > 0 ? rank : hidden, 1);
        double up = a.noPositionDim() + a.valueDim();
        linear.add("key_value_up", tokens, heads * up, a.keyValueRank(), 1);
        double upForward = linear.forwardSoFar() - before;
        linear.add("attention_out", tokens, hidden, heads * a.valueDim(), 1);
        double keys = AttentionTime.meanKeys(sequence, 0);
        double elements = a.heads() * (2 * qk + up);
        return new Mixing(core(heads, keys, qk, a.valueDim()), elements, upForward);
      }
      case Mixer.Mamba m -> {
        double inner = (double) m.inner() / tp;
        double in = 2 * inner + 2.0 * m.groups() * m.state() / tp + (double) m.heads() / tp;
        linear.add("in", tokens, in, hidden, 1);
        linear.add("out", tokens, hidden, inner, 1);
        double elements = 2.0 * m.inner() + 2.0 * m.groups() * m.state();
        return new Mixing(scan(inner * (2.0 * m.state() + CHUNK)), elements, 0);
      }
      case Mixer.LinearAttention a -> {
        double keys = (double) a.keyHeads() * a.keyDim() / tp;
        double values = (double) a.valueHeads() * a.valueDim() / tp;
        linear.add("qkv", tokens, 2 * keys + 2 * values, hidden, 1);
        linear.add("out", tokens, hidden, values, 1);
        double elements = (2 * keys + 2 * values) * tp;
        return new Mixing(scan(values * (2.0 * a.keyDim() + CHUNK)), elements, 0);
      }
      case Mixer.None none -> {
        return new Mixing(AttentionTime.none(ledger), 0, 0);
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
        constants,
        ledger);
  }

  /** Chunked scan: 2 FLOP per multiply-add. */
  private AttentionTime scan(double multiplyAdds) {
    return AttentionTime.scan(2 * tokens * multiplyAdds, gpu, ledger);
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
        double passes = training.software().fusedExperts() ? FUSED_ROUTED_PASSES : ROUTED_PASSES;
        double elements = routed * (width * (branches + 1) + hidden * passes);
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

  /**
   * What mixes tokens in a layer.
   *
   * @param headElements elements of queries, keys and values per token, all ranks
   * @param upForward seconds of the products from compressed queries, keys and values up to those
   *     of all heads
   */
  private record Mixing(AttentionTime attention, double headElements, double upForward) {}
}
