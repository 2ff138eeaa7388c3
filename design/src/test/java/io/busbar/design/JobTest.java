package io.busbar.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.design.answer.DesignAnswer;
import io.busbar.design.answer.JobAnswer;
import io.busbar.design.answer.JobAnswer.Candidate;
import io.busbar.design.job.DesignedCluster;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.fabric.Sizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobTest {
  @TempDir Path folder = Path.of("");

  private String plan(String layout, String cluster) throws IOException {
    String yaml =
        "model: gpt3-175b\ncluster: "
            + cluster
            + "\nparallelism: {"
            + layout
            + "}\nbatch:"
            + " {global_batch: 1536, sequence: 2048}\n";
    return Files.writeString(folder.resolve("plan.yaml"), yaml).toString();
  }

  private static JobAnswer job(DesignAnswer answer) {
    return Objects.requireNonNull(answer.job());
  }

  /** A leaf of another ratio joins another number of nodes, so that the ratios have no order. */
  @Test
  void nothing_is_faster_than_full_bandwidth_and_fewer_switches_cost_time() throws IOException {
    String plan = plan("tp: 8, pp: 8, sharding: none, order: 'tp,dp,pp,cp,ep'", "dgx-h100:128");
    JobAnswer job = job(Asked.answer("plan", plan, "gpus", "1024"));
    for (Candidate c : job.candidates()) {
      assertThat(c.againstDesign()).as(c.fabric()).isLessThanOrEqualTo(1.005);
    }
    assertThat(job.candidates().get(3).fabric()).contains("7:1");
    assertThat(job.candidates().get(3).againstDesign()).isLessThan(0.98);
    assertThat(job.candidates().get(1).switches())
        .isLessThan(job.candidates().getFirst().switches());
  }

  /** A leaf of 56 nodes has 7 replicas of 8 stages; their rings leave it once, 7:1 is enough. */
  @Test
  void rings_along_leaves_do_not_feel_oversubscription() throws IOException {
    String plan = plan("tp: 8, pp: 8, sharding: none", "dgx-h100:128");
    JobAnswer job = job(Asked.answer("plan", plan, "gpus", "1024"));
    assertThat(job.candidates().get(3).fabric()).contains("7:1");
    assertThat(job.candidates().get(3).againstDesign()).isBetween(0.999, 1.001);
  }

  /** Each NIC sends and receives M with SHARP, and 2(n-1)/n M in a ring. */
  @Test
  void sharp_saves_at_most_half_of_a_large_all_reduce() throws IOException {
    String plan = plan("tp: 8, pp: 8, sharding: none", "dgx-h100:128");
    JobAnswer.Sharp sharp = job(Asked.answer("plan", plan)).sharp();
    assertThat(sharp.groups()).isEqualTo(64);
    assertThat(sharp.groupsPerLeaf()).isEqualTo(8);
    assertThat(sharp.streamsPerLeaf()).isEqualTo(32);
    assertThat(sharp.allReduceSharpS()).isBetween(sharp.allReduceSharpBoundS(), sharp.allReduceS());
    assertThat(sharp.allReduceS() / sharp.allReduceSharpS()).isBetween(1.5, 2.0);
  }

  @Test
  void an_older_switch_has_one_stream() throws IOException {
    String plan = plan("tp: 8, pp: 8, sharding: none", "dgx-a100:128");
    JobAnswer.Sharp sharp = job(Asked.answer("plan", plan)).sharp();
    assertThat(sharp.streamsPerLeaf()).isEqualTo(1);
    assertThat(sharp.verdict()).contains("1 of 8 groups");
  }

  @Test
  void a_plan_that_is_larger_than_the_design_is_refused() throws IOException {
    String plan = plan("tp: 8, pp: 8", "dgx-h100:128");
    assertThat(Asked.problems("plan", plan, "gpus", "512"))
        .first()
        .asString()
        .contains("at least the GPUs of the plan, 1024");
    assertThat(Asked.problems("plan", plan, "gpus", "2048", "node", "dgx-b200"))
        .first()
        .asString()
        .contains("the node of the plan, dgx-h100");
  }

  @Test
  void a_node_of_ones_own_needs_its_switch() throws IOException {
    String own =
        Files.writeString(
                folder.resolve("own.yaml"),
                "node: {gpu: h100-sxm, gpus: 8, nics: 8, nic_rate: 400Gb/s}\nnodes: 64\n")
            .toString();
    String plan = plan("tp: 8, pp: 8", own);
    assertThat(Asked.problems("plan", plan)).first().asString().contains("--switch");
    assertThat(Asked.answer("plan", plan, "switch", "qm9700").leafSwitches()).isEqualTo(16);
  }

  @Test
  void the_flow_engine_shows_what_hashing_costs() throws IOException {
    DesignAnswer a = Asked.answer("plan", plan("tp: 8, pp: 8", "dgx-h100:128"));
    assertThat(a.traffic()).hasSize(8);
    double even = a.traffic().get(1).completionS();
    assertThat(a.traffic().get(0).completionS() / even).isGreaterThan(1.5);
    assertThat(a.traffic().get(3).completionS() / even).isCloseTo(2, within(0.1));
    assertThat(a.traffic().get(5).completionS() / even).isCloseTo(4, within(0.2));
    assertThat(a.traffic())
        .allSatisfy(t -> assertThat(t.completionS()).isGreaterThanOrEqualTo(t.boundS() * 0.999));
  }

  /** The fabric of the models of time has the same switches as the design. */
  @ParameterizedTest
  @ValueSource(ints = {24, 64, 95, 128, 256, 300, 512, 1024, 1250})
  void a_designed_cluster_has_the_same_switches(int nodes) {
    Problems problems = new Problems();
    Position at = Position.of("test");
    var node = Objects.requireNonNull(Catalog.standard().node("dgx-h100", at, problems));
    var type = Objects.requireNonNull(Catalog.standard().switchType("qm9700", at, problems));
    FabricDesign design =
        Objects.requireNonNull(
            Sizer.size(
                FabricRequest.of(node, nodes, type, FabricTopology.RAIL_FAT_TREE), problems));
    Cluster cluster = DesignedCluster.of(design, Clusters.of(node, nodes), false);
    assertThat(cluster.fabric()).isEqualTo(design).isEqualTo(Clusters.of(node, nodes).fabric());
  }
}
