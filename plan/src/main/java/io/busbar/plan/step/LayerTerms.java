package io.busbar.plan.step;

import io.busbar.base.explain.Term;
import io.busbar.model.workload.LayerGroup;
import java.util.Locale;

/** The terms of one layer and micro-batch on one rank, by name. */
final class LayerTerms {
  static final Term TOKENS = Term.input("tokens", "", "tokens of this rank in a micro-batch");
  static final Term NORM_TOKENS =
      Term.input("norm_tokens", "", "of them, those that norms and residuals see");
  static final Term HIDDEN = Term.input("hidden", "", "width of the model");
  static final Term NORM_BYTES =
      Term.input("norm_bytes", "B", "of an element: two norms with residual, six 2-byte passes");
  static final Term ACTIVATIONS =
      Term.input("activations", "", "elements that pass activation functions and permutations");
  static final Term ACTIVATION_BYTES = Term.input("activation_bytes", "B", "moved for each");
  static final Term HEAD_ELEMENTS =
      Term.input("head_elements", "", "queries, keys and values of this rank");
  static final Term HEAD_BYTES =
      Term.input("head_bytes", "B", "moved for each: rotary position and reshapes");
  static final Term MEMORY_RATE =
      Term.input("memory_bytes_per_s", "B/s", "device memory, achieved");
  static final Term TRAFFIC_PASS =
      Term.of(
          "traffic_pass_s",
          "s",
          "norms, activations and residuals over device memory, forward",
          "({norm_bytes} * {norm_tokens} * {hidden} + {activation_bytes} * {activations}"
              + " + {head_bytes} * {head_elements}) / {memory_bytes_per_s}");
  static final Term CAST_ELEMENTS =
      Term.input("cast_elements", "", "brought into the narrow format, both passes");
  static final Term CAST_BYTES =
      Term.input("cast_bytes", "B", "moved for each; 0 without a narrow format");
  static final Term CASTS =
      Term.of(
          "casts_s",
          "s",
          "casts to a narrow format",
          "{cast_elements} * {cast_bytes} / {memory_bytes_per_s}");
  static final Term FORWARD_WORK =
      Term.of(
          "forward_work_s",
          "s",
          "computation of a forward pass",
          "{forward_products_s} + {attention_forward_s} + {traffic_pass_s} + {casts_s} / 3");
  static final Term BACKWARD_WORK =
      Term.of(
          "backward_work_s",
          "s",
          "computation of a backward pass, which moves twice as much",
          "{backward_products_s} + {attention_backward_s} + 2 * {traffic_pass_s}"
              + " + {casts_s} * 2 / 3");
  static final Term FLOOR_FORWARD =
      Term.input("host_launch_forward_s", "s", "the host's launches of a forward pass");
  static final Term FLOOR_BACKWARD =
      Term.input("host_launch_backward_s", "s", "the host's launches of a backward pass");
  static final Term HOST_FORWARD =
      Term.of(
          "host_forward_s",
          "s",
          "gaps between kernels, and waiting for the host's launches, forward",
          "{layer_gap_s} + max(0, {host_launch_forward_s} - {forward_work_s}"
              + " - {layer_exposed_s} / 2 - {layer_gap_s})");
  static final Term HOST_BACKWARD =
      Term.of(
          "host_backward_s",
          "s",
          "the same, backward, with twice the kernels",
          "2 * {layer_gap_s} + max(0, {host_launch_backward_s} - {backward_work_s}"
              + " - {layer_exposed_s} / 2 - 2 * {layer_gap_s})");
  static final Term FORWARD =
      Term.of(
          "forward_s",
          "s",
          "forward pass of a layer",
          "{forward_work_s} + {layer_exposed_s} / 2 + {host_forward_s}");
  static final Term BACKWARD =
      Term.of(
          "backward_s",
          "s",
          "backward pass of a layer without repeated work",
          "{backward_work_s} + {layer_exposed_s} / 2 + {host_backward_s}");
  static final Term REPEATED =
      Term.input("recompute_share", "", "part of the layers that repeat forward work");
  static final Term UP_FORWARD =
      Term.input("up_products_s", "s", "products up to all heads, forward");
  private static final String RECOMPUTE = "recompute_s";
  static final Term NO_RECOMPUTE =
      Term.input(RECOMPUTE, "s", "all activations are kept, nothing is repeated");
  static final Term RECOMPUTE_ATTENTION = repeated("attention again", "{attention_forward_s}");
  static final Term RECOMPUTE_MODULES =
      repeated(
          "norms, activations and up-projections again", "({traffic_pass_s} + {up_products_s})");
  static final Term RECOMPUTE_OPERATIONS =
      repeated("the cheapest operations again", "{per_operation_share} * {forward_work_s}");
  static final Term RECOMPUTE_ALL = repeated("the forward pass again", "{forward_s}");
  static final Term LAYER =
      Term.of(
          "layer_s",
          "s",
          "one layer, one micro-batch, one rank",
          "{forward_s} + {backward_s} + {recompute_s}");

  private LayerTerms() {}

  private static Term repeated(String meaning, String what) {
    return Term.of(RECOMPUTE, "s", meaning, "{recompute_share} * " + what);
  }

  /** All layers of a kind. */
  static Term group(int kind, LayerGroup group) {
    String name =
        group.mixer().getClass().getSimpleName()
            + "_"
            + group.feedForward().getClass().getSimpleName();
    return Term.of(
        "layers_" + kind + "_s",
        "s",
        group.count() + " layers of kind " + name.toLowerCase(Locale.ROOT) + ", one micro-batch",
        group.count() + " * {layer_s}");
  }
}
