package io.busbar.design.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problem;
import io.busbar.base.report.Finding;
import io.busbar.design.discover.MadeFabric;
import io.busbar.design.place.Emitted.Launcher;
import io.busbar.model.cluster.Cluster;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementsTest {
  private static final String TREE =
      """
      SwitchName=leaf1 Nodes=node[01,04,07]
      SwitchName=leaf2 Nodes=node[02,05,08]
      SwitchName=leaf3 Nodes=node[03,06]
      SwitchName=spine Switches=leaf[1-3]
      """;

  @TempDir private Path folder;

  private final PlanFile plan = plan("dgx-h100:4");
  private @Nullable Cluster cluster = Jobs.cluster("dgx-h100", 8, 4, 8, 4, 1);
  private List<Path> fabric = List.of();
  private @Nullable Path check;

  private static PlanFile plan(String cluster) {
    return PlanFile.load(
        null,
        PlanOption.overlay(
            Map.of("--model", "llama3-8b", "--cluster", cluster, "--tp", "8", "--pp", "1")));
  }

  private Path file(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private PlaceAnswer place(PlanFile job, String... free) {
    List<Path> files = new ArrayList<>();
    for (String text : free) {
      files.add(file("free" + files.size(), text));
    }
    return Placements.place(
        new PlaceQuestion(job, cluster, fabric, files, check, false, Jobs.NCCL));
  }

  private static void refused(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InputException.class,
            e ->
                assertThat(e.problems().stream().map(Problem::toString).toList().toString())
                    .contains(parts));
  }

  @Test
  void slurms_tree_gives_names_and_leaves_and_the_nodes_that_fit_best() {
    PlaceAnswer answer = place(plan, TREE);

    assertThat(answer.naive().order()).containsExactly("node01", "node02", "node04", "node07");
    assertThat(answer.naive().leafGroups()).isEqualTo(2);
    assertThat(answer.placed().leafGroups()).isEqualTo(2);
    assertThat(answer.provedBest()).isTrue();
    assertThat(answer.runs()).allMatch(run -> run.leafGroup().startsWith("leaf"));
    assertThat(place(plan("dgx-h100:2"), TREE).naive().order()).containsExactly("node03", "node06");
    assertThat(place(plan("dgx-h100:8"), TREE).gainShare()).isPositive();
  }

  @Test
  void a_list_says_which_nodes_of_a_tree_are_free() {
    PlaceAnswer answer = place(plan, TREE, "node[01-05] slots=8\n");

    assertThat(answer.freeNodes()).isEqualTo(5);
    assertThat(answer.placed().order())
        .isSubsetOf("node01", "node02", "node03", "node04", "node05");
  }

  @Test
  void names_count_from_the_first_node_of_a_cluster() {
    PlaceAnswer answer = place(plan, "gpu[005,001,006,002,007,003]\n");

    // Nodes 1 to 4 are below the first leaf group of four, 5 to 8 below the second.
    assertThat(answer.naive().order()).containsExactly("gpu005", "gpu001", "gpu006", "gpu002");
    assertThat(answer.naive().leafGroups()).isEqualTo(2);
    assertThat(answer.placed().stepS()).isLessThan(answer.naive().stepS());
  }

  @Test
  void a_discovered_fabric_is_a_site_and_its_slow_hosts_are_left_out() {
    cluster = null;
    MadeFabric made = MadeFabric.tree(1, 2, 8, 4, 8, 1, 1, 0);
    made.cut("node00002 mlx5_3", 1).swap("node00006 mlx5_1", "node00006 mlx5_2");
    fabric = List.of(file("fabric.txt", made.text()));

    PlaceAnswer answer = place(plan);

    assertThat(answer.freeNodes()).isEqualTo(8);
    assertThat(answer.naive().order()).contains("node00002");
    assertThat(answer.findings()).extracting(Finding::code).contains("slow-nodes-used");

    PlaceAnswer three = place(plan("dgx-h100:3"));

    assertThat(three.placed().order()).containsExactly("node00001", "node00003", "node00004");
    assertThat(three.findings()).extracting(Finding::code).contains("slow-nodes-left-out");
  }

  @Test
  void a_given_placement_is_judged() {
    check = file("hosts", "node01 slots=8\nnode02 slots=8\nnode04 slots=8\nnode03 slots=8\n");

    PlaceAnswer answer = place(plan, TREE);

    assertThat(answer.checked()).isNotNull();
    assertThat(answer.checked().stepS()).isGreaterThan(answer.placed().stepS());
    assertThat(answer.findings()).extracting(Finding::code).contains("placement-loses");
  }

  @Test
  void ranks_dealt_out_over_nodes_are_found() {
    StringBuilder ranks = new StringBuilder();
    for (int rank = 0; rank < 32; rank++) {
      ranks.append("rank ").append(rank).append("=node0").append(1 + rank % 4).append(" slot=0\n");
    }
    check = file("ranks", ranks.toString());

    PlaceAnswer answer = place(plan, TREE);

    assertThat(answer.findings()).extracting(Finding::code).contains("ranks-not-by-node");
    assertThat(answer.checked().dimensions().getFirst().crosses()).isNotEqualTo("scale-up");
  }

  @Test
  void what_is_emitted_is_read_back_as_the_same_placement() {
    PlaceAnswer answer = place(plan, TREE);
    for (Launcher launcher : List.of(Launcher.HOSTFILE, Launcher.RANKFILE)) {
      check = file("emitted", Emitted.of(launcher, answer, plan.cluster()));
      PlaceAnswer again = place(plan, TREE);

      assertThat(again.checked()).isEqualTo(answer.placed());
    }
    assertThat(Emitted.of(Launcher.SLURM, answer, plan.cluster()))
        .contains("#SBATCH --nodes=4", "##SBATCH --switches=2", "SLURM_HOSTFILE");
  }

  @Test
  void unknown_nodes_are_named_with_the_nearest_all_at_once() {
    refused(
        () -> place(plan, TREE, "node01\nnode22\nnodde03\nnode04\nnode04\n"),
        "free1:2: read 'node22'",
        "free1:3: read 'nodde03', expected a node of",
        "did you mean 'node03'?",
        "free1:5: read 'node04', expected each node once");
  }

  @Test
  void too_few_free_nodes_are_refused() {
    refused(
        () -> place(plan, TREE, "node[01-03]\n"),
        "read '3 nodes', expected at least 4, as the plan takes 32 GPUs");
  }

  @Test
  void slots_that_are_not_the_gpus_of_a_node_are_refused() {
    refused(
        () -> place(plan, TREE, "node01 slots=4\nnode[02-05]\n"), "slots: read '4', expected 8");
  }

  @Test
  void nodes_of_another_kind_are_refused() {
    cluster = Jobs.cluster("dgx-a100", 8, 4, 8, 1, 1);

    refused(() -> place(plan), "expected nodes of dgx-h100, as the plan has (8 GPUs each)");
  }

  @Test
  void a_job_over_parts_without_a_link_between_them_is_told() {
    cluster = null;
    fabric = List.of(file("fabric.txt", MadeFabric.tree(2, 1, 8, 3, 8, 1, 1, 0).text()));

    PlaceAnswer answer = place(plan);

    assertThat(answer.findings().getFirst().code()).isEqualTo("nodes-cut-off");
    PlaceAnswer within = place(plan("dgx-h100:3"));
    assertThat(within.findings()).extracting(Finding::code).doesNotContain("nodes-cut-off");
  }

  @Test
  void a_fabric_of_other_hosts_is_refused() {
    cluster = null;
    fabric = List.of(file("fabric.txt", MadeFabric.tree(1, 2, 4, 4, 4, 4, 4, 0).text()));

    refused(() -> place(plan), "read '4 adapters per host', expected 8 per node");
  }

  @Test
  void ranks_twice_or_on_unknown_nodes_are_refused() {
    check = file("ranks", "rank 0=node01 slot=0\nrank 0=node02 slot=0\n");
    refused(() -> place(plan, TREE), "each rank once; line 1 puts it on node01");

    check = file("ranks", "node01 slots=8\nnode02 slots=7\nnode03 slots=8\nnoode04 slots=8\n");
    refused(
        () -> place(plan, TREE),
        "ranks: read '31', expected 32",
        "node02: read '7 ranks', expected 8",
        "did you mean 'node04'?");
  }

  @Test
  void a_domain_over_several_units_is_refused() {
    PlanFile rack = plan("p6e-gb200:18");
    cluster = null;

    refused(() -> place(rack), "nodes that hold their whole scale-up domain");
  }

  @Test
  void either_a_cluster_or_a_fabric() {
    fabric = List.of(folder.resolve("fabric.txt"));

    refused(() -> place(plan), "either --cluster or --fabric, not both");
  }
}
