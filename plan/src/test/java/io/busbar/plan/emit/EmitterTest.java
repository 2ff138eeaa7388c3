package io.busbar.plan.emit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.setting.SettingTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class EmitterTest {
  private static final List<String> PLANS =
      List.of(Plans.DENSE, Plans.REPLICATED, Plans.HYBRID, Plans.ZERO, Plans.EXPERTS);

  @TempDir Path directory;

  static Stream<Arguments> golden() {
    return Stream.of(
        Arguments.of(Framework.TORCH_DDP, Plans.REPLICATED),
        Arguments.of(Framework.TORCH_FSDP2, Plans.HYBRID),
        Arguments.of(Framework.MEGATRON, Plans.DENSE),
        Arguments.of(Framework.DEEPSPEED, Plans.ZERO));
  }

  static Stream<Arguments> all() {
    return Stream.of(Framework.values())
        .filter(framework -> framework.compareTo(Framework.SIMAI) < 0)
        .flatMap(framework -> PLANS.stream().map(plan -> Arguments.of(framework, plan)));
  }

  /** Figures of the model are left out: they move when its constants are fitted again. */
  @ParameterizedTest
  @MethodSource("golden")
  void a_plan_reads_as_its_golden_text(Framework framework, String plan) throws IOException {
    String text = withoutFigures(Emitter.emit(framework, Plans.of(plan)));
    String name = framework.cliName() + ".txt";
    if (Boolean.getBoolean("golden.rewrite")) {
      Files.writeString(Path.of("src/test/resources/emit").resolve(name), text);
    }
    try (InputStream in = EmitterTest.class.getResourceAsStream("/emit/" + name)) {
      byte[] golden = Objects.requireNonNull(in, name).readAllBytes();
      assertThat(text).isEqualTo(new String(golden, StandardCharsets.UTF_8));
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void every_text_names_version_layout_and_prediction_within_100_columns(
      Framework framework, String yaml) {
    Situation plan = Plans.of(yaml);
    Parallelism p = plan.training().parallelism();
    String text = Emitter.emit(framework, plan);
    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
    assertThat(unwrapped(text))
        .contains("Written for ", "names checked 2026-11-29 against")
        .contains("tp " + p.tp(), "pp " + p.pp(), "cp " + p.cp(), "ep " + p.ep(), "dp " + p.dp())
        .contains(
            p.schedule().written(), "on " + p.gpus() + " GPUs", "sharding " + word(p.sharding()))
        .contains(plan.training().microBatches() + " micro-batches of")
        .contains("Predicted: step " + Effects.seconds(plan.cost().step()).replace('\u00a0', ' '));
  }

  @ParameterizedTest
  @MethodSource("all")
  void every_setting_says_why_and_what_it_does(Framework framework, String yaml) {
    List<String> lines = unwrapped(Emitter.emit(framework, Plans.of(yaml))).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).strip().startsWith("# why: ")) {
        assertThat(lines.get(i + 1).strip()).startsWith("# effect: ").hasSizeGreaterThan(12);
      }
    }
    assertThat(lines.stream().filter(line -> line.contains("# why: "))).hasSizeGreaterThan(5);
  }

  @Test
  void megatron_takes_flags_and_nothing_else() {
    for (String yaml : PLANS) {
      List<String> flags = flags(Emitter.emit(Framework.MEGATRON, Plans.of(yaml)));
      assertThat(flags).allMatch(flag -> flag.matches("--[a-z0-9-]+( [A-Za-z0-9_]+)*"));
      assertThat(flags.stream().map(flag -> flag.split(" ")[0])).doesNotHaveDuplicates();
    }
  }

  @Test
  void megatron_is_told_every_dimension() {
    assertThat(flags(Emitter.emit(Framework.MEGATRON, Plans.of(Plans.DENSE))))
        .contains(
            "--tensor-model-parallel-size 8",
            "--sequence-parallel",
            "--pipeline-model-parallel-size 4",
            "--num-virtual-stages-per-pipeline-rank 5",
            "--use-tp-pp-dp-mapping",
            "--use-distributed-optimizer",
            "--global-batch-size 512",
            "--micro-batch-size 1",
            "--seq-length 8192");
    assertThat(flags(Emitter.emit(Framework.MEGATRON, Plans.of(Plans.EXPERTS))))
        .contains(
            "--context-parallel-size 2",
            "--cp-comm-type p2p",
            "--expert-model-parallel-size 8",
            "--expert-tensor-parallel-size 1");
    assertThat(flags(Emitter.emit(Framework.MEGATRON, Plans.of(Plans.HYBRID))))
        .contains(
            "--data-parallel-sharding-strategy optim_grads_params",
            "--num-distributed-optimizer-instances 8",
            "--recompute-granularity full");
  }

  @Test
  void megatron_counts_a_bucket_in_elements() {
    String yaml = Plans.DENSE + "overlap: {bucket: 256MB}\n";
    // Two bytes per gradient on the wire.
    assertThat(flags(Emitter.emit(Framework.MEGATRON, Plans.of(yaml))))
        .contains("--ddp-bucket-size 128000000");
  }

  @Test
  void one_hardware_queue_is_asked_for_where_it_is_needed() {
    String blackwell = Plans.DENSE.replace("dgx-h100", "dgx-b200");
    assertThat(Emitter.emit(Framework.MEGATRON, Plans.of(Plans.DENSE)))
        .contains("\nexport CUDA_DEVICE_MAX_CONNECTIONS=1\n");
    assertThat(Emitter.emit(Framework.MEGATRON, Plans.of(Plans.HYBRID)))
        .contains("\nunset CUDA_DEVICE_MAX_CONNECTIONS\n");
    assertThat(Emitter.emit(Framework.MEGATRON, Plans.of(blackwell)))
        .doesNotContain("\nexport CUDA_DEVICE");
  }

  @Test
  void deepspeed_json_parses_below_its_comments() {
    Tree.Mapping json = json(Emitter.emit(Framework.DEEPSPEED, Plans.of(Plans.ZERO)));
    assertThat(scalar(json, "zero_optimization.stage")).isEqualTo("2");
    assertThat(scalar(json, "zero_optimization.overlap_comm")).isEqualTo("true");
    // 200 MB of 32-bit gradients.
    assertThat(scalar(json, "zero_optimization.reduce_bucket_size")).isEqualTo("50000000");
    assertThat(scalar(json, "gradient_accumulation_steps")).isEqualTo("8");
    assertThat(scalar(json, "train_micro_batch_size_per_gpu")).isEqualTo("1");
    assertThat(scalar(json, "tensor_parallel.autotp_size")).isEqualTo("2");
    assertThat(scalar(json, "bf16.enabled")).isEqualTo("true");
    for (String yaml : PLANS) {
      assertThat(json(Emitter.emit(Framework.DEEPSPEED, Plans.of(yaml))).entries()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TORCH_DDP", "TORCH_FSDP2"})
  void python_compiles(Framework framework) throws Exception {
    assumeTrue(run("python3", "--version") == 0, "python3 is not installed");
    List<String> command = new ArrayList<>(List.of("python3", "-m", "py_compile"));
    for (String yaml : PLANS) {
      Path file = directory.resolve("emitted" + command.size() + ".py");
      Files.writeString(file, Emitter.emit(framework, Plans.of(yaml)));
      command.add(file.toString());
    }
    assertThat(run(command.toArray(String[]::new))).isZero();
  }

  @Test
  void an_effect_is_the_model_without_the_setting() {
    Situation plan = Plans.of(Plans.DENSE);
    Training t = plan.training();
    Overlap o = t.overlap();
    Situation without =
        plan.with(
            t.with(
                new Overlap(false, false, o.tensor(), o.pipeline(), o.experts(), o.bucketBytes())));
    double change = 100 * (without.cost().step() / plan.cost().step() - 1);
    String effect =
        String.format(
            Locale.ROOT,
            "step %.3f s, %.3f s without overlap (%+.2f %%)",
            plan.cost().step(),
            without.cost().step(),
            change);
    List<String> lines = unwrapped(Emitter.emit(Framework.MEGATRON, plan)).lines().toList();
    int flag = lines.indexOf("  --overlap-grad-reduce");
    assertThat(lines.subList(flag - 3, flag)).contains("  # effect: " + effect);
  }

  @Test
  void another_overlap_is_another_text() {
    Situation plan = Plans.of(Plans.DENSE);
    Overlap o = plan.training().overlap();
    Situation waiting =
        plan.with(
            plan.training()
                .with(new Overlap(false, false, false, false, o.experts(), o.bucketBytes())));
    String text = Emitter.emit(Framework.MEGATRON, waiting);
    assertThat(flags(text))
        .contains("--no-overlap-p2p-communication")
        .doesNotContain("--overlap-grad-reduce", "--overlap-param-gather", "--tp-comm-overlap");
    assertThat(text)
        .contains("# off: --overlap-grad-reduce", "# off: --tp-comm-overlap")
        .contains("as planned", "with overlap (-");
  }

  @Test
  void what_ddp_cannot_say_stands_at_the_top() {
    String text = unwrapped(Emitter.emit(Framework.TORCH_DDP, Plans.of(Plans.DENSE)));
    assertThat(text.substring(0, text.indexOf("import torch")))
        .contains("LEFT OUT OR DIFFERENT")
        .contains("- tp 8, pp 4: DDP only replicates")
        .contains("- reduce-scatter of gradients");
    String few = Plans.ZERO.replace("sharding: gradients", "sharding: none");
    assertThat(unwrapped(Emitter.emit(Framework.TORCH_DDP, Plans.of(few))))
        .contains("without them 32 replicas would be left: step ");
    assertThat(unwrapped(Emitter.emit(Framework.TORCH_DDP, Plans.of(Plans.HYBRID))))
        .contains("- sharding parameters: DDP keeps whole gradients and weights");
  }

  @Test
  void what_deepspeed_cannot_say_stands_at_the_top() {
    String staged = Plans.DENSE.replace("sharding: optimizer", "sharding: gradients");
    String text = unwrapped(Emitter.emit(Framework.DEEPSPEED, Plans.of(staged)));
    assertThat(text)
        .contains("- pp 4: in code, PipelineModule(layers, num_stages=4)")
        .contains("- schedule interleaved with 5 virtual stages")
        .contains("refuses ZeRO-2 and ZeRO-3; stage 1 is set")
        .contains("- sequence parallelism: AutoTP");
    assertThat(scalar(json(text), "zero_optimization.stage")).isEqualTo("1");
    assertThat(unwrapped(Emitter.emit(Framework.DEEPSPEED, Plans.of(Plans.EXPERTS))))
        .contains("- cp 2 ring: DeepSpeed splits sequences by all-to-all");
    assertThat(unwrapped(Emitter.emit(Framework.DEEPSPEED, Plans.of(Plans.ZERO))))
        .contains("ZeRO-2 reduces gradients on every micro-batch");
  }

  @Test
  void a_schedule_that_megatron_lacks_is_compared_with_the_one_it_runs() {
    String zeroBubble =
        Plans.DENSE.replace("schedule: interleaved, virtual_stages: 5", "schedule: zb-1p");
    String text = unwrapped(Emitter.emit(Framework.MEGATRON, Plans.of(zeroBubble)));
    assertThat(text)
        .contains("- schedule zb-1p: Megatron-LM runs 1F1B or interleaved 1F1B only")
        .contains("with " + PipelineSchedule.ONE_F_ONE_B.written() + " (+");
  }

  @Test
  void a_static_graph_is_kept_from_accumulation_and_the_last_micro_step_synchronises() {
    String accumulating = Emitter.emit(Framework.TORCH_DDP, Plans.of(Plans.REPLICATED));
    assertThat(accumulating)
        .contains("static_graph=False", "last = i + 1 == ACCUMULATION_STEPS")
        .contains("nullcontext() if last else ddp.no_sync()");
    String once = Plans.REPLICATED.replace("global_batch: 512", "global_batch: 64");
    assertThat(Emitter.emit(Framework.TORCH_DDP, Plans.of(once)))
        .contains("static_graph=True", "ACCUMULATION_STEPS = 1")
        .doesNotContain("ddp.no_sync()");
  }

  @Test
  void ddp_counts_a_bucket_before_compression() {
    String half = Plans.REPLICATED + "precision: {compute: bf16, gradient_reduce: bf16}\n";
    assertThat(Emitter.emit(Framework.TORCH_DDP, Plans.of(Plans.REPLICATED)))
        .contains("bucket_cap_mb=100,");
    assertThat(Emitter.emit(Framework.TORCH_DDP, Plans.of(half)))
        .contains("bucket_cap_mb=200,", "bf16_compress_hook");
  }

  @Test
  void fsdp_shards_inside_groups_and_places_ranks_as_planned() {
    assertThat(Emitter.emit(Framework.TORCH_FSDP2, Plans.of(Plans.HYBRID)))
        .contains("(8, 8)", "mesh_dim_names=(\"dp_replicate\", \"dp_shard\")")
        .contains("model.set_requires_all_reduce(last)", "reduce_dtype=torch.float32")
        .contains("set_modules_to_forward_prefetch([ahead])");
    assertThat(Emitter.emit(Framework.TORCH_FSDP2, Plans.of(Plans.EXPERTS)))
        .contains("(8, 4, 2, 2)", "(\"dp_shard\", \"pp\", \"cp\", \"tp\")")
        .contains("Schedule1F1B", "set_rotate_method(\"alltoall\")");
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SIMAI", "CALCULON_APPLICATION", "CALCULON_EXECUTION", "CALCULON_SYSTEM"})
  void the_facts_of_a_framework_load_whole(Framework framework) {
    SettingTable facts = SettingTable.of(framework.cliName());
    assertThat(facts.version()).contains("Written for", "2026-");
    assertThat(facts.names()).hasSizeGreaterThan(10);
    assertThat(facts.names()).allSatisfy(name -> assertThat(facts.get(name).why()).isNotBlank());
    assertThatThrownBy(() -> facts.get("no-such-setting")).hasMessageContaining("no-such-setting");
  }

  @Test
  void frameworks_are_named_as_on_the_command_line() {
    assertThat(Stream.of(Framework.values()).map(Framework::cliName))
        .containsExactly(
            "torch-ddp",
            "torch-fsdp2",
            "megatron",
            "deepspeed",
            "simai",
            "calculon-application",
            "calculon-execution",
            "calculon-system");
  }

  private static List<String> flags(String text) {
    String array = text.substring(text.indexOf("MEGATRON_ARGS=(") + 15, text.lastIndexOf("\n)\n"));
    return array
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .toList();
  }

  private static Tree.Mapping json(String text) {
    StringBuilder json = new StringBuilder();
    text.lines().filter(line -> !line.startsWith("#")).forEach(json::append);
    byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
    return (Tree.Mapping) TreeReader.parse("ds_config.json", bytes);
  }

  private static String scalar(Tree.Mapping json, String path) {
    return ((Tree.Scalar) Objects.requireNonNull(json.find(path), path)).text();
  }

  /** Comments without their line breaks. */
  private static String unwrapped(String text) {
    return text.replaceAll("\n *#   ", " ");
  }

  private static String withoutFigures(String text) {
    return unwrapped(text)
        .replaceAll("[+-]?\\d+\\.\\d+ (s|ms|GB|%)", "N $1")
        .replace("N ms", "N s");
  }

  private static String word(Enum<?> constant) {
    return Script.word(constant);
  }

  private static int run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1;
    }
  }
}
