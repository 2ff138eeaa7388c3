package io.busbar.plan.memory;

import static io.busbar.plan.memory.MemoryTerms.*;

import io.busbar.base.explain.Ledger;
import io.busbar.model.hardware.Generation;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Training;
import org.jspecify.annotations.Nullable;

/**
 * The peak of one pipeline stage: what is always there, plus the fullest of three moments that do
 * not coincide (the loss of the last micro-batch, a backward pass, the optimizer step). Immutable,
 * thread-safe; allocates nothing.
 */
final class StagePeak {
  /** One layer that computes and one on its way between the memories. */
  private static final double LAYERS_ON_DEVICE = 2;

  private final Content content;
  private final Generation generation;
  private final GroupTerms terms;

  StagePeak(Content content, Generation generation) {
    this.content = content;
    this.generation = generation;
    this.terms = new GroupTerms(content.groups.length);
  }

  /**
   * Bytes of one GPU of a stage.
   *
   * @param parts takes the bytes by {@link MemoryPart#ordinal()}; null when only the sum is wanted
   */
  double bytes(Training t, int stage, Ledger ledger, double @Nullable [] parts) {
    Parallelism p = t.parallelism();
    ledger.open("stage");
    if (ledger.recording()) {
      layout(t, ledger);
    }
    double dense = dense(p, stage, ledger);
    double experts = experts(p, stage, ledger);
    double onRank = ledger.put(ON_RANK, dense + experts);
    double shard =
        ledger.put(SHARD, dense / Setup.shardRanks(p) + experts / Setup.expertShardRanks(p));
    double largestLayer = derived(ledger, LARGEST_LAYER, content.largestLayer(p, stage));

    double weights = States.weights(t, generation, onRank, shard, ledger);
    double gradients = States.gradients(t, onRank, shard, ledger);
    double optimizer = States.optimizer(t, shard, ledger);
    double buckets = States.buckets(t, onRank, content, stage, ledger);
    double gathered = States.gathered(t, onRank, largestLayer, content, stage, ledger);

    double moment = moment(t, stage, shard, largestLayer, ledger, parts);
    double loose =
        Engine.of(t).allocatesGradients()
            ? ledger.put(LOOSE, Setup.activationBytes(t) * onRank)
            : ledger.put(NOT_LOOSE, 0);
    double reserve =
        ledger.put(
            RESERVE,
            MemoryConstant.RESERVE_SHARE.put(ledger) * (moment + gathered + buckets + loose));
    double context = MemoryConstant.CONTEXT_BYTES.put(ledger);
    double communication =
        ledger.put(
            COMMUNICATION,
            derived(ledger, COMMUNICATORS, Setup.communicators(p))
                * MemoryConstant.COMMUNICATOR_BYTES.put(ledger));
    set(parts, MemoryPart.WEIGHTS, weights);
    set(parts, MemoryPart.GRADIENTS, gradients);
    set(parts, MemoryPart.OPTIMIZER, optimizer);
    set(parts, MemoryPart.BUCKETS, buckets);
    set(parts, MemoryPart.GATHERED, gathered);
    set(parts, MemoryPart.RESERVE, reserve);
    set(parts, MemoryPart.CONTEXT, context);
    set(parts, MemoryPart.COMMUNICATORS, communication);
    double states = weights + gradients + optimizer;
    double rest = reserve + context + communication;
    return ledger.close(PEAK, states + buckets + gathered + moment + rest);
  }

  private void layout(Training t, Ledger ledger) {
    Parallelism p = t.parallelism();
    ledger.put(TP, p.tp());
    ledger.put(CP, p.cp());
    ledger.put(EP, p.ep());
    ledger.put(ETP, p.etp());
    derived(ledger, SEQUENCE_SPLIT, Setup.sequenceSplit(p));
    derived(ledger, SHARD_RANKS, Setup.shardRanks(p));
    derived(ledger, EXPERT_SHARD_RANKS, Setup.expertShardRanks(p));
    ledger.put(SEQUENCE, t.batch().sequence());
    ledger.put(MICRO_BATCH, t.batch().microBatch());
    ledger.put(HIDDEN, content.hidden);
    ledger.put(ACTIVATION_WIDTH, Setup.activationBytes(t));
    ledger.put(TOKENS, Setup.tokens(t));
  }

  private double dense(Parallelism p, int stage, Ledger ledger) {
    double split = derived(ledger, SPLIT, content.split(p, stage));
    double replicated = derived(ledger, REPLICATED, content.replicated(p, stage));
    return ledger.put(DENSE_ON_RANK, split / p.tp() + replicated);
  }

  private double experts(Parallelism p, int stage, Ledger ledger) {
    double routed = derived(ledger, ROUTED, content.routed(p, stage));
    return ledger.put(EXPERTS_ON_RANK, routed / ((double) p.ep() * p.etp()));
  }

  /** Parameters that a rank of the stage computes with. */
  double parameters(Parallelism p, int stage) {
    return dense(p, stage, Ledger.OFF) + experts(p, stage, Ledger.OFF);
  }

  private double moment(
      Training t,
      int stage,
      double shard,
      double largestLayer,
      Ledger ledger,
      double @Nullable [] parts) {
    double activations = activations(t, stage, ledger);
    double loss = loss(t, stage, ledger);
    double backward = backward(t, stage, ledger);
    double blocks = States.gatheredLayers(t, largestLayer, ledger);
    double lossMoment = ledger.put(LOSS_MOMENT, activations + loss);
    double backwardMoment = ledger.put(BACKWARD_MOMENT, activations + backward + blocks);
    double step =
        ledger.put(STEP_MOMENT, ledger.put(COPY_WIDTH, Setup.gradientCopyBytes(t)) * shard);
    double moment = Math.max(Math.max(lossMoment, backwardMoment), step);
    if (parts != null) {
      if (moment == step && step > 0) {
        set(parts, MemoryPart.OPTIMIZER_STEP, step);
      } else {
        set(parts, MemoryPart.ACTIVATIONS, activations);
        if (moment == lossMoment) {
          set(parts, MemoryPart.LOSS, loss);
        } else {
          backwardParts(t, stage, backward, blocks, parts);
        }
      }
    }
    return ledger.put(MOMENT, moment);
  }

  /** {@code (Σ layers · kept + stage output) · in flight}; the output only with full recompute. */
  private double activations(Training t, int stage, Ledger ledger) {
    Parallelism p = t.parallelism();
    double sum = 0;
    for (int g = 0; g < content.groups.length; g++) {
      double kept = kept(t, g, ledger);
      sum += derived(ledger, terms.layers(g), content.layers(p, stage, g)) * kept;
    }
    boolean withOutput = p.pp() > 1 && t.recompute() == Recompute.FULL;
    if (withOutput) {
      sum += ledger.put(STAGE_OUTPUT, LayerActivations.input(content.groups[0], t));
    }
    double inFlight = derived(ledger, IN_FLIGHT, InFlight.microBatches(t, stage));
    if (t.offload().activations()) {
      double onDevice = LAYERS_ON_DEVICE * largestKept(t, stage);
      if (onDevice < sum * inFlight) {
        derived(ledger, LARGEST_KEPT, onDevice / LAYERS_ON_DEVICE);
        return ledger.put(ON_DEVICE, onDevice);
      }
    }
    return ledger.put(terms.activations(withOutput), sum * inFlight);
  }

  /** The layer that keeps most, of those on the stage. */
  private double largestKept(Training t, int stage) {
    double most = 0;
    for (int g = 0; g < content.groups.length; g++) {
      if (content.layers(t.parallelism(), stage, g) > 0) {
        most = Math.max(most, kept(t, g, Ledger.OFF));
      }
    }
    return most;
  }

  /** What the layers of a stage keep of one micro-batch. */
  double keptBytes(Training t, int stage) {
    double sum = 0;
    for (int g = 0; g < content.groups.length; g++) {
      sum += content.layers(t.parallelism(), stage, g) * kept(t, g, Ledger.OFF);
    }
    return sum;
  }

  /** Bytes of one GPU of a stage in host memory. */
  double hostBytes(Training t, int stage) {
    double bytes = 0;
    if (t.offload().optimizer()) {
      bytes += Setup.ownedOptimizerBytes(t) * t.trained().share() * shard(t, stage);
    }
    if (t.offload().activations()) {
      bytes += keptBytes(t, stage) * InFlight.microBatches(t, stage);
    }
    return bytes;
  }

  /** Parameters whose optimizer states a rank owns. */
  double shard(Training t, int stage) {
    Parallelism p = t.parallelism();
    return dense(p, stage, Ledger.OFF) / Setup.shardRanks(p)
        + experts(p, stage, Ledger.OFF) / Setup.expertShardRanks(p);
  }

  /** What a layer keeps, averaged over those that recompute and those that keep everything. */
  private double kept(Training t, int group, Ledger ledger) {
    LayerProfile layer = content.groups[group];
    ledger.open("layer");
    double inMode = LayerActivations.kept(layer, t, ledger);
    double share = t.recomputeShare();
    if (share >= 1) {
      return ledger.close(terms.kept(group), inMode);
    }
    ledger.close(terms.keptInMode(group), inMode);
    ledger.open("whole");
    double whole = LayerActivations.whole(layer, t, ledger);
    ledger.close(terms.keptWhole(group), whole);
    ledger.put(RECOMPUTE_SHARE, share);
    return ledger.put(terms.keptMixed(group), share * inMode + (1 - share) * whole);
  }

  /**
   * {@code n·B·T·V/t + 2·A·T·h} on the rank with the output projection, n predictions per token.
   */
  private double loss(Training t, int stage, Ledger ledger) {
    Parallelism p = t.parallelism();
    if (!Content.holdsLast(p, stage)) {
      return ledger.put(NO_LOSS, 0);
    }
    double losses = derived(ledger, LOSSES, 1 + content.predictionLayers);
    double width = ledger.put(LOGIT_WIDTH, Setup.logitBytes(t));
    double rows = ledger.put(VOCABULARY, content.vocabulary);
    double tokens = Setup.tokens(t);
    return ledger.put(
        LOSS,
        losses * width * tokens * rows / p.tp()
            + 2 * Setup.activationBytes(t) * tokens * content.hidden);
  }

  private double backward(Training t, int stage, Ledger ledger) {
    double most = 0;
    for (int g = 0; g < content.groups.length; g++) {
      most = Math.max(most, backward(t, stage, g, ledger));
    }
    return ledger.put(terms.backward(), most);
  }

  private double backward(Training t, int stage, int group, Ledger ledger) {
    return content.layers(t.parallelism(), stage, group) > 0
        ? LayerWork.total(content.groups[group], t, terms.work(group), ledger)
        : ledger.put(terms.noWork(group), 0);
  }

  private void backwardParts(
      Training t, int stage, double backward, double blocks, double[] parts) {
    for (int g = 0; g < content.groups.length; g++) {
      if (backward(t, stage, g, Ledger.OFF) == backward) {
        double context = LayerWork.contextExchange(content.groups[g], t, Ledger.OFF);
        double experts = LayerWork.expertExchange(content.groups[g], t, Ledger.OFF);
        set(parts, MemoryPart.CONTEXT_EXCHANGE, context);
        set(parts, MemoryPart.EXPERT_EXCHANGE, experts);
        set(parts, MemoryPart.BACKWARD, backward + blocks - context - experts);
        return;
      }
    }
  }

  private static void set(double @Nullable [] parts, MemoryPart part, double bytes) {
    if (parts != null) {
      parts[part.ordinal()] = bytes;
    }
  }
}
