package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.model.workload.LayerGroup;
import java.util.Locale;

/**
 * The terms of one evaluation, by name, and how they follow from each other. Filled by {@link
 * StepEvaluation}; not thread-safe.
 */
final class StepTerms {
  private static final Term MODEL_LAYERS =
      Term.input("model_layers", "", "layers of the model without extra prediction layers");
  private static final Term ENGINE =
      Term.input("engine_sync_s", "s", "synchronisation of the pipeline engine per layer");
  private static final Term LAYERS = Term.input("layers", "", "layers of the model");
  private static final Term STAGE_LAYERS =
      Term.input("stage_layers", "", "layers of the slowest stage");
  private static final Term STAGE_ENDS =
      Term.input("stage_ends_s", "s", "embedding, output projection and loss of that stage");
  private static final Term ENDS =
      Term.input("ends_s", "s", "embedding, output projection and loss");
  private static final Term SLOWEST =
      Term.of(
          "slowest_stage_s",
          "s",
          "work of the slowest stage on one micro-batch",
          "{stage_layers} * {average_layer_s} + {stage_ends_s}");
  private static final Term SEND =
      Term.input("send_s", "s", "sends between stages per micro-batch that nothing hides");
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
  private static final Term DATA_EACH =
      Term.input(
          "sharded_parameters_s",
          "s",
          "gathers and scatters per micro-batch that nothing hides, and the slow-down by the rest");
  private static final Term PER_MICRO_BATCH =
      Term.of(
          "per_micro_batch_s",
          "s",
          "one micro-batch",
          "{slowest_stage_s} + {send_s} + {offload_s} + {sharded_parameters_s}");
  private static final Term OFFLOAD =
      Term.input(
          "offload_s", "s", "copies of activations to host memory and back that nothing hides");
  private static final Term ON_HOST =
      Term.input(
          "optimizer_s",
          "s",
          "gradients to the host, update in its memory, weights back; nothing hidden");
  private static final Term STAGES = Term.input("stages", "", "pipeline stages");
  private static final Term BUBBLE_FACTOR =
      Term.input("bubble_factor", "", "idle time of the schedule relative to plain 1F1B");
  private static final Term BUBBLE =
      Term.of(
          "bubble_s",
          "s",
          "idle time of the pipeline",
          "max(0, ({layers} * {average_layer_s} + {ends_s} + ({stages} - 1) * {send_s}"
              + " - {slowest_stage_s}) * {bubble_factor})");
  private static final Term NO_BUBBLE = Term.input("bubble_s", "s", "no pipeline, no idle time");
  private static final Term DATA =
      Term.input(
          "data_parallel_s",
          "s",
          "gradients and parameters per step that nothing hides, and the slow-down by the rest");
  private static final Term OPTIMIZER_BYTES =
      Term.input("optimizer_traffic_bytes", "B", "states and gradients that the update moves");
  private static final Term MEMORY_RATE =
      Term.input("memory_bytes_per_s", "B/s", "device memory, achieved");
  private static final Term OPTIMIZER =
      Term.of(
          "optimizer_s",
          "s",
          "update of the weights",
          "{optimizer_traffic_bytes} / {memory_bytes_per_s}");
  private static final Term MICRO_BATCHES =
      Term.input("micro_batches", "", "micro-batches per replica and step");
  private static final Term GPUS = Term.input("gpus", "", "GPUs of the job");
  private static final Term RANKS_IN_STEP =
      Term.input("ranks_in_step", "", "ranks of a node, which run in step anyway");
  private static final Term STRAGGLER =
      Term.of(
              "straggler_share",
              "",
              "expected wait for the slowest of all nodes",
              "{rank_jitter} * sqrt(2 * ln(max(1, {gpus} / {ranks_in_step})))")
          .from("expected maximum of independent normal times");
  private static final Term STEP =
      Term.of(
          "step_s",
          "s",
          "one training step",
          "({micro_batches} * {per_micro_batch_s} + {bubble_s} + {data_parallel_s}"
              + " + {optimizer_s}) * (1 + {straggler_share})");

  int kinds;
  int modelLayers;
  double engine;
  long microBatches;
  long gpus;
  int layers;
  int stageLayers;
  int stages = 1;
  double layer;
  double head;
  double embedding;
  double stageEnds;
  double slowest;
  double send;
  double bubbleFactor;
  double bubble;
  double memoryRate;
  double optimizerBytes;
  double optimizer;
  boolean onHost;
  double offload;
  double jitter;
  double straggler;
  double perMicroBatch;
  double fixed;
  double step;
  final DataParallel data;

  StepTerms(DataParallel data) {
    this.data = data;
  }

  /** Sets the slowest stage. */
  void stage(int count, double ends) {
    stageLayers = count;
    stageEnds = ends;
    slowest = count * layer + ends;
  }

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

  void explain(Ledger ledger) {
    ledger.put(MODEL_LAYERS, modelLayers);
    ledger.put(ENGINE, engine);
    StringBuilder sum = new StringBuilder("{layers_0_s}");
    for (int kind = 1; kind < kinds; kind++) {
      sum.append(" + {layers_").append(kind).append("_s}");
    }
    ledger.put(
        Term.of(
            "average_layer_s",
            "s",
            "one layer, one micro-batch, average over kinds of layers",
            "(" + sum + ") / {model_layers} + {engine_sync_s}"),
        layer);
    ledger.put(LAYERS, layers);
    ledger.put(STAGE_LAYERS, stageLayers);
    ledger.put(STAGE_ENDS, stageEnds);
    ledger.put(ENDS, head + embedding);
    ledger.put(SLOWEST, slowest);
    ledger.put(SEND, send);
    ledger.put(OFFLOAD, offload);
    ledger.put(DATA_EACH, data.exposedPerMicroBatch + data.contentionPerMicroBatch);
    ledger.put(PER_MICRO_BATCH, perMicroBatch);
    if (stages > 1) {
      ledger.put(STAGES, stages);
      ledger.put(BUBBLE_FACTOR, bubbleFactor);
      ledger.put(BUBBLE, bubble);
    } else {
      ledger.put(NO_BUBBLE, bubble);
    }
    ledger.put(DATA, data.exposedPerStep + data.contentionPerStep);
    if (onHost) {
      ledger.put(ON_HOST, optimizer);
    } else {
      ledger.put(OPTIMIZER_BYTES, optimizerBytes);
      ledger.put(MEMORY_RATE, memoryRate);
      ledger.put(OPTIMIZER, optimizer);
    }
    ledger.put(MICRO_BATCHES, microBatches);
    ledger.put(GPUS, gpus);
    ledger.put(RANKS_IN_STEP, StepEvaluation.RANKS_IN_STEP);
    ledger.put(STRAGGLER, straggler);
    ledger.put(STEP, step);
  }
}
