package io.busbar.plan.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Choice;
import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Trained;
import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.Mixer;
import io.busbar.plan.validate.RowReader.NotExpressible;
import org.junit.jupiter.api.Test;

class RowSetupTest {
  @Test
  void replicas_take_the_gpus_that_are_left() {
    Parallelism p = Tables.setup("tp", "4", "pp", "2", "gpus", "128").training().parallelism();
    assertThat(p.dp()).isEqualTo(16);
    assertThat(p.cp()).isEqualTo(1);
  }

  @Test
  void context_parallelism_takes_what_replicas_cannot() {
    Parallelism p = Tables.setup("gpus", "64", "global_batch", "16").training().parallelism();
    assertThat(p.dp()).isEqualTo(16);
    assertThat(p.cp()).isEqualTo(4);
  }

  @Test
  void ranks_are_numbered_as_the_frameworks_do_with_stages_outermost() {
    assertThat(Tables.setup().training().parallelism().order())
        .containsExactly(GroupAxis.TP, GroupAxis.CP, GroupAxis.EP, GroupAxis.DP, GroupAxis.PP);
  }

  @Test
  void a_micro_batch_fills_8192_tokens_without_a_pipeline_and_2048_with_one() {
    assertThat(
            Tables.setup("seq_len", "2048", "global_batch", "512").training().batch().microBatch())
        .isEqualTo(4);
    assertThat(
            Tables.setup("seq_len", "1024", "global_batch", "512", "pp", "2", "vpp", "1")
                .training()
                .batch()
                .microBatch())
        .isEqualTo(2);
    assertThat(Tables.setup("micro_batch", "1", "seq_len", "1024").training().batch().microBatch())
        .isEqualTo(1);
  }

  @Test
  void stages_interleave_where_the_bubble_is_worth_it() {
    Parallelism worth =
        Tables.setup("pp", "4", "gpus", "64", "global_batch", "128").training().parallelism();
    assertThat(worth.virtualStages()).isEqualTo(8);
    assertThat(worth.schedule()).isEqualTo(PipelineSchedule.INTERLEAVED);
    Parallelism small =
        Tables.setup("pp", "4", "gpus", "64", "global_batch", "1024").training().parallelism();
    assertThat(small.virtualStages()).isEqualTo(1);
    assertThat(small.schedule()).isEqualTo(PipelineSchedule.ONE_F_ONE_B);
  }

  @Test
  void the_stack_follows_from_sharding_generation_and_kind_of_layer() {
    assertThat(stack()).isEqualTo(Stack.MEGATRON_CORE);
    assertThat(stack("sharding", "fsdp full_shard")).isEqualTo(Stack.FSDP);
    assertThat(stack("sharding", "fsdp2")).isEqualTo(Stack.FSDP_COMPILED);
    assertThat(stack("sharding", "fsdp (jax)")).isEqualTo(Stack.XLA);
    assertThat(stack("gpu", "A100-SXM-80GB")).isEqualTo(Stack.MEGATRON_CORE);
    assertThat(stack("gpu", "A100-SXM-80GB", "gated_mlp", "0")).isEqualTo(Stack.MEGATRON_2021);
  }

  private static Stack stack(String... changes) {
    return Tables.setup(changes).training().software().stack();
  }

  @Test
  void blank_sharding_is_the_distributed_optimizer_of_today_and_nothing_in_2021() {
    assertThat(Tables.setup().training().parallelism().sharding()).isEqualTo(Sharding.OPTIMIZER);
    assertThat(
            Tables.setup("gpu", "A100-SXM-80GB", "gated_mlp", "0")
                .training()
                .parallelism()
                .sharding())
        .isEqualTo(Sharding.NONE);
  }

  @Test
  void blank_recomputation_is_open_today_and_full_in_2021() {
    RowSetup today = Tables.setup();
    assertThat(today.training().recompute()).isEqualTo(Recompute.NONE);
    assertThat(today.open()).contains(Choice.RECOMPUTE);
    RowSetup old = Tables.setup("gpu", "A100-SXM-80GB", "gated_mlp", "0");
    assertThat(old.training().recompute()).isEqualTo(Recompute.FULL);
    assertThat(old.open()).doesNotContain(Choice.RECOMPUTE);
  }

  @Test
  void stated_recomputation_is_taken_and_selective_may_hold_more() {
    assertThat(Tables.setup("recompute", "none").open()).doesNotContain(Choice.RECOMPUTE);
    assertThat(Tables.setup("recompute", "full").training().recompute()).isEqualTo(Recompute.FULL);
    RowSetup selective = Tables.setup("recompute", "selective");
    assertThat(selective.training().recompute()).isEqualTo(Recompute.PER_OPERATION);
    assertThat(selective.vague()).isTrue();
  }

  @Test
  void attention_is_unfused_in_2021_and_its_kernel_follows_stack_and_release() {
    assertThat(Tables.setup("gpu", "A100-SXM-80GB", "gated_mlp", "0").training().software())
        .extracting("attention")
        .isEqualTo(AttentionKernel.UNFUSED);
    assertThat(Tables.setup("release", "25.09").training().software().attention())
        .isEqualTo(AttentionKernel.FLASH_3);
    assertThat(Tables.setup("sharding", "fsdp").training().software().attention())
        .isEqualTo(AttentionKernel.FLASH_2);
  }

  @Test
  void formats_are_told_apart() {
    assertThat(precision("FP8 rowwise")).isEqualTo(Precision.FP8_ROWWISE);
    assertThat(precision("MXFP8")).isEqualTo(Precision.MXFP8);
    assertThat(precision("NVFP4")).isEqualTo(Precision.NVFP4);
    assertThat(precision("FP8-CS")).isEqualTo(Precision.FP8);
    assertThat(precision("FP16")).isEqualTo(Precision.FP16);
    assertThat(precision("BF16")).isEqualTo(Precision.BF16);
  }

  private static Precision precision(String text) {
    return Tables.setup("precision", text).training().numerics().compute();
  }

  @Test
  void the_network_is_what_the_row_says_else_usual_for_the_generation() {
    assertThat(Tables.setup().cluster().networkBytesPerSecond()).isEqualTo(50e9);
    assertThat(
            Tables.setup("nics_per_node", "4", "nic_gbps", "200").cluster().networkBytesPerSecond())
        .isEqualTo(12.5e9);
    assertThat(Tables.setup("fabric", "EFA, 3200 Gb/s per node").cluster().networkBytesPerSecond())
        .isEqualTo(50e9);
    assertThat(Tables.setup("gpu", "A100-SXM-80GB").cluster().networkBytesPerSecond())
        .isEqualTo(25e9);
  }

  @Test
  void a_job_tiles_the_scale_up_domain_that_it_uses() {
    RowSetup setup =
        Tables.setup("gpu", "GB200", "gpus", "256", "gpus_per_node", "4", "nvlink_domain", "72");
    assertThat(setup.cluster().gpusPerDomain()).isEqualTo(64);
  }

  @Test
  void architecture_columns_make_the_model() {
    RowSetup setup =
        Tables.setup(
            "attention",
            "mla(q_lora1536,kv_lora512,nope128,rope64,v128)",
            "moe_experts",
            "64",
            "moe_topk",
            "4",
            "moe_expert_ffn",
            "1024",
            "moe_dense_layers",
            "3");
    assertThat(setup.model().layers()).extracting(LayerGroup::count).containsExactly(3, 29);
    LayerGroup last = setup.model().layers().getLast();
    assertThat(last.mixer()).isEqualTo(new Mixer.LatentAttention(32, 1536, 512, 128, 64, 128));
    assertThat(last.feedForward()).isEqualTo(new FeedForward.Experts(64, 4, 1024, 0, true));
  }

  @Test
  void windows_count_from_the_release_whose_kernels_skip_them() {
    assertThat(window("26.06")).contains(128);
    assertThat(window("25.09")).containsOnly(0);
  }

  private static Iterable<Integer> window(String release) {
    return Tables.setup("attention", "swa128 alternate", "release", release)
        .model()
        .layers()
        .stream()
        .map(group -> ((Mixer.Attention) group.mixer()).window())
        .distinct()
        .toList();
  }

  @Test
  void adapters_train_a_part_of_the_weights() {
    assertThat(Tables.setup("task", "lora").training().trained()).isEqualTo(Trained.ADAPTERS);
  }

  @Test
  void what_cannot_be_expressed_says_why() {
    assertReason("no architecture (layers, hidden, heads)", "heads", "");
    assertReason("no layout (tp, pp)", "tp", "");
    assertReason("no global_batch", "global_batch", "");
    assertReason("unknown GPU TPUv4", "gpu", "TPUv4");
    assertReason("tp x pp x cp x dp is more than the GPUs", "dp", "128");
    assertReason("ep x etp does not divide the ranks of a stage", "ep", "48");
  }

  private static void assertReason(String reason, String... changes) {
    assertThatThrownBy(() -> Tables.setup(changes))
        .isInstanceOf(NotExpressible.class)
        .hasMessage(reason);
  }
}
