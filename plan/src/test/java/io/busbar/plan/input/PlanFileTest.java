package io.busbar.plan.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Choice;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Stack;
import io.busbar.model.training.TrainingRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanFileTest {
  private static final String LLAMA = "model: llama3-70b\ncluster: dgx-h100:128\n";
  private static final String FIXED = LLAMA + "parallelism: {tp: 8, pp: 4}\n";

  @TempDir private Path folder;

  @Test
  void the_template_reads_back_without_a_problem() {
    PlanFile plan = read(PlanFile.template());

    assertThat(plan.name()).isEqualTo("llama3-70b on 1024 H100");
    assertThat(plan.model().name()).isEqualTo("llama3-70b");
    assertThat(plan.cluster().gpus()).isEqualTo(1024);
    assertThat(plan.findings()).isEmpty();
    Parallelism p = layout(plan);
    assertThat(p.tp()).isEqualTo(8);
    assertThat(p.pp()).isEqualTo(4);
    assertThat(p.dp()).isEqualTo(32);
    assertThat(p.schedule()).isEqualTo(PipelineSchedule.INTERLEAVED);
    assertThat(p.virtualStages()).isEqualTo(5);
    assertThat(p.sequenceParallel()).isTrue();
    assertThat(plan.training().with(p, 1, Recompute.SELECTIVE).microBatches()).isEqualTo(16);
    assertThat(plan.training().tokens()).isEqualTo(4_194_304);
    assertThat(plan.pricePerGpuHour()).isEqualTo(Money.ofDollars(2.5));
  }

  @Test
  void the_template_explains_every_key() {
    for (PlanOption option : PlanOption.all()) {
      String key = option.path().substring(option.path().lastIndexOf('.') + 1);
      assertThat(PlanFile.template()).containsPattern("(?m)^\\s*(# )?" + key + ":");
      assertThat(option.example()).as(option.path()).isNotEmpty();
    }
    assertThat(PlanFile.template().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void every_example_of_an_option_can_be_read_where_it_stands() {
    for (PlanOption option : PlanOption.all()) {
      Problems problems = new Problems();
      var overlay = PlanOption.overlay(Map.of(option.name(), option.example()));

      PlanShape.SHAPE.read(PlanFile.overlay(tree(LLAMA), overlay), problems);

      assertThat(problems.list()).as(option.name()).isEmpty();
    }
  }

  @Test
  void option_names_are_unique() {
    assertThat(PlanOption.all()).extracting(PlanOption::name).doesNotHaveDuplicates();
    assertThat(PlanOption.all()).extracting(PlanOption::path).doesNotHaveDuplicates();
  }

  @Test
  void two_names_are_enough_for_a_plan() {
    PlanFile plan =
        PlanFile.load(
            null, PlanOption.overlay(Map.of("--model", "llama3-70b", "--cluster", "dgx-h100:128")));

    assertThat(plan.name()).isEqualTo("llama3-70b on dgx-h100:128");
    assertThat(plan.layout()).isNull();
    assertThat(plan.training().layout().isOpen()).isTrue();
    assertThat(plan.training().microBatch()).isNull();
    assertThat(plan.training().globalBatch()).isEqualTo(512);
    assertThat(plan.training().recompute()).isNull();
    assertThat(plan.communicationBudget()).isEqualTo(new Share(0.10));
    assertThat(plan.storage().bytesPerToken()).isEqualTo(new DataSize(4));
    assertThat(plan.hoursPerYear()).isEqualTo(8760);
    assertThat(plan.pricePerGpuHour()).isNull();
    assertThat(plan.findings())
        .extracting(Finding::code, Finding::severity)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("assumed", Severity.INFO),
            org.assertj.core.groups.Tuple.tuple("assumed", Severity.INFO));
  }

  @Test
  void what_is_given_of_an_open_layout_binds_the_search() {
    PlanFile plan = read(LLAMA + "parallelism: {tp: 8, sharding: fsdp}\n");

    Parallelism eight = read(FIXED).layout();
    assertThat(plan.layout()).isNull();
    assertThat(plan.training().layout().admits(Objects.requireNonNull(eight))).isFalse();
    assertThat(plan.training().layout().tp()).isEqualTo(8);
    assertThat(plan.training().layout().sharding()).isEqualTo(Sharding.PARAMETERS);
    assertThat(plan.training().software().stack()).isEqualTo(Stack.FSDP_COMPILED);
  }

  @Test
  void a_layout_needs_only_tp_and_pp() {
    PlanFile plan = read(FIXED);

    Parallelism p = layout(plan);
    assertThat(p.cp()).isEqualTo(1);
    assertThat(p.ep()).isEqualTo(1);
    assertThat(p.dp()).isEqualTo(32);
    assertThat(p.sharding()).isEqualTo(Sharding.OPTIMIZER);
    assertThat(p.schedule()).isEqualTo(PipelineSchedule.ONE_F_ONE_B);
    assertThat(p.order()).isEqualTo(Parallelism.DEFAULT_ORDER);
    assertThat(plan.training().microBatch()).isNull();
    assertThat(plan.training().leftOpen())
        .contains(
            Choice.RECOMPUTE,
            Choice.GRADIENTS,
            Choice.OPTIMIZER,
            Choice.SHARDING,
            Choice.EXPERT_OVERLAP)
        .doesNotContain(Choice.FUSED_LOSS);
  }

  @Test
  void the_default_batch_fits_the_layout() {
    PlanFile plan =
        read(
            "model: llama3-70b\ncluster: dgx-h100:96\n"
                + "parallelism: {tp: 8, pp: 4, virtual_stages: 5}\n");

    long step = 24 * 4;
    assertThat(plan.training().globalBatch()).isEqualTo(5 * step);
  }

  @Test
  void virtual_stages_alone_mean_interleaving() {
    PlanFile plan = read(LLAMA + "parallelism: {tp: 8, pp: 4, virtual_stages: 5}");

    assertThat(layout(plan).schedule()).isEqualTo(PipelineSchedule.INTERLEAVED);
  }

  @Test
  void an_option_stands_above_the_file() throws IOException {
    Path file = Files.writeString(folder.resolve("plan.yaml"), FIXED);

    PlanFile plan = PlanFile.load(file, PlanOption.overlay(Map.of("--tp", "4", "--price", "$3/h")));

    assertThat(layout(plan).tp()).isEqualTo(4);
    assertThat(layout(plan).pp()).isEqualTo(4);
    assertThat(layout(plan).dp()).isEqualTo(64);
    assertThat(plan.pricePerGpuHour()).isEqualTo(Money.ofDollars(3));
  }

  @Test
  void the_same_plan_in_json_is_the_same_plan() {
    String json =
        """
        {"model": "llama3-70b", "cluster": "dgx-h100:128",
         "parallelism": {"tp": 8, "pp": 4}, "batch": {"global_batch": 512}}
        """;
    TrainingRequest fromJson = read("plan.json", json).training();

    assertThat(fromJson).isEqualTo(read(FIXED + "batch: {global_batch: 512}").training());
  }

  @Test
  void tokens_and_accumulation_are_other_ways_to_say_the_batch() {
    long sequences = read(FIXED + "batch: {global_batch: 512}").training().globalBatch();

    assertThat(read(FIXED + "batch: {global_tokens: 4Mi}").training().globalBatch())
        .isEqualTo(sequences);
    assertThat(read(FIXED + "batch: {accumulation: 16}").training().globalBatch())
        .isEqualTo(sequences);
    assertThat(read(FIXED + "batch: {accumulation: 16}").findings())
        .extracting(Finding::code)
        .doesNotContain("accumulation-changes-global-batch");
  }

  @Test
  void accumulation_that_changes_the_batch_is_told_in_sequences_and_tokens() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("plan.yaml"), FIXED + "batch: {sequence: 8192, global_batch: 512}");

    PlanFile plan = PlanFile.load(file, PlanOption.overlay(Map.of("--accumulation", "4")));

    assertThat(plan.training().globalBatch()).isEqualTo(128);
    assertThat(plan.findings())
        .singleElement()
        .satisfies(f -> {
          assertThat(f.severity()).isEqualTo(Severity.WARNING);
          assertThat(f.title())
              .isEqualTo(
                  "accumulation 4 makes the global batch 128 sequences (1,048,576 tokens)"
                      + " instead of 512 sequences (4,194,304 tokens)");
          assertThat(f.evidence()).containsExactly("--accumulation: batch.accumulation");
        });
  }

  @Test
  void what_runs_but_deserves_a_word_is_a_finding_with_its_place() {
    PlanFile plan =
        read(
            "model: llama3-70b\ncluster: dgx-h100:12\n"
                + "parallelism: {tp: 2, pp: 3, cp: 1, sequence_parallel: false}\n"
                + "batch: {sequence: 16384, global_batch: 16}\n"
                + "overlap: {tensor: true, pipeline: true}\n");

    assertThat(plan.findings())
        .extracting(Finding::code)
        .containsExactlyInAnyOrder(
            "sequence-over-positions",
            "uneven-stages",
            "pipeline-not-filled",
            "overlap-without-effect",
            "overlap-without-effect");
    assertThat(plan.findings())
        .filteredOn(f -> f.code().equals("uneven-stages"))
        .singleElement()
        .satisfies(f -> {
          assertThat(f.why()).contains("holds 27 layers where the mean is 26.67").contains("1.2 %");
          assertThat(f.evidence()).containsExactly("plan.yaml:3:26: parallelism.pp");
        });
  }

  @Test
  void key_value_heads_on_many_ranks_are_noted() {
    PlanFile plan = read(LLAMA + "parallelism: {tp: 16, pp: 1}\nbatch: {global_batch: 512}");

    assertThat(plan.findings())
        .filteredOn(f -> f.code().equals("key-value-heads-replicated"))
        .singleElement()
        .satisfies(f -> assertThat(f.title()).isEqualTo("tp 16 is over the 8 key/value heads"));
  }

  @Test
  void software_defaults_follow_stack_and_gpu() {
    assertThat(read(FIXED).training().software().attention()).isEqualTo(AttentionKernel.FLASH_3);
    TrainingRequest old =
        read("model: gpt3-175b\ncluster: dgx-a100:128\nparallelism: {tp: 8, pp: 8}\n"
                + "software: {stack: megatron-2021}\nbatch: {sequence: 2048}\n")
            .training();
    assertThat(old.software().attention()).isEqualTo(AttentionKernel.UNFUSED);
    assertThat(old.overlap().gradients()).isFalse();
    assertThat(
            read("model: llama3-8b\ncluster: dgx-a100:1\nparallelism: {tp: 1, pp: 1}\n")
                .training()
                .software()
                .attention())
        .isEqualTo(AttentionKernel.FLASH_2);
  }

  private static Parallelism layout(PlanFile plan) {
    return Objects.requireNonNull(plan.layout());
  }

  private static io.busbar.formats.tree.Tree tree(String text) {
    return TreeReader.parse("plan.yaml", text.getBytes(StandardCharsets.UTF_8));
  }

  private static PlanFile read(String text) {
    return read("plan.yaml", text);
  }

  private static PlanFile read(String name, String text) {
    Problems problems = new Problems();
    PlanFile plan =
        PlanFile.read(TreeReader.parse(name, text.getBytes(StandardCharsets.UTF_8)), problems);
    assertThat(problems.list()).isEmpty();
    return Objects.requireNonNull(plan);
  }
}
