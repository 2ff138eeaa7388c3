package io.busbar.plan.memory;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Quality;
import io.busbar.base.explain.Term;

/**
 * The quantities of the memory model that do not depend on how many kinds of layers there are;
 * {@link GroupTerms} has the others. Names of two forms of one quantity are equal: one of them is
 * put. Constants only.
 */
final class MemoryTerms {
  private static final String KORTHIKANTI = "Korthikanti et al. 2022, section 4";
  private static final String MEGATRON_OPTIMIZER = "Megatron-Core distributed optimizer";
  private static final String MEGATRON_ESTIMATE = "Megatron-Core theoretical memory report";
  private static final String DEEPSPEED = "DeepSpeed runtime/zero/stage_1_and_2, bf16_optimizer";
  private static final String TORCH_FSDP = "PyTorch FSDP2 documentation";

  // The layout.
  static final Term TP = Term.input("tp", "", "tensor-parallel ranks");
  static final Term CP = Term.input("cp", "", "context-parallel ranks");
  static final Term EP = Term.input("ep", "", "expert-parallel ranks");
  static final Term ETP = Term.input("etp", "", "tensor-parallel ranks inside an expert");
  static final Term SEQUENCE_SPLIT =
      Term.input("sequence_split", "", "ranks that split norms and residuals along the sequence");
  static final Term SHARD_RANKS =
      Term.input("shard_ranks", "", "ranks that share the states of what all tokens pass");
  static final Term EXPERT_SHARD_RANKS =
      Term.input("expert_shard_ranks", "", "ranks that share the states of experts");
  static final Term SEQUENCE = Term.input("sequence", "", "tokens of a sequence");
  static final Term MICRO_BATCH = Term.input("micro_batch", "", "sequences of a micro-batch");
  static final Term HIDDEN = Term.input("hidden", "", "width of the residual stream");
  static final Term TOKENS =
      Term.of(
          "tokens", "", "tokens of a micro-batch on a rank", "{sequence} * {micro_batch} / {cp}");

  // Parameters of the stage.
  static final Term SPLIT =
      Term.input("split_parameters", "", "parameters of the stage that tensor parallelism splits");
  static final Term REPLICATED =
      Term.input("replicated_parameters", "", "parameters of the stage that every rank holds");
  static final Term ROUTED =
      Term.input("routed_parameters", "", "parameters of the stage's routed experts");
  static final Term DENSE_ON_RANK =
      Term.of(
          "dense_rank_parameters",
          "",
          "parameters on a rank without experts",
          "{split_parameters} / {tp} + {replicated_parameters}");
  static final Term EXPERTS_ON_RANK =
      Term.of(
          "expert_rank_parameters",
          "",
          "parameters of experts on a rank",
          "{routed_parameters} / ({ep} * {etp})");
  static final Term ON_RANK =
      Term.of(
          "rank_parameters",
          "",
          "parameters that a rank computes with",
          "{dense_rank_parameters} + {expert_rank_parameters}");
  static final Term SHARD =
      Term.of(
              "shard_parameters",
              "",
              "parameters whose shared states a rank keeps",
              "{dense_rank_parameters} / {shard_ranks}"
                  + " + {expert_rank_parameters} / {expert_shard_ranks}")
          .from(MEGATRON_OPTIMIZER);
  static final Term LARGEST_LAYER =
      Term.input("largest_layer_parameters", "", "parameters of the largest layer on a rank");
  static final Term LARGEST_TENSOR =
      Term.input("largest_tensor_parameters", "", "parameters of the largest tensor on a rank");
  static final Term ROOT =
      Term.input("root_parameters", "", "parameters of embedding and output on a rank");

  // Bytes per element.
  static final Term WEIGHT_WIDTH =
      Term.constant(
          "weight_width",
          "B",
          "bytes per weight, FP8 with the copies that its products need",
          "Transformer Engine: FP8 products on Hopper have one layout only");
  static final Term GRADIENT_WIDTH =
      Term.input("gradient_width", "B", "bytes per gradient until the optimizer step");
  static final Term OPTIMIZER_WIDTH =
      Term.input("optimizer_width", "B", "bytes of optimizer states per parameter");
  static final Term COPY_WIDTH =
      Term.input("gradient_copy_width", "B", "bytes of the FP32 copy of a 16-bit gradient");
  static final Term BUCKET_WIDTH =
      Term.input("bucket_width", "B", "bytes per gradient in a bucket");
  static final Term GATHERED_WIDTH =
      Term.input("gathered_width", "B", "bytes per gathered parameter");
  static final Term MASTER_WIDTH =
      Term.constant("master_width", "B", "bytes per FP32 element", "FP32");
  static final Term LARGEST_KEPT =
      Term.input("largest_kept_layer_bytes", "B", "what the largest layer keeps of a micro-batch");
  static final Term ON_DEVICE =
      Term.of(
          "activations_bytes",
          "B",
          "activations on the GPU while the rest is in host memory: a layer that computes, one in"
              + " transfer",
          "2 * {largest_kept_layer_bytes}");
  static final Term ACTIVATION_WIDTH = Term.input("activation_width", "B", "bytes per activation");
  static final Term INPUT_WIDTH =
      Term.input("input_width", "B", "bytes per kept input of a linear layer");
  static final Term NORMED_WIDTH =
      Term.input(
          "normed_width", "B", "bytes per kept result of a norm or activation; 0 if recomputed");
  static final Term COPY_OF_OUTPUT_WIDTH =
      Term.input("output_copy_width", "B", "bytes per quantised input of the output projection");
  static final Term COMBINED_WIDTH =
      Term.input("combined_width", "B", "bytes per kept element of an expert's result");
  static final Term MASK_WIDTH =
      Term.input("mask_width", "B", "bytes per element of dropout masks");
  static final Term SCORE_WIDTH =
      Term.constant("score_width", "B", "bytes kept per score of attention", KORTHIKANTI);
  static final Term LOGIT_WIDTH =
      Term.constant("logit_width", "B", "bytes per logit in the loss", MEGATRON_ESTIMATE);

  // States.
  static final Term WEIGHTS =
      Term.of("weight_bytes", "B", "weights", "{weight_width} * {rank_parameters}")
          .from(MEGATRON_OPTIMIZER);
  static final Term WEIGHT_SHARD =
      Term.of("weight_bytes", "B", "shard of the weights", "{master_width} * {shard_parameters}")
          .from(TORCH_FSDP);
  static final Term GRADIENTS =
      Term.of("gradient_bytes", "B", "gradients", "{gradient_width} * {rank_parameters}")
          .from(MEGATRON_OPTIMIZER);
  static final Term GRADIENT_SHARD =
      Term.of(
              "gradient_bytes",
              "B",
              "shard of the gradients",
              "{gradient_width} * {shard_parameters}")
          .from("Rajbhandari et al. 2020 (ZeRO)");
  static final Term OPTIMIZER =
      Term.of("optimizer_bytes", "B", "optimizer states", "{optimizer_width} * {shard_parameters}")
          .from(MEGATRON_OPTIMIZER);

  static final Term NO_BUCKETS = Term.input("bucket_bytes", "B", "no buckets beside the gradients");
  static final Term BUCKETS =
      Term.of(
              "bucket_bytes",
              "B",
              "reduce and gather buckets, FP32 cast of the largest gradient",
              "2 * min({bucket_elements}, {rank_parameters}) * {bucket_width}"
                  + " + {master_width} * {largest_tensor_parameters}")
          .from(DEEPSPEED);

  static final Term NOT_GATHERED = Term.input("gathered_bytes", "B", "nothing is gathered");
  static final Term ROOT_GATHERED =
      Term.of(
              "gathered_bytes",
              "B",
              "embedding and output, gathered through the step",
              "{activation_width} * {root_parameters}")
          .from(TORCH_FSDP);
  static final Term STAGE_GATHERED =
      Term.of(
              "gathered_bytes",
              "B",
              "the stage's weights and its gradients until they are reduced",
              "({gathered_width} + {gradient_width}) * {rank_parameters}")
          .from("torchtitan pipeline parallel with FSDP2: one gather and one reduction per step");
  static final Term LAYER_GRADIENT =
      Term.of(
              "gathered_bytes",
              "B",
              "gradients of one layer until they are reduced",
              "{gradient_width} * {largest_layer_parameters}")
          .from("Rajbhandari et al. 2020 (ZeRO)");

  // Activations.
  static final Term IN_FLIGHT =
      Term.constant(
          "in_flight",
          "",
          "micro-batches whose activations are kept",
          "Narayanan et al. 2021; Qi et al. 2023; DeepSeek-V3 report");
  static final Term STAGE_OUTPUT =
      Term.of(
          "stage_output_bytes",
          "B",
          "output of the stage, kept for its backward pass",
          "{activation_width} * {tokens} * {hidden} / {sequence_split}");

  // Within a layer.
  static final Term STREAM = Term.input("stream", "", "inputs of norms, per token");
  static final Term NORMED = Term.input("normed", "", "results of norms, per token");
  static final Term MASKED = Term.input("masked", "", "elements that dropout masks, per token");
  static final Term MIXED =
      Term.input("mixed", "", "queries, keys, values and result of attention, per token");
  static final Term OUTPUT = Term.input("mixer_output", "", "result of attention, per token");
  static final Term SCORES = Term.input("scores", "", "scores of attention, per token");
  static final Term INNER = Term.input("inner", "", "results of the first products, per token");
  static final Term ACTIVATED = Term.input("activated", "", "input of the last product, per token");
  static final Term ACTIVE = Term.input("active", "", "routed experts per token");
  static final Term EXPERT_INNER =
      Term.input("expert_inner", "", "results of the first products of an expert, per token");
  static final Term EXPERT_ACTIVATED =
      Term.input("expert_activated", "", "input of the last product of an expert, per token");
  static final Term HALF_PRODUCTS =
      Term.input("half_products", "", "results of every other matrix product, per token");
  static final Term WIDEST =
      Term.input("widest", "", "widest gradient within a layer on a rank, per token");
  static final Term KEY_VALUES = Term.input("key_values", "", "keys and values, per token");

  static final Term LAYER_WORK =
      Term.of(
          "layer_work_bytes",
          "B",
          "gradient of the widest tensor; input of a layer and its gradient, gathered",
          "{activation_width} * {tokens} * ({widest} + 2 * {hidden})");
  static final Term NOT_RECOMPUTED =
      Term.input("recomputed_bytes", "B", "nothing is computed again");
  static final Term RECOMPUTED =
      Term.of(
          "recomputed_bytes",
          "B",
          "what one layer computes again",
          "{whole_layer_bytes} - {kept_layer_bytes}");
  static final Term RECOMPUTED_WHOLE =
      Term.of("recomputed_bytes", "B", "one layer, computed again whole", "{whole_layer_bytes}");
  static final Term NO_CONTEXT =
      Term.input("context_exchange_bytes", "B", "no exchange of context");
  static final Term RING =
      Term.of(
              "context_exchange_bytes",
              "B",
              "keys, values and their gradients: the block in use and the next one",
              "4 * {activation_width} * {tokens} * {key_values} / {tp}")
          .from("Liu et al. 2023 (ring attention)");
  static final Term ALL_GATHER =
      Term.of(
              "context_exchange_bytes",
              "B",
              "keys, values and their gradients of the whole sequence",
              "2 * {activation_width} * {tokens} * {cp} * {key_values} / {tp}")
          .from("Llama 3 report, context parallelism");
  static final Term ALL_TO_ALL =
      Term.of(
              "context_exchange_bytes",
              "B",
              "queries, keys, values and result before or after their exchange",
              "{activation_width} * {tokens} * {mixed} / {tp}")
          .from("Jacobs et al. 2023 (Ulysses)");
  static final Term NO_DISPATCH = Term.input("expert_exchange_bytes", "B", "no exchange of tokens");
  static final Term DISPATCH =
      Term.of(
          "expert_exchange_bytes",
          "B",
          "copies of tokens for experts, as sent and as received",
          "{activation_width} * {tokens} / {sequence_split} * {active} * {hidden} * (1 + {etp})");

  // The three moments.
  static final Term NO_LOSS = Term.input("loss_bytes", "B", "the stage computes no loss");
  static final Term VOCABULARY = Term.input("vocabulary", "", "rows of the output projection");
  static final Term LOSSES = Term.input("losses", "", "predictions per token");
  static final Term LOSS =
      Term.of(
              "loss_bytes",
              "B",
              "logits and their gradient; input of the output projection and its gradient",
              "{losses} * {logit_width} * {tokens} * {vocabulary} / {tp}"
                  + " + 2 * {activation_width} * {tokens} * {hidden}")
          .from(MEGATRON_ESTIMATE);
  static final Term NO_BLOCKS =
      Term.input("gathered_layer_bytes", "B", "no layers are gathered for the backward pass");
  static final Term BLOCKS =
      Term.of(
              "gathered_layer_bytes",
              "B",
              "the layer in use and the next one, gathered; gradient of one",
              "(2 * {gathered_width} + {activation_width}) * {largest_layer_parameters}")
          .from(TORCH_FSDP);
  static final Term LOSS_MOMENT =
      Term.of(
          "loss_moment_bytes",
          "B",
          "activations and loss of the last micro-batch",
          "{activation_bytes} + {loss_bytes}");
  static final Term BACKWARD_MOMENT =
      Term.of(
          "backward_moment_bytes",
          "B",
          "activations and work space of the backward pass",
          "{activation_bytes} + {backward_bytes} + {gathered_layer_bytes}");
  static final Term STEP_MOMENT =
      Term.of(
          "step_moment_bytes",
          "B",
          "work space of the optimizer step, when activations are free",
          "{gradient_copy_width} * {shard_parameters}");
  static final Term MOMENT =
      Term.of(
          "moment_bytes",
          "B",
          "the fullest moment of the step",
          "max({loss_moment_bytes}, {backward_moment_bytes}, {step_moment_bytes})");

  static final Term LOOSE =
      Term.of(
          "loose_gradient_bytes",
          "B",
          "gradients that are allocated within the step",
          "{activation_width} * {rank_parameters}");
  static final Term NOT_LOOSE =
      Term.input("loose_gradient_bytes", "B", "gradients lie in a buffer made at the start");
  static final Term RESERVE =
      Term.of(
          "reserve_bytes",
          "B",
          "allocator reserve and fragmentation",
          "{reserve_share} * ({moment_bytes} + {gathered_bytes} + {bucket_bytes}"
              + " + {loose_gradient_bytes})");
  static final Term COMMUNICATORS =
      Term.input("communicators", "", "communicators of more than one rank");
  static final Term COMMUNICATION =
      Term.of(
          "communication_bytes",
          "B",
          "buffers of communicators",
          "{communicators} * {communicator_bytes}");
  static final Term PEAK =
      Term.of(
          "peak_memory_bytes",
          "B",
          "peak on a GPU of the heaviest stage",
          "{weight_bytes} + {gradient_bytes} + {optimizer_bytes} + {bucket_bytes}"
              + " + {gathered_bytes} + {moment_bytes} + {reserve_bytes} + {context_bytes}"
              + " + {communication_bytes}");
  static final Term CAPACITY =
      Term.input("memory_capacity_bytes", "B", "device memory that software can see");
  static final Term SHARE =
      Term.of(
          "memory_share",
          "",
          "peak over device memory",
          "{peak_memory_bytes} / {memory_capacity_bytes}");

  static final Term RECOMPUTE_SHARE =
      Term.input("recompute_share", "", "part of the layers that recompute");

  private MemoryTerms() {}

  /** Notes a figure that was computed from the model or the layout without a printed formula. */
  static double derived(Ledger ledger, Term term, double value) {
    return ledger.put(term, value, Quality.COMPUTED, "");
  }
}
