package io.busbar.model.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.busbar.model.fabric.GridDesign.Shape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Grids against published pods, and against every cut and every pair of small ones. */
class GridDesignTest {
  private static GridDesign grid(Shape shape, int block, Integer... sizes) {
    return new GridDesign(shape, List.of(sizes), 50e9, block);
  }

  /** Jouppi et al., ISCA 2023: 64 cubes, 48 optical switches of 128 ports, 6,144 fibres. */
  @Test
  void a_pod_of_tpu_v4_has_its_published_switches_and_fibres() {
    GridDesign pod = grid(Shape.TORUS, 4, 16, 16, 16);
    assertThat(pod.routers()).isEqualTo(4096);
    assertThat(pod.blocks()).isEqualTo(64);
    assertThat(pod.opticalSwitches()).isEqualTo(48);
    assertThat(pod.opticalFibres()).isEqualTo(6144);
    assertThat(pod.opticalLinks() + pod.electricalLinks()).isEqualTo(pod.links()).isEqualTo(12_288);
    assertThat(pod.ports()).isEqualTo(6);
    assertThat(pod.bisectionLinks()).isEqualTo(2 * 16 * 16);
    assertThat(pod.diameter()).isEqualTo(24);
  }

  /** A 4 x 4 x 4 torus of 64 chips, and its instances of 16 in a 4 x 4 torus. */
  @Test
  void an_ultraserver_of_trainium2() {
    GridDesign server = grid(Shape.TORUS, 0, 4, 4, 4);
    assertThat(server.routers()).isEqualTo(64);
    assertThat(server.links()).isEqualTo(192);
    assertThat(server.bisectionLinks()).isEqualTo(32);
    assertThat(server.allToAllBytesPerSecond()).isCloseTo(100e9 * 63 / 64, within(1.0));
    assertThat(grid(Shape.TORUS, 0, 4, 4).links()).isEqualTo(32);
  }

  @ParameterizedTest
  @CsvSource({
    "TORUS, 4, 4", "TORUS, 4, 2", "TORUS, 6, 2", "TORUS, 3, 4", "TORUS, 8, 2", "TORUS, 2, 2",
    "MESH, 4, 4", "MESH, 4, 2", "MESH, 6, 2", "MESH, 2, 8", "HYPERX, 4, 4", "HYPERX, 4, 2",
    "HYPERX, 6, 2", "HYPERX, 8, 2"
  })
  void no_half_is_cut_off_by_fewer_links_and_sums_follow(Shape shape, int a, int b) {
    GridDesign grid = grid(shape, 0, a, b);
    List<int[]> links = links(grid, a, b);
    assertThat(grid.links()).isEqualTo(links.size());
    int n = a * b;
    long least = Long.MAX_VALUE;
    for (int half = 0; half < 1 << n; half++) {
      if (Integer.bitCount(half) * 2 == n) {
        int set = half;
        long cut = links.stream().filter(l -> (set >> l[0] & 1) != (set >> l[1] & 1)).count();
        least = Math.min(least, cut);
      }
    }
    assertThat(grid.bisectionLinks()).isEqualTo(least);

    int[][] far = distances(links, n);
    double sum = 0;
    int most = 0;
    for (int[] row : far) {
      for (int distance : row) {
        sum += distance;
        most = Math.max(most, distance);
      }
    }
    assertThat(grid.diameter()).isEqualTo(most);
    assertThat(grid.meanDistance()).isCloseTo(sum / (n * (n - 1.0)), within(1e-9));
  }

  private static List<int[]> links(GridDesign grid, int a, int b) {
    List<int[]> links = new ArrayList<>();
    for (int one = 0; one < a * b; one++) {
      for (int other = one + 1; other < a * b; other++) {
        boolean row = one / a == other / a;
        boolean column = one % a == other % a;
        int apart = row ? other - one : (other - one) / a;
        int size = row ? a : b;
        boolean joined =
            switch (grid.shape()) {
              case MESH -> apart == 1;
              case TORUS -> apart == 1 || (size > 2 && apart == size - 1);
              case HYPERX -> true;
            };
        if ((row || column) && joined) {
          links.add(new int[] {one, other});
        }
      }
    }
    return links;
  }

  private static int[][] distances(List<int[]> links, int n) {
    int[][] far = new int[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        far[i][j] = i == j ? 0 : n;
      }
    }
    links.forEach(l -> far[l[0]][l[1]] = far[l[1]][l[0]] = 1);
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          far[i][j] = Math.min(far[i][j], far[i][k] + far[k][j]);
        }
      }
    }
    return far;
  }

  @Test
  void blocks_fill_a_torus() {
    assertThatThrownBy(() -> grid(Shape.TORUS, 4, 16, 6)).hasMessageContaining("multiples of 4");
    assertThatThrownBy(() -> grid(Shape.MESH, 4, 16, 16)).hasMessageContaining("tori");
    assertThatThrownBy(() -> grid(Shape.TORUS, 0, 0)).hasMessageContaining("1 router");
    GridDesign slice = grid(Shape.TORUS, 4, 4, 4, 4);
    assertThat(slice.opticalFibres()).isEqualTo(96);
    assertThat(slice.opticalSwitches()).isEqualTo(48);
  }
}
