package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
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

  private static final Term TENSOR =
      Term.input("tensor_exposed_s", "s", "no tensor-parallel ranks, nothing to exchange");
  private static final Term CONTEXT =
      Term.input("context_exposed_s", "s", "no context-parallel ranks, nothing to exchange");
  private static final Term EXPERT =
      Term.input("expert_exposed_s", "s", "no experts elsewhere, nothing to exchange");
  private static final Term EXPOSED =
      Term.of(
          "layer_exposed_s",
          "s",
          "communication of a layer that nothing hides",
          "{tensor_exposed_s} + {context_exposed_s} + {expert_exposed_s}");
  private static final Term EXCHANGES =
      Term.input("exchanges", "", "of a block and pass: a gather and a scatter, or one all-reduce");
  private static final Term BLOCKS =
      Term.input("blocks", "", "blocks of a layer that synchronise the ranks");
  private static final Term HIDDEN =
      Term.input("hidden_share", "", "part that hides behind products or other micro-batches");
  private static final Term TENSOR_EXPOSED =
      Term.of(
          "tensor_exposed_s",
          "s",
          "tensor-parallel exchanges of both passes that nothing hides",
          "2 * {blocks} * {exchanges} * {block_exchange_s} * (1 - {hidden_share})");
  private static final Term ATTENTION_FORWARD =
      Term.input("attention_forward_s", "s", "attention beside the ring, forward");
  private static final Term ATTENTION_BACKWARD =
      Term.input("attention_backward_s", "s", "the same, backward");
  private static final Term RING_PART =
      Term.input("ring_exposed_part", "", "of a ring's exchange before any attention");
  private static final Term CONTEXT_RING =
      Term.of(
          "context_exposed_s",
          "s",
          "ring exchange of keys and values that attention does not hide",
          "min(3 * {pass_exchange_s}, max(0, {pass_exchange_s} - {attention_forward_s})"
              + " + max(0, 2 * {pass_exchange_s} - {attention_backward_s})"
              + " + 2 * {ring_exposed_part} * {pass_exchange_s})");
  private static final Term CONTEXT_WHOLE =
      Term.of(
          "context_exposed_s",
          "s",
          "gathers of keys and values, one forward and two backward",
          "3 * {pass_exchange_s}");
  private static final Term CONTEXT_EXCHANGE =
      Term.of("context_exposed_s", "s", "positions to heads and back", "2 * {pass_exchange_s}");
  private static final Term NOT_ACROSS =
      Term.input("across_exchange_s", "s", "all experts are in one scale-up domain");
  private static final Term DISPATCHES =
      Term.input(
          "dispatches", "", "dispatch and combine of both passes; 8-bit ones count as 3 of 4");
  private static final Term EXPERT_EXPOSED =
      Term.of(
          "expert_exposed_s",
          "s",
          "dispatch and combine that nothing hides",
          "{dispatches} * max({inside_exchange_s}, {across_exchange_s}) * (1 - {hidden_share})");

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
      LayerTime time,
      Ledger ledger) {
    // These hold until something is exchanged.
    ledger.put(TENSOR, 0);
    ledger.put(CONTEXT, 0);
    ledger.put(EXPERT, 0);
    boolean experts = group.feedForward() instanceof FeedForward.Experts;
    tensor(group, experts, tokens, time, ledger);
    context(group.mixer(), tokens, attentionForward, attentionBackward, time, ledger);
    if (group.feedForward() instanceof FeedForward.Experts e) {
      experts(e, tokens, time, ledger);
    }
    ledger.put(EXPOSED, time.communication());
  }

  private void tensor(
      LayerGroup group, boolean experts, double tokens, LayerTime time, Ledger ledger) {
    Parallelism p = training.parallelism();
    if (p.tp() == 1) {
      return;
    }
    double bytes = tokens * hidden * ACTIVATION_BYTES;
    boolean scattered = p.sequenceParallel();
    CollectiveCurve curve = scattered ? tensorGather : tensorReduce;
    ledger.open("tensor");
    double once = Links.noted(curve, bytes, ledger, "block_exchange_s", Links.EXCHANGE);
    double exchanges = ledger.put(EXCHANGES, scattered ? 2 : 1);
    double blocks = ledger.put(BLOCKS, tensorBlocks(group, experts));
    double total = 2 * blocks * exchanges * once;
    time.tensorTotal = total;
    time.tensorExposed =
        ledger.close(TENSOR_EXPOSED, total * (1 - ledger.put(HIDDEN, hiddenTensor())));
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
      LayerTime time,
      Ledger ledger) {
    Parallelism p = training.parallelism();
    if (p.cp() == 1) {
      return;
    }
    double elements = keyValueElements(mixer);
    if (p.contextKind() == ContextParallel.ALL_TO_ALL) {
      exchange(mixer, tokens, time, ledger);
      return;
    }
    double bytes = p.cp() * tokens * elements / p.tp() * ACTIVATION_BYTES;
    ledger.open("context");
    double once = Links.noted(contextGather, bytes, ledger, "pass_exchange_s", Links.EXCHANGE);
    ledger.put(ATTENTION_FORWARD, attentionForward);
    ledger.put(ATTENTION_BACKWARD, attentionBackward);
    ledger.put(RING_PART, RING_EXPOSED);
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
    ledger.close(ring ? CONTEXT_RING : CONTEXT_WHOLE, time.contextExposed);
  }

  /** Ulysses: queries, keys, values and outputs change from positions to heads; both passes. */
  private void exchange(Mixer mixer, double tokens, LayerTime time, Ledger ledger) {
    double elements = keyValueElements(mixer) + 2 * queryElements(mixer);
    double bytes = tokens * elements / training.parallelism().tp() * ACTIVATION_BYTES;
    ledger.open("context");
    double once = Links.noted(contextExchange, bytes, ledger, "pass_exchange_s", Links.EXCHANGE);
    int cp = training.parallelism().cp();
    time.contextTotal = 2 * once;
    time.contextExposed = ledger.close(CONTEXT_EXCHANGE, 2 * once);
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
   * travels, or with fused dispatch kernels (DeepEP, HybridEP) one copy to each rank that holds
   * some of a token's experts; across n domains a token is sent once to each domain that holds one
   * of its k experts, of which (n−1)/n leave: {@link ExpertDomains}.
   */
  private void experts(FeedForward.Experts e, double tokens, LayerTime time, Ledger ledger) {
    Parallelism p = training.parallelism();
    if (p.ep() == 1) {
      return;
    }
    double own = tokens / p.tp();
    // The ranks of an expert gather the tokens of all of them inside the domain.
    double gathered = p.etp() == 1 ? own : tokens;
    double sentCopies =
        training.software().fusedExperts()
            ? ExpertDomains.reached(e, expertReach.ranks())
            : e.active();
    double routed = gathered * sentCopies * hidden * ACTIVATION_BYTES;
    ledger.open("experts");
    double once = Links.noted(expertInside, routed, ledger, "inside_exchange_s", Links.EXCHANGE);
    int domains = expertReach.domains();
    double sent = routed * (expertReach.ranksPerDomain() - 1.0) / expertReach.ranksPerDomain();
    if (domains > 1) {
      double copies = ExpertDomains.reached(e, domains);
      double bytes = own * hidden * ACTIVATION_BYTES * copies;
      once =
          Math.max(
              once,
              Links.noted(expertAcross, bytes, ledger, "across_exchange_s", Links.COLLECTIVE));
      sent += bytes * (domains - 1.0) / domains;
    }
    boolean narrow =
        training.software().fusedExperts() && training.numerics().compute().bytes() < 2;
    if (domains == 1) {
      ledger.put(NOT_ACROSS, 0);
    }
    double exchanges = ledger.put(DISPATCHES, 4 * (narrow ? NARROW_DISPATCH : 1));
    time.expertTotal = exchanges * once;
    time.expertExposed =
        ledger.close(EXPERT_EXPOSED, exchanges * once * (1 - ledger.put(HIDDEN, hiddenExperts())));
    time.expertBytes = exchanges * sent;
  }

  private double hiddenExperts() {
    return training.overlap().experts() ? constants.value("expert_hidden_share") : 0;
  }
}
