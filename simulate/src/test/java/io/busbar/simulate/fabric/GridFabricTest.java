package io.busbar.simulate.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.grid.GridLine;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GridFabricTest {
  private static GridDimension of(GridLine shape, int routers) {
    return new GridDimension(shape, routers, 1_000, 7);
  }

  private static int hops(Fabric fabric, int src, int dst) {
    Paths paths = new Paths(fabric, Routing.HASH, 1);
    assertThat(paths.find(src, dst, 0)).isTrue();
    assertThat(paths.latencyPs())
        .as("no latency beside the links")
        .isEqualTo(7L * (paths.count() - 2));
    return paths.count() - 2;
  }

  @Test
  void a_torus_takes_the_shorter_side_of_each_ring() {
    Fabric fabric = Fabrics.grid(of(GridLine.RING, 4), of(GridLine.RING, 5));
    assertThat(fabric.endpoints()).isEqualTo(20);
    for (int src = 0; src < 20; src++) {
      for (int dst = 0; dst < 20; dst++) {
        int y = Math.floorMod(dst / 4 - src / 4, 5);
        if (src != dst) {
          int x = Math.floorMod(dst % 4 - src % 4, 4);
          assertThat(hops(fabric, src, dst)).isEqualTo(Math.min(x, 4 - x) + Math.min(y, 5 - y));
        }
      }
    }
  }

  @Test
  void a_mesh_has_no_way_round() {
    Fabric fabric = Fabrics.grid(of(GridLine.MESH, 5), of(GridLine.MESH, 2));
    assertThat(hops(fabric, 0, 4)).isEqualTo(4);
    assertThat(hops(fabric, 9, 0)).isEqualTo(5);
  }

  @Test
  void all_to_all_links_are_one_hop_for_each_dimension_and_a_switch_is_two() {
    Fabric fabric = Fabrics.grid(of(GridLine.ALL, 4), of(GridLine.SWITCH, 3));
    for (int src = 0; src < 12; src++) {
      for (int dst = 0; dst < 12; dst++) {
        if (src != dst) {
          int expected = (src % 4 == dst % 4 ? 0 : 1) + (src / 4 == dst / 4 ? 0 : 2);
          assertThat(hops(fabric, src, dst)).isEqualTo(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(GridLine.class)
  void every_port_leads_somewhere_and_back(GridLine shape) {
    Fabric fabric = Fabrics.grid(of(shape, 2), of(shape, 1), of(shape, 3));
    for (int port = 0; port < fabric.ports(); port++) {
      if (fabric.joined(port)) {
        assertThat(fabric.peer(fabric.peer(port))).isEqualTo(port);
      } else {
        assertThat(shape).isIn(GridLine.MESH, GridLine.SWITCH);
      }
    }
    for (int src = 0; src < 6; src++) {
      assertThat(hops(fabric, src, (src + 1) % 6)).isPositive();
    }
  }
}
