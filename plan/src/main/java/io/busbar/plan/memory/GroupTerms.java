package io.busbar.plan.memory;

import io.busbar.base.explain.Term;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Terms whose number or formula depends on how many kinds of layers a model has, made once per
 * model. Immutable.
 */
final class GroupTerms {
  private static final String KEPT_FORMULA =
      "{tokens} * (({activation_width} * {stream} + {normed_width} * {normed}"
          + " + {mask_width} * {masked}) / {sequence_split}"
          + " + ({activation_width} * ({mixed} + {inner}) + {output_copy_width} * {mixer_output}"
          + " + {score_width} * {scores} + {normed_width} * {activated}) / {tp}"
          + " + {active} * ({input_width} * {hidden} * {etp} + {combined_width} * {hidden}"
          + " + {activation_width} * {expert_inner} + {normed_width} * {expert_activated})"
          + " / {sequence_split})";
  private static final String PER_OPERATION_FORMULA =
      "{tokens} * {activation_width} * ({hidden} / {sequence_split}"
          + " + ({mixer_output} + {half_products}) / {tp})";
  private static final String INPUT_FORMULA =
      "{tokens} * {activation_width} * {hidden} / {sequence_split}";

  /** One layer that keeps everything. */
  static final Term WHOLE_LAYER =
      Term.of("whole_layer_bytes", "B", "a layer that keeps everything", KEPT_FORMULA)
          .from("Korthikanti et al. 2022, section 4, tensor by tensor");

  /** One layer in the mode of the set-up. */
  static final Term KEPT_LAYER =
      Term.of("kept_layer_bytes", "B", "what a layer keeps per micro-batch", KEPT_FORMULA)
          .from("Korthikanti et al. 2022, section 4, tensor by tensor");

  static final Term PER_OPERATION_LAYER =
      Term.of("kept_layer_bytes", "B", "what a layer keeps per micro-batch", PER_OPERATION_FORMULA)
          .from("torchtitan, selective activation checkpointing per operation");
  static final Term LAYER_INPUT =
      Term.of("kept_layer_bytes", "B", "the input of a layer, per micro-batch", INPUT_FORMULA)
          .from("Chen et al. 2016");

  private final Term[] layers;
  private final Term[] kept;
  private final Term[] keptInMode;
  private final Term[] keptWhole;
  private final Term[] keptMixed;
  private final Term[] work;
  private final Term[] noWork;
  private final Term activations;
  private final Term activationsWithOutput;
  private final Term backward;

  GroupTerms(int groups) {
    layers = each(groups, g -> Term.input("layers_" + g, "", "layers of kind " + g));
    kept =
        each(
            groups,
            g ->
                Term.of(
                    "kept_" + g + "_bytes",
                    "B",
                    "what a layer of kind " + g + " keeps per micro-batch",
                    "{kept_layer_bytes}"));
    keptInMode =
        each(
            groups,
            g ->
                Term.of(
                    "mode_" + g + "_bytes",
                    "B",
                    "what a layer of kind " + g + " keeps that recomputes",
                    "{kept_layer_bytes}"));
    keptWhole =
        each(
            groups,
            g ->
                Term.of(
                    "whole_" + g + "_bytes",
                    "B",
                    "what a layer of kind " + g + " keeps that does not",
                    "{whole_layer_bytes}"));
    keptMixed =
        each(
            groups,
            g ->
                Term.of(
                    "kept_" + g + "_bytes",
                    "B",
                    "what a layer of kind " + g + " keeps on average",
                    "{recompute_share} * {mode_"
                        + g
                        + "_bytes}"
                        + " + (1 - {recompute_share}) * {whole_"
                        + g
                        + "_bytes}"));
    work =
        each(
            groups,
            g ->
                Term.of(
                    "backward_" + g + "_bytes",
                    "B",
                    "work space in the backward pass of a layer of kind " + g,
                    "{layer_work_bytes} + {recomputed_bytes} + {context_exchange_bytes}"
                        + " + {expert_exchange_bytes}"));
    noWork =
        each(
            groups,
            g -> Term.input("backward_" + g + "_bytes", "B", "no layer of kind " + g + " here"));
    String sum = joined(groups, " + ", g -> "{layers_" + g + "} * {kept_" + g + "_bytes}");
    String name = "activation_bytes";
    String meaning = "activations kept for the backward pass";
    activations = Term.of(name, "B", meaning, "(" + sum + ") * {in_flight}");
    activationsWithOutput =
        Term.of(name, "B", meaning, "(" + sum + " + {stage_output_bytes}) * {in_flight}");
    backward =
        Term.of(
            "backward_bytes",
            "B",
            "work space of the layer that needs most",
            "max(" + joined(groups, ", ", g -> "{backward_" + g + "_bytes}") + ")");
  }

  Term layers(int group) {
    return layers[group];
  }

  Term kept(int group) {
    return kept[group];
  }

  /** What recomputing layers of a kind keep, when only a share of them does. */
  Term keptInMode(int group) {
    return keptInMode[group];
  }

  /** What the other layers of that kind keep. */
  Term keptWhole(int group) {
    return keptWhole[group];
  }

  /** Their average. */
  Term keptMixed(int group) {
    return keptMixed[group];
  }

  Term work(int group) {
    return work[group];
  }

  Term noWork(int group) {
    return noWork[group];
  }

  Term activations(boolean withStageOutput) {
    return withStageOutput ? activationsWithOutput : activations;
  }

  Term backward() {
    return backward;
  }

  private static Term[] each(int groups, IntFunction<Term> term) {
    return IntStream.range(0, groups).mapToObj(term).toArray(Term[]::new);
  }

  private static String joined(int groups, String separator, IntFunction<String> part) {
    return IntStream.range(0, groups).mapToObj(part).collect(Collectors.joining(separator));
  }
}
