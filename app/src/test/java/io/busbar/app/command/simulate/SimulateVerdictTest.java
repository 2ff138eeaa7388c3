package io.busbar.app.command.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What bounds a run, and what is taken for granted where nobody says otherwise. */
class SimulateVerdictTest {
  @TempDir Path folder = Path.of("");

  private JsonNode simulate(String call) {
    TestTerminal terminal = new TestTerminal();
    String[] words = ("simulate " + call + " --format json").split(" ");
    assertThat(terminal.run(words)).as(terminal.err()).isZero();
    return JsonMapper.shared().readTree(terminal.out());
  }

  @ParameterizedTest
  @CsvSource({
    "all_reduce --fabric star:16 --size 64MiB, bytes:, nothing but faster links",
    "all_reduce --fabric star:16 --size 1KiB, steps, fewer steps",
    "alltoall --fabric leaf-spine:4x8x4 --size 64MiB, bytes: leaf, spread packets",
    "alltoall --fabric leaf-spine:4x8x4 --size 64MiB --routing spray, bytes: leaf, more links",
    "all_reduce --fabric star:8 --size 64MiB --fault slow-host:endpoint3:0.5, rank 3, its NIC",
    "incast --senders 8 --fabric star:16 --size 1MB --fidelity packet, congestion control, none",
  })
  void names_what_bounds_a_run_and_what_to_change(String call, String by, String change) {
    JsonNode verdict = simulate(call).get("verdict");

    assertThat(verdict.get("bounded_by").asString()).startsWith(by);
    assertThat(verdict.get("change").asString()).contains(change);
  }

  /** One flow of each leaf on eight links is no collision; a permutation's hashes collide. */
  @Test
  void collisions_are_flows_that_an_even_spread_would_part() {
    String ring = "all_reduce --fabric leaf-spine:4x8x8 --size 64KiB";
    assertThat(simulate(ring).at("/verdict/collided_links").asInt()).isZero();
    String permutation = "permutation --fabric fat-tree:8 --size 1MB";
    assertThat(simulate(permutation).at("/verdict/collided_links").asInt()).isGreaterThan(10);
    JsonNode spread = simulate(permutation + " --routing spray").get("verdict");
    assertThat(spread.get("collided_links").isNull()).isTrue();
  }

  private String cluster(String network) throws IOException {
    Path file = folder.resolve("cluster.yaml");
    Files.writeString(file, "node: dgx-h100\nnodes: 2\nnetwork: {" + network + "}\n");
    return file.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "kind: infiniband, ib-cc, ECMP, the network is InfiniBand",
    "kind: roce, DCQCN, ECMP, the network is roce",
    "'kind: infiniband, adaptive_routing: true', ib-cc, ADAPTIVE, the network is InfiniBand",
  })
  void defaults_follow_the_network_of_the_cluster(
      String network, String congestion, String routing, String told) throws IOException {
    JsonNode run =
        simulate("all_reduce --cluster " + cluster(network) + " --size 64KiB --fidelity packet");

    assertThat(run.get("congestion").asString()).isEqualToIgnoringCase(congestion);
    assertThat(run.get("routing").asString()).isEqualToIgnoringCase(routing);
    assertThat(run.get("assumed").toString())
        .contains(told, "NCCL_IB_TIMEOUT", routing.equals("ECMP") ? "go-back-n" : "selective");
  }

  @Test
  void what_is_said_is_not_assumed() throws IOException {
    JsonNode run =
        simulate(
            "all_reduce --cluster "
                + cluster("kind: infiniband")
                + " --size 64KiB --fidelity packet --congestion ib --routing spray");

    assertThat(run.get("congestion").asString()).isEqualToIgnoringCase("ib");
    assertThat(run.get("assumed").toString()).doesNotContain("congestion", "routing spray");
  }
}
