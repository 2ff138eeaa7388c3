package io.busbar.plan.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Finding;
import io.busbar.formats.launch.Launch;
import io.busbar.formats.launch.LaunchReader;
import io.busbar.formats.tree.Tree;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.plan.input.PlanFile;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LaunchPlansTest {
  /** Every dense dimension, in arrays, with SLURM's head. */
  private static final String MEGATRON =
      """
      #!/bin/bash
      #SBATCH --nodes=16
      #SBATCH --gres=gpu:8
      TP=8
      MODEL=(--num-layers 80 --hidden-size 8192 --ffn-hidden-size 28672 --num-attention-heads 64
        --group-query-attention --num-query-groups 8 --swiglu --normalization RMSNorm
        --untie-embeddings-and-output-weights --disable-bias-linear --vocab-size 128256
        --position-embedding-type rope --max-position-embeddings 8192)
      PARALLEL="--tensor-model-parallel-size ${TP} --pipeline-model-parallel-size 4
        --num-layers-per-virtual-pipeline-stage 5 --sequence-parallel
        --use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather"
      srun torchrun --nnodes $SLURM_NNODES --nproc-per-node 8 pretrain_gpt.py "${MODEL[@]}" \\
        $PARALLEL --bf16 --seq-length 8192 --micro-batch-size 1 --global-batch-size 512 \\
        --recompute-granularity selective --lr 1.0e-5 --foo 3 --data-path $DATA --ddp-bucket-size $BUCKET
      """;

  private static LaunchedPlan launched(
      String name, String text, @Nullable String cluster, Problems problems) {
    Launch launch =
        Objects.requireNonNull(LaunchReader.read(name, text, LaunchPlans::knows, other -> null));
    return LaunchPlans.of(
        launch,
        cluster == null ? null : new Tree.Scalar(Position.of("--cluster"), cluster, true),
        problems);
  }

  private static PlanFile plan(
      String name, String text, @Nullable String cluster, String... options) {
    Problems problems = new Problems();
    LaunchedPlan plan = launched(name, text, cluster, problems);
    Map<String, Tree.Scalar> above =
        options.length == 0
            ? Map.of()
            : Map.of(options[0], new Tree.Scalar(Position.of("--" + options[0]), options[1], true));
    return PlanFile.of(plan.plan(), above, plan.findings(), problems);
  }

  private static List<String> problems(String name, String text, @Nullable String cluster) {
    try {
      plan(name, text, cluster);
      return List.of();
    } catch (InputException e) {
      return e.problems().stream().map(Problem::toString).toList();
    }
  }

  private static Parallelism layout(PlanFile plan) {
    return Objects.requireNonNull(plan.layout());
  }

  @Test
  void a_slurm_script_is_the_plan_that_it_starts() {
    PlanFile plan = plan("job.sh", MEGATRON, "dgx-h100");
    assertThat(plan.cluster().nodes()).isEqualTo(16);
    // Llama 3 70B, with the embedding padded to 128 x 8 rows: 768 more rows, twice.
    assertThat(plan.model().parameters().total()).isEqualTo(70_553_706_496L + 2L * 768 * 8192);
    assertThat(layout(plan).tp()).isEqualTo(8);
    assertThat(layout(plan).schedule()).isEqualTo(PipelineSchedule.INTERLEAVED);
    assertThat(layout(plan).virtualStages()).isEqualTo(4);
    assertThat(layout(plan).sharding()).isEqualTo(Sharding.OPTIMIZER);
    assertThat(layout(plan).dp()).isEqualTo(4);
    assertThat(plan.training().numerics().compute()).isEqualTo(Precision.BF16);
    assertThat(plan.training().recompute()).isEqualTo(Recompute.SELECTIVE);
    assertThat(plan.training().globalBatch()).isEqualTo(512);
  }

  @Test
  void what_was_not_understood_is_listed_with_its_line() {
    LaunchedPlan plan = launched("job.sh", MEGATRON, "dgx-h100", new Problems());
    assertThat(plan.understanding().unknown().getFirst().line())
        .startsWith("job.sh:14:")
        .contains("foo 3");
    assertThat(plan.understanding().open().getFirst().line()).contains("ddp-bucket-size $BUCKET");
    assertThat(plan.findings().stream().map(Finding::title))
        .anyMatch(title -> title.contains("1 setting not understood"))
        .anyMatch(title -> title.startsWith("read from a launch script (Megatron's settings): "));
  }

  @Test
  void a_contradiction_is_a_problem_with_both_places() {
    String both =
        MEGATRON
            .replace("--bf16", "--bf16 --fp16")
            .replace("--lr", "--tensor-model-parallel-size 3 --lr");
    assertThat(problems("job.sh", both, "dgx-h100"))
        .anyMatch(p -> p.startsWith("job.sh:13:") && p.contains("contradicts bf16 at job.sh:13:"))
        .anyMatch(p -> p.startsWith("job.sh:14:") && p.contains("parallelism.tp"));
  }

  @Test
  void a_machine_that_nobody_names_is_asked_for() {
    assertThat(problems("job.sh", MEGATRON, null))
        .singleElement()
        .asString()
        .contains("it starts 16 nodes of 8 GPUs", "add --cluster");
    String named = MEGATRON.replace("gpu:8", "gpu:h100:8");
    assertThat(plan("job.sh", named, null).cluster().name()).isEqualTo("dgx-h100:16");
  }

  @Test
  void deepspeed_needs_a_model_beside_it() {
    String json =
        """
        {"train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 2,
         "bf16": {"enabled": true}, "zero_optimization": {"stage": 3, "overlap_comm": true},
         "optimizer": {"type": "AdamW", "params": {"lr": 1e-5}}}
        """;
    PlanFile plan = plan("ds_config.json", json, "dgx-h100:2", "model", "llama3-8b");
    assertThat(layout(plan).sharding()).isEqualTo(Sharding.PARAMETERS);
    assertThat(plan.training().globalBatch()).isEqualTo(4 * 2 * 16);
    assertThat(problems("ds_config.json", json, "dgx-h100"))
        .singleElement()
        .asString()
        .contains("model");
  }

  @Test
  void a_configuration_that_a_script_writes_is_read_where_it_stands() {
    String script =
        """
        cat <<EOF > ds.json
        {"train_micro_batch_size_per_gpu": 2,
         "zero_optimization": {"stage": 9}}
        EOF
        deepspeed --num_gpus 8 train.py --model_name_or_path meta-llama/Meta-Llama-3-8B \\
          --deepspeed ds.json --bf16 True --max_seq_length 4096
        """;
    assertThat(problems("job.sh", script, "dgx-h100"))
        .singleElement()
        .asString()
        .startsWith("job.sh:3:")
        .contains("parallelism.sharding", "'9'");
    PlanFile plan = plan("job.sh", script.replace("9}", "2}"), "dgx-h100");
    assertThat(plan.model().name()).isEqualTo("llama3-8b");
    assertThat(layout(plan).sharding()).isEqualTo(Sharding.GRADIENTS);
  }

  @Test
  void training_arguments_and_accelerate_are_read() {
    String yaml =
        """
        model_name_or_path: meta-llama/Meta-Llama-3-8B-Instruct
        finetuning_type: lora
        per_device_train_batch_size: 2
        gradient_accumulation_steps: 8
        gradient_checkpointing: true
        cutoff_len: 4096
        bf16: true
        """;
    PlanFile plan = plan("train.yaml", yaml, "dgx-h100");
    assertThat(plan.training().globalBatch()).isEqualTo(2 * 8 * 8);
    assertThat(plan.training().sequence()).isEqualTo(4096);
    assertThat(plan.training().recompute()).isEqualTo(Recompute.FULL);
  }

  @Test
  void megatron_names_in_yaml_are_the_same_settings() {
    String yaml =
        """
        model:
          tensor_model_parallel_size: 2
          sequence_parallel: true
          seq_length: 4096
          recompute_granularity: null
        train:
          global_batch_size: 64
          micro_batch_size: 1
        mixed_precision: bf16_mixed
        """;
    PlanFile plan = plan("bridge.yaml", yaml, "dgx-h100", "model", "llama3-8b");
    assertThat(layout(plan).tp()).isEqualTo(2);
    assertThat(layout(plan).sequenceParallel()).isTrue();
    assertThat(plan.training().globalBatch()).isEqualTo(64);
  }

  @Test
  void torchtitan_overrides_are_read() {
    String script =
        "torchrun --nnodes 8 --nproc_per_node 8 -m torchtitan.train --model.name llama3"
            + " --model.flavor 8B --training.local_batch_size 2 --training.seq_len 8192"
            + " --parallelism.tensor_parallel_degree 2 --activation_checkpoint.mode selective"
            + " --activation_checkpoint.selective_ac_option op --compile.enable\n";
    PlanFile plan = plan("job.sh", script, "dgx-h100");
    assertThat(plan.cluster().gpus()).isEqualTo(64);
    assertThat(layout(plan).sharding()).isEqualTo(Sharding.PARAMETERS);
    assertThat(plan.training().globalBatch()).isEqualTo(64);
    assertThat(plan.training().recompute()).isEqualTo(Recompute.PER_OPERATION);
  }

  @Test
  void a_plan_file_is_not_taken_for_a_launch() {
    assertThat(
            LaunchReader.read(
                "plan.yaml",
                "model: llama3-8b\ncluster: dgx-h100\n",
                LaunchPlans::knows,
                o -> null))
        .isNull();
  }
}
