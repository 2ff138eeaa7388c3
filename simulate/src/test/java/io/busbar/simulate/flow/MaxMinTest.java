package io.busbar.simulate.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaxMinTest {

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static int flow(MaxMin shares, int... links) {
    return shares.add(links, ones(links.length), links.length);
  }

  private static void startAll(MaxMin shares, int... flows) {
    for (int flow : flows) {
      shares.start(flow);
    }
    shares.settle();
  }

  @Test
  void a_long_flow_and_one_on_each_link_share_halves() {
    MaxMin shares = new MaxMin(new double[] {1, 1});
    int both = flow(shares, 0, 1);
    int first = flow(shares, 0);
    int second = flow(shares, 1);

    startAll(shares, both, first, second);

    assertThat(shares.rate(both)).isEqualTo(0.5);
    assertThat(shares.rate(first)).isEqualTo(0.5);
    assertThat(shares.rate(second)).isEqualTo(0.5);
  }

  @Test
  void who_is_held_back_elsewhere_leaves_the_rest_to_the_others() {
    // Link 0 carries 3 flows (1/3 each); link 1 then gives 1 - 1/3 to its own flow.
    MaxMin shares = new MaxMin(new double[] {1, 1, 2});
    int both = flow(shares, 0, 1);
    int onZeroA = flow(shares, 0);
    int onZeroB = flow(shares, 0);
    int onOne = flow(shares, 1, 2);
    int onTwo = flow(shares, 2);

    startAll(shares, both, onZeroA, onZeroB, onOne, onTwo);

    assertThat(shares.rate(both)).isEqualTo(1.0 / 3, within(1e-12));
    assertThat(shares.rate(onOne)).isEqualTo(2.0 / 3, within(1e-12));
    assertThat(shares.rate(onTwo)).isEqualTo(4.0 / 3, within(1e-12));
    assertThat(shares.bottleneck(both)).isZero();
    assertThat(shares.bottleneck(onOne)).isOne();
    assertThat(shares.bottleneck(onTwo)).isEqualTo(2);
  }

  @Test
  void leaving_gives_the_rest_more_and_reaches_links_further_away() {
    MaxMin shares = new MaxMin(new double[] {1, 1});
    int both = flow(shares, 0, 1);
    int first = flow(shares, 0);
    int second = flow(shares, 1);
    int alsoSecond = flow(shares, 1);
    startAll(shares, both, first, second, alsoSecond);
    assertThat(shares.rate(first)).isEqualTo(2.0 / 3, within(1e-12));

    shares.stop(alsoSecond);
    shares.settle();

    assertThat(shares.rate(both)).isEqualTo(0.5, within(1e-12));
    assertThat(shares.rate(first)).isEqualTo(0.5, within(1e-12));
    assertThat(shares.rate(second)).isEqualTo(0.5, within(1e-12));
  }

  @Test
  void a_flow_spread_over_two_links_loads_each_with_its_part() {
    MaxMin shares = new MaxMin(new double[] {1, 1, 10});
    int spread = shares.add(new int[] {0, 1, 2}, new double[] {0.5, 0.5, 1}, 3);
    int single = flow(shares, 0);

    startAll(shares, spread, single);

    // 0.5 x + x = 1 on link 0
    assertThat(shares.rate(spread)).isEqualTo(2.0 / 3, within(1e-12));
    assertThat(shares.rate(single)).isEqualTo(2.0 / 3, within(1e-12));
    assertThat(shares.load(1)).isEqualTo(1.0 / 3, within(1e-12));
  }

  @Test
  void a_link_that_fails_stops_its_flows_and_one_that_recovers_resumes_them() {
    MaxMin shares = new MaxMin(new double[] {1, 1});
    int dead = flow(shares, 0, 1);
    int alive = flow(shares, 1);
    startAll(shares, dead, alive);

    shares.capacity(0, 0);
    shares.settle();
    assertThat(shares.rate(dead)).isZero();
    assertThat(shares.rate(alive)).isEqualTo(1, within(1e-12));

    shares.capacity(0, 0.25);
    shares.settle();
    assertThat(shares.rate(dead)).isEqualTo(0.25, within(1e-12));
    assertThat(shares.rate(alive)).isEqualTo(0.75, within(1e-12));
  }

  @Test
  void stopping_and_starting_at_once_changes_nothing() {
    MaxMin shares = new MaxMin(new double[] {1});
    int a = flow(shares, 0);
    int b = flow(shares, 0);
    startAll(shares, a, b);

    shares.stop(a);
    shares.start(a);

    assertThat(shares.settle()).isZero();
    assertThat(shares.rate(a)).isEqualTo(0.5);
  }

  @Test
  void symmetric_flows_get_the_same_rate_to_the_last_bit() {
    int hosts = 37;
    double[] capacity = new double[2 * hosts];
    Arrays.fill(capacity, 0.05);
    MaxMin shares = new MaxMin(capacity);
    for (int from = 0; from < hosts; from++) {
      for (int to = 0; to < hosts; to++) {
        if (from != to) {
          shares.start(flow(shares, from, hosts + to));
        }
      }
    }
    shares.settle();

    for (int f = 0; f < hosts * (hosts - 1); f++) {
      assertThat(shares.rate(f)).isEqualTo(shares.rate(0));
    }
    assertThat(shares.rate(0)).isEqualTo(0.05 / (hosts - 1), within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void every_batch_of_changes_ends_where_water_filling_from_nothing_ends(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int network = 0; network < 40; network++) {
      checkNetwork(random);
    }
  }

  private static void checkNetwork(SplittableRandom random) {
    int links = random.nextInt(2, 30);
    int flows = random.nextInt(1, 80);
    double[] capacity = new double[links];
    for (int l = 0; l < links; l++) {
      capacity[l] = random.nextInt(4) == 0 ? 0.05 : random.nextDouble(0.01, 0.1);
    }
    MaxMin shares = new MaxMin(capacity);
    int[][] route = new int[flows][];
    double[][] weight = new double[flows][];
    for (int f = 0; f < flows; f++) {
      route[f] =
          random
              .ints(0, links)
              .distinct()
              .limit(random.nextInt(1, Math.min(7, links + 1)))
              .toArray();
      weight[f] = ones(route[f].length);
      for (int i = 0; random.nextInt(5) == 0 && i < weight[f].length; i++) {
        weight[f][i] = 1.0 / random.nextInt(1, 5);
      }
      assertThat(shares.add(route[f], weight[f], route[f].length)).isEqualTo(f);
    }
    boolean[] active = new boolean[flows];
    for (int batch = 0; batch < 30; batch++) {
      for (int n = random.nextInt(1, batch % 5 == 0 ? flows + 1 : 3); n > 0; n--) {
        int f = random.nextInt(flows);
        active[f] = !active[f];
        if (active[f]) {
          shares.start(f);
        } else {
          shares.stop(f);
        }
      }
      if (random.nextInt(6) == 0) {
        int l = random.nextInt(links);
        capacity[l] = random.nextInt(3) == 0 ? 0 : random.nextDouble(0.01, 0.1);
        shares.capacity(l, capacity[l]);
      }
      shares.settle();
      double[] expected = WaterFillingOracle.rates(capacity, route, weight, active);
      for (int f = 0; f < flows; f++) {
        assertThat(shares.rate(f))
            .isEqualTo(expected[f], within(1e-6 * Math.max(expected[f], 1e-3)));
      }
    }
  }
}
