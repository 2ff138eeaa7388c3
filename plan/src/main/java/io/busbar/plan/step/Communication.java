package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.CollectiveCurve;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Reach;
import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.Mixer;

/**
 * Communication inside a layer: tensor, context and expert parallel. One instance per layout; not
 * thread-safe.
 *
 * <p>Volumes (bytes that a rank holds): tensor parallel 2 blocks × (all-gather + reduce-scatter) or
 * 2 all-reduces of tokens·hidden per pass; context parallel keys and values of the other ranks,
 * twice that in the backward pass; experts dispatch and combine of topk·hidden per token and pass,
 * each copy crossing the network once per node that needs it.
 */
final class Communication {
  /** Activations travel in 16 bits. */
  private static final double ACTIVATION_BYTES = 2;

  /**
   * Dispatch in 8 bits, forward and of the gradients, combine in 16 both times: three quarters of
   * the bytes (DeepSeek-V3 report, section 3.3.2; scales not counted).
   */
  private static final double NARROW_DISPATCH = 0.75;

  /** Part of a ring step that cannot hide: its first exchange starts before any attention. */
  private static final double RING_EXPOSED = 0.1;

  private final Training training;
  private final StepConstants constants;
  private final int hidden;
  private final boolean tensorLeaves;
  private final CollectiveCurve tensorGather;
  private final CollectiveCurve tensorReduce;
  private final CollectiveCurve contextGather;
  private final CollectiveCurve contextExchange;
  private final Reach expertReach;
  private final CollectiveCurve expertInside;
  private final CollectiveCurve expertAcross;
  private final boolean parallelBlocks;

  Communication(
      int hidden, boolean parallelBlocks, Training training, Links links, StepConstants constants) {
    this.hidden = hidden;
    this.parallelBlocks = parallelBlocks;
    this.training = training;
    this.constants = constants;
    Reach tensor = links.reach(GroupKind.TP);
    this.tensorLeaves = tensor.leavesDomain();
    this.tensorGather = links.curve(CollectiveOp.ALL_GATHER, tensor);
    this.tensorReduce = links.curve(CollectiveOp.ALL_REDUCE, tensor);
    Reach context = links.reach(GroupKind.CP);
    this.contextGather = links.curve(CollectiveOp.ALL_GATHER, context);
    this.contextExchange = links.curve(CollectiveOp.ALL_TO_ALL, context);
    this.expertReach = links.reach(GroupKind.EP);
    this.expertInside = links.inside(CollectiveOp.ALL_TO_ALL, expertReach);
    this.expertAcross = links.across(CollectiveOp.ALL_TO_ALL, expertReach);
  }

  /** Adds the communication of one layer, both passes, to {@code time}. */
  void layer(
      LayerGroup group,
      double tokens,
      double attentionForward,
      double attentionBackward,
      LayerTime time) {
    boolean experts = group.feedForward() instanceof FeedForward.Experts;
    tensor(group, experts, tokens, time);
    context(group.mixer(), tokens, attentionForward, attentionBackward, time);
    if (group.feedForward() instanceof FeedForward.Experts e) {
      experts(e, tokens, time);
    }
  }

  private void tensor(LayerGroup group, boolean experts, double tokens, LayerTime time) {
    Parallelism p = training.parallelism();
    if (p.tp() == 1) {
      return;
    }
    double bytes = tokens * hidden * ACTIVATION_BYTES;
    double block =
        p.sequenceParallel()
            ? 2 * tensorGather.seconds(bytes, Ledger.OFF)
            : tensorReduce.seconds(bytes, Ledger.OFF);
    double blocks = tensorBlocks(group, experts);
    double total = 2 * blocks * block;
    time.tensorTotal = total;
    time.tensorExposed = total * (1 - hiddenTensor());
    time.tensorBytes = 2 * blocks * 2 * (p.tp() - 1.0) / p.tp() * bytes;
  }

  /** Blocks of a layer that synchronise their tensor-parallel ranks, per pass. */
  private double tensorBlocks(LayerGroup group, boolean experts) {
    double mixing = group.mixer() instanceof Mixer.None ? 0 : 1;
    double feeding =
        switch (group.feedForward()) {
          case FeedForward.Dense d -> 1;
          case FeedForward.Experts e ->
              training.parallelism().etp() > 1 ? 1 : e.sharedWidth() > 0 ? 0.5 : 0;
          case FeedForward.None none -> 0;
        };
    return parallelBlocks && !experts ? Math.max(mixing, feeding) : mixing + feeding;
  }

  /**
   * Pipelined with the products in user buffers, which exist inside one scale-up domain only;
   * compiled FSDP pipelines about half as well.
   */
  private double hiddenTensor() {
    if (!training.overlap().tensor() || tensorLeaves) {
      return 0;
    }
    double share = constants.value("tensor_hidden_share");
    return training.software().stack() == Stack.FSDP_COMPILED ? share / 2 : share;
  }

  private void context(
      Mixer mixer,
      double tokens,
      double attentionForward,
      double attentionBackward,
      LayerTime time) {
    Parallelism p = training.parallelism();
    if (p.cp() == 1) {
      return;
    }
    double elements = keyValueElements(mixer);
    if (p.contextKind() == ContextParallel.ALL_TO_ALL) {
      exchange(mixer, tokens, time);
      return;
    }
    double bytes = p.cp() * tokens * elements / p.tp() * ACTIVATION_BYTES;
    double once = contextGather.seconds(bytes, Ledger.OFF);
    time.contextTotal = 3 * once;
    time.contextBytes = 3 * (p.cp() - 1.0) / p.cp() * bytes;
    boolean ring = p.contextKind() == ContextParallel.RING;
    time.contextExposed =
        ring
            ? Math.max(0, once - attentionForward)
                + Math.max(0, 2 * once - attentionBackward)
                + 2 * RING_EXPOSED * once
            : 3 * once;
    time.contextExposed = Math.min(time.contextExposed, time.contextTotal);
  }

  /** Ulysses: queries, keys, values and outputs change from positions to heads; both passes. */
  private void exchange(Mixer mixer, double tokens, LayerTime time) {
    double elements = keyValueElements(mixer) + 2 * queryElements(mixer);
    double bytes = tokens * elements / training.parallelism().tp() * ACTIVATION_BYTES;
    double once = contextExchange.seconds(bytes, Ledger.OFF);
    int cp = training.parallelism().cp();
    time.contextTotal = 2 * once;
    time.contextExposed = 2 * once;
    time.contextBytes = 2 * (cp - 1.0) / cp * bytes;
  }

  private static double keyValueElements(Mixer mixer) {
    return switch (mixer) {
      case Mixer.Attention a -> 2.0 * a.kvHeads() * a.headDim();
      case Mixer.LatentAttention a ->
          (double) a.heads() * (a.noPositionDim() + a.rotaryDim() + a.valueDim());
      // A scan hands one state over, which is small beside keys and values.
      case Mixer.Mamba m -> 0;
      case Mixer.LinearAttention a -> 0;
      case Mixer.None none -> 0;
    };
  }

  private static double queryElements(Mixer mixer) {
    return switch (mixer) {
      case Mixer.Attention a -> (double) a.heads() * a.headDim();
      case Mixer.LatentAttention a -> (double) a.heads() * (a.noPositionDim() + a.rotaryDim());
      case Mixer.Mamba m -> 0;
      case Mixer.LinearAttention a -> 0;
      case Mixer.None none -> 0;
    };
  }

  /**
   * Dispatch and combine, forward and backward: four exchanges. Inside a domain every routed copy
   * travels; across n domains a token is sent once to each domain that holds one of its k experts,
   * of which (n−1)/n leave: {@link ExpertDomains}.
   */
  private void experts(FeedForward.Experts e, double tokens, LayerTime time) {
    Parallelism p = training.parallelism();
    if (p.ep() == 1) {
      return;
    }
    double own = tokens / p.tp();
    // The ranks of an expert gather the tokens of all of them inside the domain.
    double gathered = p.etp() == 1 ? own : tokens;
    double routed = gathered * e.active() * hidden * ACTIVATION_BYTES;
    double once = expertInside.seconds(routed, Ledger.OFF);
    int domains = expertReach.domains();
    double sent = routed * (expertReach.ranksPerDomain() - 1.0) / expertReach.ranksPerDomain();
    if (domains > 1) {
      double copies = ExpertDomains.reached(e, domains);
      double bytes = own * hidden * ACTIVATION_BYTES * copies;
      once = Math.max(once, expertAcross.seconds(bytes, Ledger.OFF));
      sent += bytes * (domains - 1.0) / domains;
    }
    boolean narrow =
        training.software().fusedExperts() && training.numerics().compute().bytes() < 2;
    double exchanges = 4 * (narrow ? NARROW_DISPATCH : 1);
    time.expertTotal = exchanges * once;
    time.expertExposed = exchanges * once * (1 - hiddenExperts());
    time.expertBytes = exchanges * sent;
  }

  private double hiddenExperts() {
    return training.overlap().experts() ? constants.value("expert_hidden_share") : 0;
  }
}
