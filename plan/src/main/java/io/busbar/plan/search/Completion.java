package io.busbar.plan.search;

import io.busbar.model.training.Choice;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Software;
import io.busbar.model.training.Training;
import io.busbar.plan.memory.MemoryConstant;
import io.busbar.plan.memory.MemoryModel;
import io.busbar.plan.stack.Feature;
import io.busbar.plan.stack.StackTable;
import io.busbar.plan.step.StepConstants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A set-up with what it left open chosen so that it fits: the first of a fixed order of steps after
 * which it does, each step kept only where it lowers the peak. Cheapest in time first, what changes
 * the numbers last. Immutable.
 *
 * @param training the complete set-up
 * @param peakBytes its peak
 * @param fits whether a choice was found up to {@link MemoryConstant#CHOICE_SHARE} of memory
 * @param concessions what was chosen so that it fits; empty when all was given or the defaults fit
 */
public record Completion(
    Training training, double peakBytes, boolean fits, List<Concession> concessions) {

  private static final double HALF_BYTES = 2;
  private static final double GB = 1e9;

  /** Steps in which the share of recomputed layers is chosen. */
  private static final int SHARES = 20;

  public Completion {
    concessions = List.copyOf(concessions);
  }

  /**
   * A step that lowered the peak.
   *
   * @param what was chosen
   * @param afterBytes peak with it
   * @param beforeBytes peak without it
   * @param capacityBytes memory of a GPU
   */
  public record Concession(
      String what, double afterBytes, double beforeBytes, double capacityBytes) {
    private String sentence() {
      return String.format(
          Locale.ROOT,
          "%s: %.1f GB instead of %.1f of %.1f GB",
          what,
          afterBytes / GB,
          beforeBytes / GB,
          capacityBytes / GB);
    }
  }

  /** What was chosen and why, one sentence each; made when asked, since a search asks seldom. */
  public List<String> assumptions() {
    return concessions.stream().map(Concession::sentence).toList();
  }

  /**
   * Chooses in this order: fused loss; recompute none, selective, modules (Megatron Core has it),
   * per operation (PyTorch and XLA have it) or whole layers; gradients in 16 bits; optimizer
   * moments in 16 bits; parameters sharded.
   *
   * @param training what was given, with defaults for what is open; recompute is chosen anew
   * @param open what may be chosen
   */
  public static Completion of(MemoryModel model, Training training, Set<Choice> open) {
    Search search =
        new Search(
            model,
            open.contains(Choice.RECOMPUTE) ? recomputing(training, Recompute.NONE) : training);
    if (open.contains(Choice.FUSED_LOSS)) {
      search.step(
          withFusedLoss(search.current), "loss fused, so that one copy of the logits stays");
    }
    if (open.contains(Choice.RECOMPUTE)) {
      search.step(
          recomputing(search.current, Recompute.SELECTIVE),
          "attention scores recomputed (selective)");
      if (can(training, Recompute.MODULES)) {
        search.step(
            recomputing(search.current, Recompute.MODULES),
            "norms and activation functions recomputed (modules)");
      }
      search.recomputeLayers();
    }
    Numerics numerics = search.current.numerics();
    if (open.contains(Choice.GRADIENTS) && numerics.compute() != Precision.FP32) {
      search.step(
          withNumerics(search.current, gradientsHalved(numerics)),
          "gradients accumulated and reduced in 16 bits");
    }
    numerics = search.current.numerics();
    if (open.contains(Choice.OPTIMIZER)) {
      search.step(
          withNumerics(search.current, momentsHalved(numerics)), "optimizer moments in bf16");
    }
    if (open.contains(Choice.SHARDING)) {
      search.step(withShardedParameters(search.current), "parameters sharded as well (ZeRO-3)");
    }
    return search.result();
  }

  /** The set-up so far and its peak; one use. */
  private static final class Search {
    private final MemoryModel model;
    private final List<Concession> concessions = new ArrayList<>();
    private Training current;
    private double peakBytes;

    Search(MemoryModel model, Training start) {
      this.model = model;
      this.current = start;
      this.peakBytes = model.peakBytes(start);
    }

    private boolean fits() {
      return peakBytes <= MemoryConstant.CHOICE_SHARE.value() * model.capacityBytes();
    }

    void step(Training next, String what) {
      if (fits()) {
        return;
      }
      double peak = model.peakBytes(next);
      if (peak < peakBytes) {
        concessions.add(new Concession(what, peak, peakBytes, model.capacityBytes()));
        current = next;
        peakBytes = peak;
      }
    }

    /**
     * Recomputes as little as fits: some whole layers (Megatron's block method) or, where the
     * software can, some layers per operation, whichever repeats less work; all layers when even
     * that is not enough.
     */
    void recomputeLayers() {
      Training layers = least(Recompute.FULL);
      Training operations =
          can(current, Recompute.PER_OPERATION) ? least(Recompute.PER_OPERATION) : null;
      if (operations != null && (layers == null || repeats(operations) < repeats(layers))) {
        step(operations, "every other matrix product recomputed (per operation)");
      } else {
        step(
            layers == null ? current.with(Recompute.FULL, 1) : layers,
            "layers recomputed from their inputs");
      }
    }

    /** The smallest share of layers in a mode that fits, or null; memory is linear in the share. */
    private @Nullable Training least(Recompute mode) {
      double limit = MemoryConstant.CHOICE_SHARE.value() * model.capacityBytes();
      double all = model.peakBytes(current.with(mode, 1));
      double none = model.peakBytes(current.with(mode, 0));
      if (all > limit) {
        return null;
      }
      double share =
          none <= all ? 1 : Math.min(1, Math.ceil((none - limit) / (none - all) * SHARES) / SHARES);
      Training some = current.with(mode, Math.max(0, share));
      return model.peakBytes(some) <= limit ? some : current.with(mode, 1);
    }

    Completion result() {
      return new Completion(current, peakBytes, fits(), concessions);
    }
  }

  /** PyTorch's and XLA's checkpoint policies choose by operation; Megatron's by module or layer. */
  private static boolean can(Training t, Recompute mode) {
    return StackTable.standard().can(t.software().stack(), Feature.of(mode));
  }

  /** Forward work that is repeated, as a share of a forward pass. */
  private static double repeats(Training t) {
    double mode =
        t.recompute() == Recompute.PER_OPERATION
            ? StepConstants.standard().value(StepConstants.PER_OPERATION_SHARE)
            : 1;
    return mode * t.recomputeShare();
  }

  private static Training recomputing(Training t, Recompute mode) {
    return t.with(mode, 1);
  }

  private static Training withFusedLoss(Training t) {
    Software s = t.software();
    Software fused = new Software(s.stack(), s.attention(), s.fusedExperts(), s.cudaGraphs(), true);
    return t.with(fused);
  }

  private static Training withNumerics(Training t, Numerics numerics) {
    return t.with(numerics);
  }

  /** Gradients never grow, and a narrower wire format stays. */
  private static Numerics gradientsHalved(Numerics n) {
    return new Numerics(
        n.compute(),
        Math.min(n.gradientBytes(), HALF_BYTES),
        Math.min(n.gradientReduceBytes(), HALF_BYTES),
        n.parameterGatherBytes(),
        n.optimizerBytes());
  }

  private static Numerics momentsHalved(Numerics n) {
    double saved = Numerics.ADAM_FP32_BYTES - Numerics.ADAM_BF16_BYTES;
    return new Numerics(
        n.compute(),
        n.gradientBytes(),
        n.gradientReduceBytes(),
        n.parameterGatherBytes(),
        n.optimizerBytes() - saved);
  }

  /** Sharded parameters travel one layer at a time, so there are no buckets. */
  private static Training withShardedParameters(Training t) {
    Parallelism p = t.parallelism();
    Parallelism sharded = p.with(Sharding.PARAMETERS, p.shardGroup());
    Overlap o = t.overlap();
    Overlap byLayer =
        new Overlap(o.gradients(), o.parameters(), o.tensor(), o.pipeline(), o.experts(), 0);
    return t.with(sharded).with(byLayer);
  }
}
