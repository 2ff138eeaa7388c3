package io.busbar.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.design.answer.GridAnswer;
import io.busbar.model.fabric.GridDesign;
import io.busbar.model.fabric.GridText;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a grid is bought as is what the simulator plays. */
class GridDesignerTest {
  private static DesignQuestion question(
      String topology, @Nullable String uplink, @Nullable String gpus, @Nullable String node) {
    return new DesignQuestion(
        gpus, null, node, null, null, null, null, topology, null, null, null, uplink, null, null,
        null, null, null, List.of(), List.of(), 1, "100");
  }

  @Test
  void a_pod_of_tpu_v4() {
    GridAnswer pod = GridDesigner.design(question("torus:16x16x16/4", null, "4096", null));
    GridAnswer.Optics optics = Objects.requireNonNull(pod.optics());
    assertThat(pod.chips()).isEqualTo(4096);
    assertThat(optics.switches()).isEqualTo(48);
    assertThat(optics.fibres()).isEqualTo(6144);
    assertThat(pod.bisectionBytesPerS()).isEqualTo(512 * 50e9);
    assertThat(pod.assumptions()).hasSize(2);
    assertThat(pod.cablesUsd()).isNotNull();
    assertThat(GridReport.of(pod).title()).isEqualTo("torus of 16 x 16 x 16: 4,096 chips");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"torus:4x4x4", "torus:5x3", "torus:2x8", "mesh:4x4", "mesh:5x2", "hyperx:4x4x2"})
  void what_is_bought_is_played(String text) {
    GridDesign grid =
        Objects.requireNonNull(
            GridText.read(text, 50e9, Position.of("test"), "", new Problems()), text);
    Fabric fabric = Fabrics.of(grid, new TimeSpan(0));
    assertThat(fabric.endpoints()).isEqualTo((int) grid.routers());
    long links = 0;
    for (int port = 0; port < fabric.ports(); port++) {
      boolean between = fabric.owner(port) >= fabric.endpoints();
      boolean toRouter = fabric.owner(fabric.peer(port)) >= fabric.endpoints();
      links += between && toRouter && fabric.joined(port) ? 1 : 0;
    }
    assertThat(links).isEqualTo(2 * grid.links());

    // All to all over shortest paths takes as long as the busiest links say.
    FlowNetwork network = new FlowNetwork(new Paths(fabric, Routing.SPREAD, 1));
    TrafficRun run = new TrafficRun(network, Traffic.allToAll(fabric.endpoints(), 1_000_000));
    run.run(Long.MAX_VALUE, Cancel.NEVER);
    double sent = (grid.routers() - 1) * 1e6;
    double at = sent / grid.allToAllBytesPerSecond();
    assertThat(SimTime.seconds(run.lastPs())).isGreaterThan(0.999 * at);
    if (!text.startsWith("mesh") && !text.contains("2x8")) {
      assertThat(SimTime.seconds(run.lastPs())).isCloseTo(at, Percentage.withPercentage(2));
    }
  }

  @Test
  void all_that_is_wrong_is_said() {
    assertThatThrownBy(() -> GridDesigner.design(question("torus:16x6/4", "0Gb/s", null, "dgx")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("multiples of 4")
        .hasMessageContaining("--uplink")
        .hasMessageContaining("--node");
    assertThatThrownBy(() -> GridDesigner.design(question("torsu:4x4", null, null, null)))
        .hasMessageContaining("did you mean 'torus'");
    assertThatThrownBy(() -> GridDesigner.design(question("torus:4x", null, null, null)))
        .hasMessageContaining("whole numbers");
    assertThatThrownBy(() -> GridDesigner.design(question("torus:4x4", null, "17", null)))
        .hasMessageContaining("16");
    assertThatThrownBy(() -> GridDesigner.design(question("torus:99999x99999x9", null, null, null)))
        .hasMessageContaining("16,000,000");
  }
}
