package io.busbar.diagnose.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.diagnose.CodeList;
import io.busbar.diagnose.planned.PlannedStep;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.time.NcclTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunbookTest {
  private static Cluster cluster(String name) {
    return Objects.requireNonNull(
        Clusters.parse(name, Position.of("--cluster"), new Problems()), name);
  }

  private static Runbook of(String name, @Nullable PlannedStep plan) {
    return Runbook.of(cluster(name), name, plan);
  }

  private static List<String> ids(Runbook runbook) {
    return runbook.steps().stream().map(Runbook.Step::id).toList();
  }

  @Test
  void an_infiniband_cluster_has_its_figures_in_the_steps() {
    Runbook runbook = of("dgx-h100:16", null);

    assertThat(ids(runbook))
        .containsSubsequence("nvlink", "ports", "verbs", "one-domain", "two-hosts", "all-hosts")
        .doesNotContain("roce", "efa", "groups", "bubble");
    String text = runbook.toString();
    assertThat(text)
        .contains("18 links of each GPU", "26.562 GB/s", "rate 400 Gb/s", "8 NICs for 8 GPUs")
        .contains("mpirun -np 128", "368 Gb/s and more")
        .doesNotContain("{", "}");
  }

  @Test
  void bandwidths_are_those_of_the_time_model_with_their_band() {
    Runbook.Step step =
        of("dgx-h100:16", null).steps().stream()
            .filter(s -> s.id().equals("one-domain"))
            .findFirst()
            .orElseThrow();

    assertThat(step.expected()).hasSize(6).allMatch(e -> e.ranks() == 8);
    assertThat(step.expected())
        .allMatch(e -> e.lowBytesPerS() < e.busbwBytesPerS() && e.p90Us() > e.timeUs());
    // 8 H100 with NVLS reach about 480 GB/s at large sizes, as NCCL's maintainers say
    assertThat(step.expected().getLast().busbwBytesPerS()).isBetween(430e9, 500e9);
  }

  @Test
  void a_plan_adds_its_step_its_communicators_and_its_bubble() {
    Cluster where = cluster("dgx-h100:16");
    PlannedStep plan =
        new PlannedStep(
            "demo",
            4.0,
            1.0,
            0.5,
            0.2,
            8,
            8,
            Map.of("the SHARD group", NcclTime.shape(where, 16, 1)));
    Runbook runbook = of("dgx-h100:16", plan);

    assertThat(ids(runbook)).contains("groups", "bubble");
    String steps = runbook.toString();
    assertThat(steps.contains("{")).isFalse();
    assertThat(runbook.steps().toString().replaceAll("Expected\\[[^]]*]", ""))
        .contains("a step of 4 s", "12.5 % wait", "25.0 % with", "'DIV 8'", "'MOD 8'");
    assertThat(runbook.steps().stream().filter(s -> s.id().equals("groups")).findFirst())
        .hasValueSatisfying(s ->
            assertThat(s.expected())
                .extracting(Runbook.Expected::collective)
                .contains("all_gather", "reduce_scatter"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"dgx-h100:1", "p5.48xlarge:4", "gb200-nvl72:2", "a3-mega:4", "l40s-pcie:2"})
  void every_kind_of_cluster_has_a_runbook_without_open_words(String name) {
    Runbook runbook = of(name, null);

    assertThat(runbook.steps()).isNotEmpty();
    assertThat(runbook.toString()).doesNotContain("{", "NaN", "Infinity");
    assertThat(runbook.steps()).extracting(Runbook.Step::number).isSorted().first().isEqualTo(1);
  }

  @Test
  void every_finding_that_a_step_names_exists() {
    for (StepText step : StepText.all()) {
      for (String code : step.codes()) {
        assertThat(CodeList.describe(code).title()).isNotEmpty();
      }
    }
  }

  @Test
  void the_report_has_a_table_for_each_step() {
    Runbook runbook = of("dgx-h100:16", null);
    Report report = RunbookReport.of(runbook);
    long titled = report.blocks().stream().filter(b -> !b.title().isEmpty()).count();

    assertThat(titled).isEqualTo(runbook.steps().size());
    assertThat(report.blocks()).anyMatch(Block.Table.class::isInstance);
  }
}
