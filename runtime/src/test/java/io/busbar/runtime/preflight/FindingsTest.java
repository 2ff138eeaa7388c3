package io.busbar.runtime.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.busbar.base.report.Severity;
import io.busbar.runtime.preflight.Rounds.Pair;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FindingsTest {
  @Test
  void nothing_stands_out_of_healthy_hosts_however_many() {
    for (int hosts = 2; hosts <= 40; hosts++) {
      PreflightAnswer answer = new Cluster(hosts, 1 + hosts % 2).answer();
      assertThat(answer.outliers()).as("%d hosts", hosts).isEmpty();
      assertThat(answer.pairsMeasured()).isEqualTo(answer.pairsAll());
    }
  }

  @Test
  void a_slow_host_is_told_once_and_explains_its_pairs() {
    for (int hosts = 3; hosts <= 20; hosts++) {
      Cluster cluster = new Cluster(hosts, 1).slow(0, 1, 0.5);
      assertThat(cluster.found()).containsExactly("slow-host h1 - host both");
      Outlier slow = cluster.answer().outliers().getFirst();
      assertThat(slow.severity()).isEqualTo(Severity.CRITICAL);
      assertThat(slow.measured() / slow.healthy()).isBetween(0.45, 0.55);
    }
  }

  @Test
  void a_host_may_be_slow_in_one_direction_only() {
    Cluster cluster = new Cluster(6, 1);
    for (int peer = 0; peer < 6; peer++) {
      cluster.rate[0][peer][4] *= 0.75;
    }
    assertThat(cluster.found()).containsExactly("slow-host h4 - host receives");
    assertThat(cluster.answer().outliers().getFirst().severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void two_slow_hosts_of_many_are_both_told() {
    Cluster cluster = new Cluster(8, 1).slow(0, 2, 0.5).slow(0, 5, 0.6);
    assertThat(cluster.found())
        .containsExactly("slow-host h2 - host both", "slow-host h5 - host both");
  }

  @Test
  void a_slow_pair_is_not_its_hosts_fault() {
    Cluster cluster = new Cluster(5, 1);
    cluster.rate[0][1][3] *= 0.4;
    assertThat(cluster.found()).containsExactly("slow-pair h1 h3 pair sends");
    cluster.rate[0][3][1] *= 0.4;
    assertThat(cluster.found()).containsExactly("slow-pair h1 h3 pair both");
  }

  @Test
  void one_interface_of_several_is_named() {
    Cluster cluster = new Cluster(4, 2).slow(1, 3, 0.5);
    assertThat(cluster.found()).containsExactly("slow-interface h3 - interface both");
    assertThat(cluster.answer().outliers().getFirst().interfaceName()).isEqualTo("eth1");
  }

  @Test
  void of_two_hosts_nobody_can_say_which_side_it_is() {
    Cluster cluster = new Cluster(2, 1);
    cluster.rate[0][0][1] *= 0.5;
    assertThat(cluster.found()).containsExactly("slow-pair h0 h1 pair sends");
    assertThat(cluster.answer().outliers().getFirst().why()).contains("a third host");
    assertThat(new Cluster(2, 1).slow(0, 0, 0.5).found()).isEmpty();
  }

  @Test
  void what_all_have_alike_is_not_found_and_two_kinds_are_said_to_be_two() {
    Cluster slow = new Cluster(6, 1);
    for (int host = 0; host < 6; host++) {
      slow.slow(0, host, 0.5);
    }
    assertThat(slow.found()).isEmpty();
    Cluster halves = new Cluster(4, 1).slow(0, 0, 0.4).slow(0, 1, 0.4);
    assertThat(halves.found()).containsExactly("unequal-hosts  - set -");
  }

  @Test
  void loss_towards_a_host_is_that_hosts_and_one_way_is_a_pairs() {
    Cluster cluster = new Cluster(4, 1);
    for (int peer = 0; peer < 4; peer++) {
      cluster.loses(peer, 2, 0.005);
    }
    assertThat(cluster.found()).containsExactly("loss h2 - host receives");
    Cluster pair = new Cluster(4, 1);
    pair.loses(0, 1, 0.002);
    assertThat(pair.found()).containsExactly("loss h0 h1 pair sends");
    Cluster chance = new Cluster(4, 1);
    chance.loses(0, 1, 0.0005);
    assertThat(chance.found()).isEmpty();
  }

  @Test
  void what_is_lost_at_full_rate_only_overflows_a_queue_and_accuses_nobody() {
    Cluster cluster = new Cluster(4, 1);
    for (int peer = 0; peer < 4; peer++) {
      cluster.lossShare[0][2][peer] = 0.02;
    }
    assertThat(cluster.found()).isEmpty();
    assertThat(cluster.answer().notJudged())
        .extracting(NotJudged::code, NotJudged::host, NotJudged::peer)
        .contains(tuple("loss", "h2", "h0"), tuple("loss", "h2", "h3"))
        .hasSize(3);
    assertThat(cluster.answer().notJudged().getFirst().reason()).contains("a queue on the path");
  }

  @Test
  void segments_that_arrived_twice_were_not_lost() {
    assertThat(new Resent(19_688, 21, 21).lost()).isZero();
    assertThat(new Resent(32_697, 136, 144).lostShare()).isZero();
    assertThat(new Resent(10_000, 60, 10).lostShare()).isEqualTo(0.005);
  }

  @Test
  void what_a_busy_host_explains_is_not_judged_and_what_it_does_not_explain_is() {
    Cluster busy = new Cluster(4, 1);
    busy.rate[0][0][1] = 0.6 * Cluster.RATE;
    busy.waited[0][0][1] = 0.2;
    assertThat(busy.found()).isEmpty();
    assertThat(busy.answer().notJudged())
        .extracting(NotJudged::code, NotJudged::host, NotJudged::peer)
        .containsExactly(tuple("slow-pair", "h0", "h1"));
    Cluster slow = new Cluster(4, 1);
    slow.rate[0][0][1] = 0.6 * Cluster.RATE;
    slow.waited[0][0][1] = 0.05;
    assertThat(slow.found()).containsExactly("slow-pair h0 h1 pair sends");
    assertThat(slow.answer().notJudged()).isEmpty();
  }

  /** Threads that wait cost any part of what they may; beside very slow paths others look usual. */
  @Test
  void nothing_is_found_on_healthy_hosts_however_busy() {
    double[] shares = {0, 0.1, 0.2, 0.3, 0.6};
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      Cluster cluster = new Cluster(4, 1);
      for (int path = 0; path < 16; path++) {
        double waited = shares[random.nextInt(shares.length)];
        cluster.waited[0][path / 4][path % 4] = waited;
        cluster.rate[0][path / 4][path % 4] *= Math.max(0.02, 1 - 2 * waited * random.nextDouble());
      }
      assertThat(cluster.found()).as("seed %d", seed).isEmpty();
    }
  }

  /** What other hosts wait for excuses no host that does not wait. */
  @Test
  void a_slow_pair_is_found_among_busy_hosts() {
    Cluster cluster = new Cluster(6, 1);
    for (int from = 2; from < 6; from++) {
      for (int to = 2; to < 6; to++) {
        cluster.waited[0][from][to] = 0.3;
        cluster.rate[0][from][to] *= 0.5;
      }
    }
    cluster.rate[0][0][1] *= 0.5;
    assertThat(cluster.found()).containsExactly("slow-pair h0 h1 pair sends");
  }

  /** Two hosts have one way in each half, which shares its links with no other. */
  @Test
  void one_way_alone_is_no_congestion() {
    Cluster cluster = new Cluster(2, 1);
    cluster.halves = 0.5;
    assertThat(cluster.found()).isEmpty();
  }

  @Test
  void halves_of_busy_hosts_are_not_judged() {
    Cluster cluster = new Cluster(6, 1);
    cluster.halves = 0.5;
    cluster.halvesWaited = 0.25;
    assertThat(cluster.found()).isEmpty();
    assertThat(cluster.answer().notJudged())
        .extracting(NotJudged::code)
        .containsExactly("congestion");
  }

  @Test
  void hosts_that_are_all_busy_are_not_called_unequal() {
    Cluster cluster = new Cluster(4, 1);
    for (int from = 0; from < 4; from++) {
      for (int to = 0; to < 4; to++) {
        cluster.rate[0][from][to] = Cluster.RATE * (0.3 + 0.2 * Math.max(from, to));
        cluster.waited[0][from][to] = 0.5;
      }
    }
    assertThat(cluster.found()).isEmpty();
  }

  @Test
  void a_quiet_measurement_counts_more_than_a_busy_one() {
    Rate quietAndSlow = Rate.of(0.5e9, 0.01).best(Rate.of(0.4e9, 0.6));
    assertThat(quietAndSlow.bytesPerS()).isEqualTo(0.5e9);
    assertThat(quietAndSlow.unhindered()).isLessThan(0.52e9);
    assertThat(Rate.decoded(quietAndSlow.encoded())).isEqualTo(quietAndSlow);
  }

  @Test
  void a_slow_host_loses_packets_because_it_is_slow() {
    Cluster cluster = new Cluster(5, 1).slow(0, 2, 0.5);
    for (int peer = 0; peer < 5; peer++) {
      cluster.loses(peer, 2, 0.01);
    }
    assertThat(cluster.found()).containsExactly("slow-host h2 - host both");
    assertThat(cluster.answer().outliers().getFirst().evidence())
        .contains("segments sent again: 4000 to it, 0 by it");
  }

  @Test
  void another_mtu_is_a_hosts_and_with_a_tie_nobodys() {
    Cluster cluster = new Cluster(4, 1);
    cluster.mtu[0][3] = 1500;
    assertThat(cluster.found()).containsExactly("mtu-mismatch h3 - host -");
    assertThat(cluster.answer().outliers().getFirst().severity()).isEqualTo(Severity.CRITICAL);
    Cluster two = new Cluster(2, 1);
    two.mtu[0][1] = 1500;
    assertThat(two.found()).containsExactly("mtu-mismatch  - set -");
  }

  @Test
  void a_black_hole_is_a_pairs_or_a_hosts() {
    Cluster cluster = new Cluster(4, 1);
    cluster.reach[0][0][2] = 1500;
    assertThat(cluster.found()).containsExactly("mtu-black-hole h0 h2 pair sends");
    for (int peer = 0; peer < 4; peer++) {
      cluster.reach[0][peer][2] = 1500;
    }
    assertThat(cluster.found()).containsExactly("mtu-black-hole h2 - host receives");
  }

  @Test
  void clocks_are_compared_with_their_bound() {
    Cluster cluster = new Cluster(4, 1);
    cluster.clockUs[1] = 25_000;
    assertThat(cluster.found()).containsExactly("clock-offset h1 - host -");
    assertThat(cluster.answer().outliers().getFirst().title()).contains("25.0 ms ahead of most");
    Cluster two = new Cluster(2, 1);
    two.clockUs[1] = -25_000;
    assertThat(two.found()).containsExactly("clock-offset h0 h1 pair -");
    assertThat(two.answer().outliers().getFirst().title()).contains("ahead of h1");
  }

  @Test
  void slow_processors_memory_and_long_trips_are_found() {
    Cluster cluster = new Cluster(5, 1);
    cluster.loops[2] *= 0.4;
    cluster.copies[3] *= 0.5;
    for (int peer = 0; peer < 5; peer++) {
      cluster.tripUs[4][peer] = 200;
      cluster.tripUs[peer][4] = 200;
    }
    assertThat(cluster.found())
        .containsExactlyInAnyOrder(
            "slow-cpu h2 - host -", "slow-memory h3 - host -", "long-round-trip h4 - host -");
  }

  @Test
  void a_half_duplex_link_and_a_full_fabric_are_found() {
    Cluster cluster = new Cluster(4, 1);
    for (int peer = 0; peer < 4; peer++) {
      cluster.both[0][1][peer] = 0.5;
      cluster.both[0][peer][1] = 0.5;
    }
    assertThat(cluster.found()).containsExactly("slow-both-paths h1 - interface both");
    Cluster full = new Cluster(4, 1);
    full.halves = 0.5;
    assertThat(full.found()).containsExactly("congestion  - set -");
  }

  @Test
  void a_host_that_nobody_reaches_explains_its_pairs() {
    Cluster cluster = new Cluster(4, 1);
    cluster.broken.add(Pair.of(0, 3));
    assertThat(cluster.found()).containsExactly("unreachable h0 h3 pair both");
    cluster.broken.add(Pair.of(1, 3));
    cluster.broken.add(Pair.of(2, 3));
    assertThat(cluster.found()).containsExactly("unreachable h3 - host both");
  }

  @Test
  void the_page_of_many_hosts_shows_the_worst() {
    Cluster cluster = new Cluster(60, 1).slow(0, 58, 0.5);
    PreflightAnswer answer = cluster.answer();
    assertThat(PreflightReport.of(answer).title())
        .isEqualTo("Preflight of 60 hosts: one thing stands out");
    assertThat(HeatMap.of(answer, 0, HeatMap.Kind.RATE).shapes().toString()).contains("h58");
    assertThat(HeatMap.of(answer, 0, HeatMap.Kind.RATE).caption()).contains("Worst 40 hosts");
  }
}
