package io.busbar.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.collective.schedule.Locality;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RingOrderTest {
  private static RingOrder order(Locality locality, int channel) {
    return new RingOrder(locality, channel, RingOrder.paired(locality));
  }

  /** Ranks that leave their node, in ring order; each is followed by the rank that is entered. */
  private static int[][] crossings(Locality locality, int channel) {
    RingOrder order = order(locality, channel);
    int n = locality.ranks();
    int[][] found = new int[n][];
    int count = 0;
    for (int position = 0; position < n; position++) {
      int from = order.rank(position);
      int to = order.rank(position + 1);
      if (locality.node(from) != locality.node(to)) {
        found[count++] = new int[] {from, to};
      }
    }
    return Arrays.copyOf(found, count);
  }

  @Test
  void every_rank_is_on_the_ring_once() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 200; i++) {
      int n = 1 + random.nextInt(50);
      Locality locality = Proofs.ragged(n, 1 + random.nextInt(n), random);
      RingOrder order = order(locality, random.nextInt(9));
      BitSet seen = new BitSet();
      for (int position = 0; position < n; position++) {
        seen.set(order.rank(position));
        assertThat(order.position(order.rank(position))).isEqualTo(position);
      }
      assertThat(seen.cardinality()).isEqualTo(n);
      assertThat(order.rank(-1)).isEqualTo(order.rank(n - 1));
      assertThat(order.rank(n)).isEqualTo(order.rank(0));
    }
  }

  @Test
  void a_ring_crosses_each_node_boundary_once() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 200; i++) {
      int n = 2 + random.nextInt(50);
      Locality locality = Proofs.ragged(n, 2 + random.nextInt(n - 1), random);
      assertThat(crossings(locality, random.nextInt(9))).hasNumberOfRows(locality.nodes());
    }
  }

  @Test
  void a_ring_leaves_and_enters_on_the_same_rail_and_channels_share_the_rails() {
    for (int nodes = 2; nodes <= 9; nodes++) {
      for (int perNode : new int[] {1, 3, 4, 8}) {
        Locality locality = Locality.uniform(nodes, perNode);
        BitSet[] railsOut = new BitSet[nodes];
        Arrays.setAll(railsOut, node -> new BitSet());
        for (int channel = 0; channel < perNode; channel++) {
          for (int[] crossing : crossings(locality, channel)) {
            int rail = locality.rail(crossing[0]);
            assertThat(locality.rail(crossing[1])).isEqualTo(rail);
            railsOut[locality.node(crossing[0])].set(rail);
          }
        }
        for (BitSet rails : railsOut) {
          assertThat(rails.cardinality()).isEqualTo(perNode);
        }
      }
    }
  }

  @Test
  void with_two_ranks_per_rail_a_ring_keeps_to_one_rail() {
    int[] node = new int[24];
    int[] rail = new int[24];
    for (int rank = 0; rank < 24; rank++) {
      node[rank] = rank / 8;
      rail[rank] = rank % 8 / 2;
    }
    Locality locality = new Locality(node, rail);
    for (int channel = 0; channel < 4; channel++) {
      for (int[] crossing : crossings(locality, channel)) {
        assertThat(locality.rail(crossing[0])).isEqualTo(channel);
        assertThat(locality.rail(crossing[1])).isEqualTo(channel);
      }
    }
  }

  @Test
  void two_rails_and_an_odd_number_of_nodes_change_rails_once() {
    Locality locality = Locality.uniform(5, 2);
    int changes = 0;
    for (int[] crossing : crossings(locality, 0)) {
      changes += locality.rail(crossing[0]) == locality.rail(crossing[1]) ? 0 : 1;
    }
    assertThat(changes).isEqualTo(1);
  }
}
