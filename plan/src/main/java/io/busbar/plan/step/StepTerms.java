package io.busbar.plan.step;

import io.busbar.base.explain.Term;

/** The terms of a step above its layers, by name. */
final class StepTerms {
  static final Term MODEL_LAYERS =
      Term.input("model_layers", "", "layers of the model without extra prediction layers");
  private static final String ENGINE_NAME = "engine_sync_s";
  static final Term NO_ENGINE =
      Term.input(ENGINE_NAME, "s", "the pipeline engine does not wait for the host at every layer");
  static final Term ENGINE =
      Term.of(
          ENGINE_NAME,
          "s",
          "synchronisation of the pipeline engine per layer",
          "{host_sync_2021_s} * log2({tensor_ranks})");
  static final Term TENSOR_RANKS = Term.input("tensor_ranks", "", "tensor-parallel ranks");
  static final Term LAYERS = Term.input("layers", "", "layers of the model");
  static final Term STAGE_LAYERS = Term.input("stage_layers", "", "layers of the slowest stage");
  static final Term STAGE_NO_ENDS = stageEnds("a stage in the middle has neither end", "0");
  static final Term STAGE_FIRST = stageEnds("embedding, on the first stage", "{embedding_s}");
  static final Term STAGE_LAST =
      stageEnds("output projection and loss, on the last stage", "{head_s}");
  static final Term STAGE_BOTH =
      stageEnds("embedding, output projection and loss", "{head_s} + {embedding_s}");
  static final Term SLOWEST =
      Term.of(
          "slowest_stage_s",
          "s",
          "work of the slowest stage on one micro-batch",
          "{stage_layers} * {average_layer_s} + {stage_ends_s}");
  static final Term STAGE_DENSE =
      Term.input(
          "stage_dense_layers", "", "of them, dense layers that stand before those with experts");
  static final Term DENSE_LAYERS =
      Term.input("dense_layers", "", "dense layers of the model, before those with experts");
  static final Term EXPERT_LAYERS = Term.input("expert_layers", "", "layers with experts");
  static final Term SLOWEST_OF_KINDS =
      Term.of(
          "slowest_stage_s",
          "s",
          "work of the slowest stage on one micro-batch",
          "{stage_dense_layers} * {layers_0_s} / {dense_layers}"
              + " + ({stage_layers} - {stage_dense_layers}) * {layers_1_s} / {expert_layers}"
              + " + {stage_layers} * {"
              + ENGINE_NAME
              + "} + {stage_ends_s}");
  static final Term NO_SEND = Term.input("send_s", "s", "one stage, nothing to send");
  static final Term CHUNKS =
      Term.input("chunks", "", "chunks of layers of a stage, each with sends of its own");
  private static final String SENDS = "2 * ({stage_exchange_s} + {pipeline_sync_s}) * {chunks}";
  static final Term SEND_WHOLE =
      Term.of("send_s", "s", "sends between stages per micro-batch, forward and backward", SENDS);
  static final Term SEND_HIDDEN =
      Term.of(
          "send_s",
          "s",
          "sends between stages per micro-batch that nothing hides",
          SENDS + " * {pipeline_exposed_share}");
  static final Term PER_MICRO_BATCH =
      Term.of(
          "per_micro_batch_s",
          "s",
          "one micro-batch",
          "{slowest_stage_s} + {send_s} + {offload_s} + {sharded_parameters_s}");
  static final Term NO_OFFLOAD = Term.input("offload_s", "s", "activations stay in device memory");
  static final Term STAGE_FORWARD =
      Term.of(
          "stage_forward_s",
          "s",
          "forward pass of the slowest stage's layers",
          "{stage_layers} * {average_forward_s}");
  static final Term STAGE_BACKWARD =
      Term.of(
          "stage_backward_s",
          "s",
          "backward pass of the slowest stage's layers, repeated work included",
          "{stage_layers} * {average_backward_s}");
  static final Term AVERAGE_FORWARD =
      Term.input("average_forward_s", "s", "forward pass of a layer, average over kinds");
  static final Term AVERAGE_BACKWARD =
      Term.input("average_backward_s", "s", "backward pass with repeated work, the same");
  static final Term STAGES = Term.input("stages", "", "pipeline stages");
  static final Term BUBBLE =
      Term.of(
          "bubble_s",
          "s",
          "idle time of the pipeline",
          "max(0, ({layers} * {average_layer_s} + {head_s} + {embedding_s}"
              + " + ({stages} - 1) * {send_s} - {slowest_stage_s}) * {bubble_factor})");
  static final Term NO_BUBBLE = Term.input("bubble_s", "s", "no pipeline, no idle time");
  static final Term MICRO_BATCHES =
      Term.input("micro_batches", "", "micro-batches per replica and step");
  static final Term GPUS = Term.input("gpus", "", "GPUs of the job");
  static final Term RANKS_IN_STEP =
      Term.input("ranks_in_step", "", "ranks of a node, which run in step anyway");
  static final Term STRAGGLER =
      Term.of(
              "straggler_share",
              "",
              "expected wait for the slowest of all nodes",
              "{rank_jitter} * sqrt(2 * ln(max(1, {gpus} / {ranks_in_step})))")
          .from("expected maximum of independent normal times");
  static final Term STEP =
      Term.of(
          "step_s",
          "s",
          "one training step",
          "({micro_batches} * {per_micro_batch_s} + {bubble_s} + {data_parallel_s}"
              + " + {optimizer_s}) * (1 + {straggler_share})");

  private StepTerms() {}

  private static Term stageEnds(String meaning, String formula) {
    return Term.of("stage_ends_s", "s", meaning, formula);
  }

  /** The average over kinds of layers. */
  static Term average(int kinds) {
    StringBuilder sum = new StringBuilder("{layers_0_s}");
    for (int kind = 1; kind < kinds; kind++) {
      sum.append(" + {layers_").append(kind).append("_s}");
    }
    return Term.of(
        "average_layer_s",
        "s",
        "one layer, one micro-batch, average over kinds of layers",
        "(" + sum + ") / {model_layers} + {" + ENGINE_NAME + "}");
  }
}
