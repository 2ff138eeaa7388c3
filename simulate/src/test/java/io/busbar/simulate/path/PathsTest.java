package io.busbar.simulate.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.fabric.LooseEnds;
import io.busbar.simulate.fabric.NodeKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathsTest {
  private static final Bandwidth RATE = Bandwidth.parse("400Gb/s");
  private static final TimeSpan HALF_US = TimeSpan.parse("0.5us");
  private static final TimeSpan NO_DELAY = TimeSpan.parse("0us");
  private static final Fabric TREE = Fabrics.fatTree(8, RATE, HALF_US, NO_DELAY);

  @ParameterizedTest
  @CsvSource({"0, 1, 2", "0, 4, 4", "0, 127, 6"})
  void a_path_has_two_links_per_tier(int src, int dst, int links) {
    for (Routing routing : new Routing[] {Routing.HASH, Routing.DESTINATION}) {
      Paths paths = new Paths(TREE, routing, 1);
      assertThat(paths.find(src, dst, 0)).isTrue();
      assertThat(paths.count()).isEqualTo(links);
      assertThat(paths.latencyPs()).isEqualTo(links * 500_000L);
      assertThat(paths.bytesPerSecond()).isEqualTo(50e9);
    }
  }

  @Test
  void spreading_uses_all_equal_links_in_equal_parts() {
    Paths paths = new Paths(TREE, Routing.SPREAD, 1);
    assertThat(paths.find(0, 127, 0)).isTrue();

    // 1 up, 4 to spines, 16 to cores, 16 down, 4 down, 1 down
    assertThat(paths.count()).isEqualTo(42);
    assertThat(paths.latencyPs()).isEqualTo(3_000_000);
    assertThat(paths.bytesPerSecond()).isEqualTo(50e9);
    double sum = 0;
    for (int i = 0; i < paths.count(); i++) {
      sum += paths.parts()[i];
      boolean toCore = TREE.kind(TREE.owner(TREE.peer(paths.ports()[i]))) == NodeKind.CORE;
      assertThat(toCore && paths.parts()[i] != 1.0 / 16).isFalse();
    }
    assertThat(sum).isEqualTo(6, within(1e-12));
  }

  @Test
  void by_destination_a_shift_of_all_hosts_meets_no_other() {
    Paths paths = new Paths(TREE, Routing.DESTINATION, 1);
    for (int shift : new int[] {1, 5, 16, 37, 64}) {
      int[] users = new int[TREE.ports()];
      for (int host = 0; host < 128; host++) {
        paths.find(host, (host + shift) % 128, 0);
        for (int i = 0; i < paths.count(); i++) {
          users[paths.ports()[i]]++;
        }
      }
      assertThat(java.util.Arrays.stream(users).max().orElseThrow()).isOne();
    }
  }

  /** fabric-cases.yaml, ecmp-balls-bins: n flows on n equal links. */
  @ParameterizedTest
  @CsvSource({"8, 0.3436, 2.5972", "16, 0.3561, 3.0782", "32, 0.3621, 3.5329"})
  void hashing_leaves_links_idle_as_balls_in_bins_do(int n, double idleShare, double worst) {
    Fabric fabric = Fabrics.leafSpine(2, n, n, n, RATE, RATE, HALF_US, NO_DELAY);
    double idle = 0;
    double most = 0;
    int trials = 1000;
    for (int seed = 0; seed < trials; seed++) {
      Paths paths = new Paths(fabric, Routing.HASH, seed);
      int[] users = new int[fabric.ports()];
      int max = 0;
      int used = 0;
      for (int host = 0; host < n; host++) {
        paths.find(host, n + host, 0);
        int count = ++users[paths.ports()[1]];
        used += count == 1 ? 1 : 0;
        max = Math.max(max, count);
      }
      idle += (double) (n - used) / n / trials;
      most += (double) max / trials;
    }
    assertThat(idle).isEqualTo(idleShare, within(0.03 * idleShare));
    assertThat(most).isEqualTo(worst, within(0.03 * worst));
  }

  @Test
  void channels_of_one_pair_take_different_paths() {
    Paths paths = new Paths(TREE, Routing.HASH, 1);
    long different =
        java.util.stream.IntStream.range(0, 64)
            .map(channel -> {
              paths.find(0, 127, channel);
              return paths.ports()[2];
            })
            .distinct()
            .count();
    assertThat(different).isGreaterThan(10);
  }

  @Test
  void a_port_without_a_cable_ends_every_path() {
    for (Routing routing : Routing.values()) {
      Paths paths = new Paths(LooseEnds.star(), routing, 1);
      assertThat(paths.find(0, 1, 0)).isTrue();
      assertThat(paths.find(2, 0, 0)).isFalse();
      assertThat(paths.find(0, 2, 0)).isFalse();
      assertThat(paths.find(1, 0, 0)).isTrue();
    }
  }

  @Test
  void a_switch_that_takes_part_is_reached_by_its_links() {
    for (Routing routing : Routing.values()) {
      Paths paths = new Paths(TREE, routing, 1);
      int leaf = TREE.endpoints();
      assertThat(paths.find(0, leaf, 0)).isTrue();
      assertThat(paths.count()).isOne();
      assertThat(paths.find(leaf, 4, 0)).as("under the next leaf").isTrue();
      assertThat(paths.count()).isEqualTo(3);
      assertThat(paths.latencyPs()).isEqualTo(1_500_000);
      assertThat(paths.bytesPerSecond()).isEqualTo(50e9);
    }
  }
}
