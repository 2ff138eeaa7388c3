package io.busbar.model.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Finding;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.hardware.Gpu;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingRequestTest {
  private static final Shape SHAPE =
      Shape.of("A training set-up.", TrainingShape.keys().toArray(Key<?>[]::new));

  private final Problems problems = new Problems();
  private final List<Finding> findings = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({"BF16, 4, 12, 18", "FP16, 2, 16, 20", "FP32, 4, 8, 16", "FP8, 4, 12, 18"})
  void states_take_the_bytes_per_parameter_that_megatron_documents(
      Precision compute, double gradients, double optimizer, double all) {
    Numerics n = Numerics.of(compute);
    double weights = compute == Precision.FP32 ? 4 : 2;

    assertThat(n.gradientBytes()).isEqualTo(gradients);
    assertThat(n.gradientReduceBytes()).isEqualTo(gradients);
    assertThat(n.optimizerBytes()).isEqualTo(optimizer);
    assertThat(weights + n.gradientBytes() + n.optimizerBytes()).isEqualTo(all);
  }

  @Test
  void formats_that_are_given_stand() {
    Numerics n =
        bind("precision: {compute: bf16, gradients: bf16, parameter_gather: fp8, optimizer:"
                + " adam-bf16}")
            .numerics();

    assertThat(n).isEqualTo(new Numerics(Precision.BF16, 2, 2, 1, 8));
  }

  @Test
  void buckets_follow_what_is_shared() {
    TrainingRequest r = bind("parallelism: {tp: 1, pp: 1}");

    assertThat(bucket(r, Sharding.NONE, 64)).isEqualTo(25L << 20);
    assertThat(bucket(r, Sharding.OPTIMIZER, 8)).isEqualTo(40_000_000L * 4);
    assertThat(bucket(r, Sharding.GRADIENTS, 1000)).isEqualTo(1_000_000_000L * 4);
    assertThat(bucket(r, Sharding.PARAMETERS, 64)).isZero();
    TrainingRequest given = bind("parallelism: {tp: 1, pp: 1}\noverlap: {bucket: 100MB}");
    assertThat(bucket(given, Sharding.NONE, 64)).isEqualTo(100_000_000);
  }

  @Test
  void what_a_layout_cannot_overlap_is_dropped() {
    TrainingRequest r =
        bind(
            "overlap: {tensor: true, pipeline: true, experts: true, parameters: true}\n"
                + "batch: {global_batch: 512}");

    Overlap plain = overlap(r, layout(1, 4, PipelineSchedule.ONE_F_ONE_B, 1, Sharding.NONE));
    assertThat(plain.tensor() || plain.pipeline() || plain.experts() || plain.parameters())
        .isFalse();
    Overlap fine = overlap(r, layout(8, 4, PipelineSchedule.INTERLEAVED, 5, Sharding.OPTIMIZER));
    assertThat(fine.tensor() && fine.pipeline() && fine.parameters()).isTrue();
    assertThat(fine.experts()).isFalse();
  }

  @Test
  void a_layout_is_open_until_tp_and_pp_are_given() {
    assertThat(LayoutRequest.free().isOpen()).isTrue();
    assertThat(bind("parallelism: {tp: 8}\nbatch: {global_batch: 8}").layout().isOpen()).isTrue();
    assertThat(bind("parallelism: {tp: 8, pp: 4}").layout().isOpen()).isFalse();
  }

  @Test
  void an_open_layout_admits_what_keeps_to_its_fixed_part() {
    LayoutRequest eight = bind("parallelism: {tp: 8, sharding: zero1}").layout();

    assertThat(eight.admits(layout(8, 2, PipelineSchedule.GPIPE, 1, Sharding.OPTIMIZER))).isTrue();
    assertThat(eight.admits(layout(4, 2, PipelineSchedule.GPIPE, 1, Sharding.OPTIMIZER))).isFalse();
    assertThat(eight.admits(layout(8, 2, PipelineSchedule.GPIPE, 1, Sharding.NONE))).isFalse();
    assertThat(
            LayoutRequest.free().admits(layout(3, 5, PipelineSchedule.DUAL_PIPE, 1, Sharding.NONE)))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "ddp, NONE",
    "none, NONE",
    "zero1, OPTIMIZER",
    "optimizer, OPTIMIZER",
    "zero2, GRADIENTS",
    "gradients, GRADIENTS",
    "zero3, PARAMETERS",
    "fsdp, PARAMETERS",
    "parameters, PARAMETERS"
  })
  void sharding_answers_to_the_names_of_the_field(String name, Sharding meant) {
    assertThat(bind("parallelism: {sharding: " + name + "}").layout().sharding()).isEqualTo(meant);
  }

  @Test
  void hsdp_is_sharded_parameters_in_a_group() {
    LayoutRequest hsdp = bind("parallelism: {sharding: hsdp, shard_group: 8}").layout();

    assertThat(hsdp.sharding()).isEqualTo(Sharding.PARAMETERS);
    assertThat(hsdp.shardGroup()).isEqualTo(8);
  }

  @Test
  void any_order_of_the_axes_is_read() {
    assertThat(bind("parallelism: {order: 'dp, pp,tp,cp,ep'}").layout().order())
        .containsExactly(GroupAxis.DP, GroupAxis.PP, GroupAxis.TP, GroupAxis.CP, GroupAxis.EP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tp,cp,ep,pp", "tp,tp,ep,pp,dp", "tp,cp,ep,pp,xp", "tp,cp,ep,pp,dp,", ""})
  void an_order_names_every_axis_once(String order) {
    read("parallelism: {order: '" + order + "'}");

    assertThat(problems.list()).extracting(Problem::key).containsExactly("parallelism.order");
  }

  @ParameterizedTest
  @CsvSource({
    "4194304, 4194304",
    "4Mi, 4194304",
    "4_194_304, 4194304",
    "4096Ki, 4194304",
    "4.194304M, 4194304",
    "0.004194304G, 4194304",
    "0.004194304B, 4194304"
  })
  void tokens_are_read_with_decimal_and_binary_prefixes(String text, long tokens) {
    assertThat(bind("batch: {sequence: 8192, global_tokens: " + text + "}").tokens())
        .isEqualTo(tokens);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-1", "4.5", "1e6", "4 million", "0x10", "999999999999999999G", ".inf"})
  void anything_else_is_no_count_of_tokens(String text) {
    read("batch: {global_tokens: " + text + "}");

    assertThat(problems.list()).extracting(Problem::key).containsExactly("batch.global_tokens");
  }

  @Test
  void the_recompute_share_and_adapters_reach_the_training() {
    Parallelism p = layout(1, 1, PipelineSchedule.ONE_F_ONE_B, 1, Sharding.OPTIMIZER);
    Training t =
        bind("recompute: full\nrecompute_share: 25%\ntrained: adapters\nbatch: {global_batch: 8}")
            .with(p, 1, Recompute.FULL);

    assertThat(t.recomputeShare()).isEqualTo(0.25);
    assertThat(t.trained()).isEqualTo(Trained.ADAPTERS);
  }

  @Test
  void without_model_and_cluster_the_rest_is_still_checked() {
    read("parallelism: {tp: 8, pp: 4, dp: 2}\nbatch: {global_tokens: 5}\noffload: cpu");

    assertThat(problems.list())
        .extracting(Problem::key)
        .containsExactly("offload", "batch.global_tokens");
  }

  @ParameterizedTest
  @CsvSource({"64, 512", "96, 576", "288, 576", "56, 448", "800000, 100000"})
  void an_assumed_batch_leaves_an_open_layout_many_splits(long gpus, long sequences) {
    assertThat(Objects.requireNonNull(read("{}", null, gpus)).globalBatch()).isEqualTo(sequences);
  }

  @Test
  void an_assumed_batch_fills_the_schedule_that_was_asked_for() {
    String dual = "parallelism: {tp: 1, pp: 8, schedule: dual-pipe}\nbatch: {sequence: 131072}";

    assertThat(bind(dual).globalBatch()).isEqualTo(2 * 8 * 8);
    assertThat(bind("parallelism: {tp: 1, pp: 8, virtual_stages: 2}").globalBatch()).isEqualTo(512);
  }

  @ParameterizedTest
  @CsvSource({"v100-sxm-32gb, FP16", "a100-sxm-80gb, BF16", "h100-sxm, BF16"})
  void products_are_in_bf16_where_the_gpu_has_it(String gpu, Precision usual) {
    Gpu known = Catalog.standard().gpu(gpu, Position.of("test"), problems);

    assertThat(Objects.requireNonNull(read("{}", known, 64)).numerics().compute()).isEqualTo(usual);
    assertThat(problems.list()).isEmpty();
  }

  private TrainingRequest bind(String text) {
    TrainingRequest request = read(text);
    assertThat(problems.list()).isEmpty();
    return Objects.requireNonNull(request);
  }

  private @Nullable TrainingRequest read(String text) {
    return read(text, null, 64);
  }

  private @Nullable TrainingRequest read(String text, @Nullable Gpu gpu, long gpus) {
    Tree.Mapping root =
        (Tree.Mapping) TreeReader.parse("t.yaml", text.getBytes(StandardCharsets.UTF_8));
    return TrainingBinder.bind(
        root, SHAPE.read(root, problems), null, null, gpu, gpus, problems, findings);
  }

  private static long bucket(TrainingRequest r, Sharding sharding, int dp) {
    Parallelism p =
        new Parallelism(
            1,
            false,
            1,
            PipelineSchedule.ONE_F_ONE_B,
            1,
            1,
            ContextParallel.RING,
            1,
            1,
            dp,
            sharding,
            0,
            Parallelism.DEFAULT_ORDER);
    return overlap(r, p).bucketBytes();
  }

  private static Overlap overlap(TrainingRequest r, Parallelism p) {
    return r.with(p, 1, Recompute.NONE).overlap();
  }

  private static Parallelism layout(
      int tp, int pp, PipelineSchedule schedule, int v, Sharding sharding) {
    return new Parallelism(
        tp,
        tp > 1,
        pp,
        schedule,
        v,
        1,
        ContextParallel.RING,
        1,
        1,
        4,
        sharding,
        0,
        Parallelism.DEFAULT_ORDER);
  }
}
