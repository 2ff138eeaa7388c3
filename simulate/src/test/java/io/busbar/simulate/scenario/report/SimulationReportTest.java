package io.busbar.simulate.scenario.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.problem.InputException;
import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.simulate.scenario.answer.SimulationAnswer;
import io.busbar.simulate.scenario.answer.SimulationAnswer.End;
import io.busbar.simulate.scenario.input.Question;
import io.busbar.simulate.scenario.run.Watch;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.scenario.setting.Repair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class SimulationReportTest {

  /** A question as on the command line: an operation, then options with their values. */
  private static Question question(String line) {
    String[] words = line.split(" ");
    Map<String, String> options = new HashMap<>();
    for (int i = 1; i < words.length; i += 2) {
      options.merge(words[i], words[i + 1], (one, more) -> one + ";" + more);
    }
    String ranks = options.get("--ranks");
    String senders = options.get("--senders");
    String channels = options.get("--channels");
    String algorithms = options.get("--algo");
    String faults = options.get("--fault");
    String dcqcn = options.get("--dcqcn");
    Question.Place place =
        new Question.Place(
            null,
            options.get("--cluster"),
            options.get("--fabric"),
            options.getOrDefault("--link", "400Gb/s"),
            options.getOrDefault("--link-latency", "500ns"),
            ranks == null ? null : Integer.valueOf(ranks));
    Question.Load load =
        new Question.Load(
            null,
            list(options.getOrDefault("--size", "1MiB")),
            senders == null ? null : Integer.valueOf(senders),
            algorithms == null ? null : list(algorithms),
            channels == null ? null : Integer.valueOf(channels),
            options.getOrDefault("--slot", "1MiB"));
    Question.Network network =
        new Question.Network(
            list(options.getOrDefault("--fidelity", "flow")),
            list(options.getOrDefault("--routing", "ecmp")),
            list(options.getOrDefault("--congestion", "dcqcn")),
            Integer.parseInt(options.getOrDefault("--mtu", "4096")),
            options.get("--buffer"),
            new Question.Transport(
                Integer.parseInt(options.getOrDefault("--qps", "1")),
                options.getOrDefault("--lossless", "on"),
                options.get("--repair"),
                Integer.parseInt(options.getOrDefault("--ib-timeout", "20")),
                Integer.parseInt(options.getOrDefault("--ib-retry", "7")),
                dcqcn == null ? List.of() : list(dcqcn),
                List.of()),
            faults == null ? List.of() : Arrays.asList(faults.split(";")));
    long seed = Long.parseLong(options.getOrDefault("--seed", "1"));
    return new Question(words[0], place, load, network, seed);
  }

  private static List<String> list(String text) {
    return Arrays.asList(text.split(","));
  }

  private static Report report(String line) {
    return SimulationReport.of(question(line), () -> 0);
  }

  private static List<SimulationAnswer> runs(String line) {
    SimulationAnswer first = (SimulationAnswer) report(line).answer();
    List<SimulationAnswer> runs = new ArrayList<>(List.of(first));
    runs.addAll(first.others());
    return runs;
  }

  private static SimulationAnswer run(String line) {
    List<SimulationAnswer> runs = runs(line);
    assertThat(runs).hasSize(1);
    return runs.getFirst();
  }

  private static double seconds(SimulationAnswer run) {
    Double seconds = run.completionS();
    assertThat(seconds).as("%s", run).isNotNull();
    return seconds == null ? 0 : seconds;
  }

  /** The comparison of simulators: 2(n-1) rounds of 1 MB at 400 Gb/s and one link's latency. */
  @Test
  void a_ring_of_64_takes_the_same_in_all_fidelities_and_none_is_below_the_bound() {
    List<SimulationAnswer> runs =
        runs(
            "all_reduce --fabric fat-tree:8 --ranks 64 --size 64MB"
                + " --fidelity message,flow,packet");

    double message = seconds(runs.getFirst());
    for (SimulationAnswer run : runs) {
      assertThat(run.boundS()).isEqualTo(2.52e-3 + 1e-6, within(1e-9));
      assertThat(seconds(run))
          .isGreaterThanOrEqualTo(2.583e-3)
          .isEqualTo(message, within(0.03 * message));
      assertThat(run.busbwBytesPerS()).isEqualTo(63 / 32.0 * 64e6 / seconds(run), within(1.0));
    }
  }

  /** 4 hops of a link each; for long messages (n+1)/n of the buffer, which a ring cannot beat. */
  @Test
  void an_nvswitch_adds_up_the_slices_of_all_owners_at_once() {
    for (SimulationAnswer run :
        runs(
            "all_reduce --cluster dgx-h100:1 --algo nvls --size 64B"
                + " --fidelity closed,message,flow,packet")) {
      assertThat(seconds(run)).isEqualTo(1.54e-6, within(5e-9));
    }
    for (SimulationAnswer run :
        runs(
            "all_reduce --cluster gb200-nvl72:1 --algo nvls --size 8MiB"
                + " --fidelity closed,message,flow,packet")) {
      assertThat(seconds(run)).isBetween(73 / 72.0 * (8 << 20) / 900e9, 15e-6);
    }
  }

  /** Sanders et al.: 2 S/B = 10.24 ms, and what it takes to fill the tree. */
  @Test
  void a_double_tree_of_64_has_as_many_pieces_as_fill_it() {
    for (SimulationAnswer run :
        runs(
            "all_reduce --fabric star:64 --algo tree --size 256MB"
                + " --fidelity closed,message,flow")) {
      assertThat(seconds(run)).isBetween(10.24e-3, 10.24e-3 * 1.06);
    }
  }

  /** The root of a binomial tree sends its 6 messages one after the other: 6 S/B. */
  @Test
  void a_binomial_tree_sends_to_one_child_after_the_other() {
    for (SimulationAnswer run :
        runs(
            "broadcast --fabric star:64 --algo binomial --size 64MB --slot 64MB"
                + " --congestion none --fidelity closed,message,flow,packet")) {
      assertThat(seconds(run)).isEqualTo(7.68e-3, within(0.04 * 7.68e-3));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void the_fidelities_agree_on_the_channels_of_a_quiet_node(int channels) {
    List<SimulationAnswer> runs =
        runs(
            "all_reduce --cluster dgx-h100:1 --size 8MiB --fidelity closed,message,flow,packet"
                + " --channels "
                + channels);
    double packet = seconds(runs.getLast());
    for (SimulationAnswer run : runs) {
      assertThat(seconds(run)).isEqualTo(packet, within(0.05 * packet));
    }
  }

  /** 2 (n-1)/n S over the 450 GB/s of NVLink, which is all that one node uses, and its latency. */
  @Test
  void the_bound_is_of_the_links_that_are_used_and_has_their_latency() {
    SimulationAnswer ring = run("all_reduce --cluster dgx-h100:1 --size 1GiB --fidelity closed");
    assertThat(ring.boundS()).isEqualTo(1.75 * (1 << 30) / 450e9 + 770e-9, within(1e-9));
    SimulationAnswer small = run("all_reduce --cluster dgx-h100:1 --size 64B --fidelity message");
    assertThat(seconds(small) / small.boundS()).isBetween(13.9, 14.1);
  }

  /** 7 rings of 8 GPUs share no xGMI link: 2 (n-1)/n S over 7 links of 64 GB/s. */
  @ParameterizedTest
  @ValueSource(strings = {"mi300x-platform:1", "mi300x-platform:2", "mi300x-platform:4"})
  void rings_of_a_mesh_use_all_of_its_links(String cluster) {
    List<SimulationAnswer> runs =
        runs("all_reduce --cluster " + cluster + " --size 256MiB --fidelity closed,message,flow");
    double closed = seconds(runs.getFirst());
    assertThat(closed).isBetween(1.0e-3, 1.35e-3);
    for (SimulationAnswer run : runs) {
      assertThat(seconds(run)).isEqualTo(closed, within(0.05 * closed));
    }
    assertThat(runs.getLast().tiers())
        .first()
        .satisfies(tier -> {
          assertThat(tier.used()).isEqualTo(tier.links());
        });
  }

  @Test
  void an_incast_takes_what_its_receiver_can_take_in() {
    List<SimulationAnswer> runs =
        runs(
            "incast --senders 8 --fabric fat-tree:4 --size 1MiB --fidelity"
                + " closed,message,flow,packet --congestion none,dcqcn,ib"
                + " --routing ecmp,spray,adaptive");

    assertThat(runs).hasSize(1 + 1 + 3 + 9);
    double bound = 8 * 1048576 / 50e9 + 1e-6;
    for (SimulationAnswer run : runs) {
      assertThat(run.boundS()).isEqualTo(bound, within(1e-12));
      assertThat(seconds(run)).isGreaterThanOrEqualTo(bound);
      assertThat(run.busbwBytesPerS()).isLessThan(50e9);
      if (run.fidelity() == Fidelity.PACKET) {
        assertThat(run.deliveredBytes()).isEqualTo(8 * 1048576);
        assertThat(run.retransmitted()).as("%s", run).isZero();
        assertThat(run.hottestLinks().getFirst().link()).isEqualTo("leaf 0 -> endpoint 0");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "permutation --fabric leaf-spine:4x4x2 --fidelity packet,flow --seed 7",
        "incast --fabric fat-tree:4 --fidelity packet --routing spray",
        "alltoall --fabric star:8 --fidelity packet --congestion dcqcn-cts",
        "all_reduce --fabric fat-tree:4 --fidelity packet --fault loss:all:1e-3",
      })
  void the_same_seed_gives_the_same_answer(String line) {
    assertThat(runs(line)).isEqualTo(runs(line));
  }

  @ParameterizedTest
  @CsvSource({
    "incast --senders 4, fat-tree:4",
    "incast --senders 32, fat-tree:6",
    "all_reduce --ranks 16 --size 64KiB, fat-tree:4",
    "permutation --size 64KiB, fat-tree:8",
  })
  void without_a_place_the_smallest_fat_tree_is_taken(String line, String fabric) {
    assertThat(run(line).fabric()).isEqualTo(fabric);
  }

  @Test
  void a_run_that_is_stopped_tells_what_is_known_and_later_ones_are_left_out() {
    Watch impatient =
        new Watch() {
          @Override
          public boolean cancelled() {
            return true;
          }
        };
    String line = "permutation --fabric fat-tree:8 --size 4MiB --fidelity packet,flow";
    Report report = SimulationReport.of(question(line), () -> 0, impatient, false);
    SimulationAnswer run = (SimulationAnswer) report.answer();

    assertThat(run.end()).isEqualTo(End.CANCELLED);
    assertThat(run.completionS()).isNull();
    assertThat(run.linkHops()).isPositive();
    assertThat(run.simulatedS()).isPositive().isLessThan(run.boundS());
    assertThat(run.others()).isEmpty();
  }

  @Test
  void a_watch_sees_each_run_and_how_far_it_is() {
    List<Double> shares = new ArrayList<>();
    List<String> runs = new ArrayList<>();
    Watch watch =
        new Watch() {
          @Override
          public void run(String what, int number, int of) {
            runs.add(what + " " + number + "/" + of);
          }

          @Override
          public void at(double share, double simulatedSeconds) {
            shares.add(share);
          }
        };
    String line = "permutation --fabric fat-tree:4 --size 4MiB --fidelity packet,flow";
    SimulationReport.of(question(line), () -> 0, watch, false);

    assertThat(runs).containsExactly("permutation, packet 1/2", "permutation, flow 2/2");
    assertThat(shares).isNotEmpty().allMatch(share -> share >= 0 && share <= 1);
  }

  @Test
  void pages_have_the_fabric_and_what_went_on_over_time() {
    String line = "incast --fabric fat-tree:4 --size 1MiB --fidelity packet --congestion none";
    Report report = SimulationReport.of(question(line), () -> 0, Watch.NONE, true);

    assertThat(report.blocks())
        .extracting(Block::title)
        .contains("Load of links", "Rate over time", "Longest queue over time", "Pauses over time");
  }

  @Test
  void another_seed_gives_other_collisions() {
    String line = "permutation --fabric leaf-spine:4x4x4 --fidelity flow --seed ";
    assertThat(seconds(run(line + 1))).isNotEqualTo(seconds(run(line + 2)));
  }

  @ParameterizedTest
  @CsvSource({
    "all_reduce, ring",
    "all_reduce, tree",
    "all_reduce, recursive-doubling",
    "all_reduce, halving-doubling",
    "all_reduce, hierarchical",
    "all_reduce, nvls-tree",
    "all_reduce, collnet-direct",
    "all_reduce, collnet-chain",
    "all_gather, pat",
    "all_gather, hierarchical",
    "reduce_scatter, ring",
    "broadcast, binomial",
    "gather, direct",
    "scatter, binomial",
    "alltoall, direct",
    "alltoall, pairwise",
    "alltoall, pxn",
    "alltoall, two-level",
    "sendrecv, direct",
    "reduce, tree",
  })
  void every_algorithm_plays_on_a_cluster(String operation, String algorithm) {
    String line = operation + " --cluster dgx-h100:2 --size 1MiB --algo " + algorithm;
    for (SimulationAnswer run : runs(line + " --fidelity message,flow")) {
      assertThat(run.end()).isEqualTo(End.DONE);
      assertThat(seconds(run)).isGreaterThanOrEqualTo(run.boundS());
    }
  }

  /**
   * Flows are slower where all channels load one owner at a time: fair shares keep them in step.
   */
  @ParameterizedTest
  @CsvSource({
    "dgx-h100:1, all_reduce, nvls",
    "dgx-h100:1, all_gather, nvls",
    "dgx-h100:1, reduce_scatter, nvls",
    "dgx-h100:4, all_reduce, nvls-tree",
    "dgx-h100:4, all_reduce, collnet-direct",
    "dgx-h100:4, all_reduce, collnet-chain",
  })
  void switches_that_add_up_do_so_in_all_fidelities(String cluster, String op, String algorithm) {
    String line = op + " --cluster " + cluster + " --algo " + algorithm + " --size 16MiB";
    List<SimulationAnswer> runs =
        runs(line + " --fidelity message,flow,packet --congestion dcqcn,cts,ib");

    double message = seconds(runs.getFirst());
    for (SimulationAnswer run : runs) {
      assertThat(run.end()).isEqualTo(End.DONE);
      assertThat(seconds(run)).isGreaterThanOrEqualTo(run.boundS());
      assertThat(seconds(run) / message).as("%s", run).isBetween(0.6, 1.8);
    }
  }

  @Test
  void a_circle_of_full_buffers_is_named() {
    SimulationAnswer run =
        run(
            "permutation --fabric ring:4x4 --fidelity packet --congestion none --buffer 200kB"
                + " --size 16MiB");

    assertThat(run.end()).isEqualTo(End.DEADLOCK);
    assertThat(run.completionS()).isNull();
    assertThat(run.cycle())
        .hasSize(4)
        .allSatisfy(link -> assertThat(link).matches("leaf \\d -> leaf \\d.*"));
    assertThat(run.stuck()).isNotEmpty();
  }

  @Test
  void faults_show() {
    String line = "all_reduce --fabric fat-tree:4 --size 1MiB --fidelity packet";
    double plain = seconds(run(line));

    assertThat(seconds(run(line + " --fault slow-host:endpoint3:0.1"))).isGreaterThan(2 * plain);
    SimulationAnswer lossy = run(line + " --fault loss:all:1e-3");
    assertThat(lossy.corrupted()).isPositive();
    assertThat(lossy.retransmitted()).isPositive();
    SimulationAnswer slow = run(line + " --fault slow-link:endpoint2-leaf1:0.05:0s..1s");
    assertThat(slow.slowest()).isNotNull();
    assertThat(seconds(run(line + " --fault link-down:leaf0-spine1"))).isGreaterThan(0);
    assertThat(seconds(run(line + " --fault switch-loss:core0"))).isGreaterThan(0);
  }

  /** A ring of 4 on a star: 6 rounds; the slow rank takes its time in each that it does. */
  @Test
  void late_and_slow_ranks_cost_what_they_wait_in_every_fidelity() {
    String line =
        "all_reduce --fabric star:4 --size 4MiB --slot 1GiB --fidelity message,flow,packet";
    List<SimulationAnswer> plain = runs(line);
    List<SimulationAnswer> late = runs(line + " --fault late-rank:endpoint2:3ms");
    List<SimulationAnswer> slow = runs(line + " --fault slow-rank:endpoint2:1ms");
    for (int i = 0; i < plain.size(); i++) {
      double alone = seconds(plain.get(i));
      assertThat(seconds(late.get(i))).isBetween(3e-3, 3e-3 + alone);
      assertThat(late.get(i).slowest()).extracting("cause", "rank").containsExactly("start", 2);
      // Rank 2 has 7 steps: it sends, passes on 5, and keeps the last.
      assertThat(seconds(slow.get(i))).isBetween(7e-3, 7e-3 + alone);
      assertThat(slow.get(i).slowest()).extracting("cause", "rank").containsExactly("work", 2);
    }
  }

  @Test
  void slow_links_and_hosts_are_alike_in_flows_messages_and_packets() {
    String line = "incast --senders 1 --fabric star:3 --size 16MiB --congestion none --fidelity ";
    for (String fault : List.of("slow-link:endpoint1-leaf0:0.25", "slow-host:endpoint0:0.25")) {
      for (SimulationAnswer run : runs(line + "message,flow,packet --fault " + fault)) {
        assertThat(seconds(run))
            .as("%s", run)
            .isEqualTo(4 * 16777216 / 50e9, within(0.03 * 4 * 16777216 / 50e9));
      }
    }
    // Half of the time at a quarter: 0.1 ms bring 1.25 MB, the rest goes at line rate.
    String passing = " --fault slow-link:endpoint1-leaf0:0.25:0s..100us";
    for (SimulationAnswer run : runs(line + "flow,packet" + passing)) {
      double expected = 1e-4 + (16777216 - 1.25e6) / 50e9;
      assertThat(seconds(run)).isEqualTo(expected, within(0.03 * expected));
    }
  }

  @Test
  void a_flapping_link_costs_retries() {
    String line = "permutation --fabric leaf-spine:2x4x2 --size 4MiB --fidelity packet";
    SimulationAnswer flapped = run(line + " --fault flap:leaf0-spine0:100us/0.3");
    assertThat(flapped.corrupted()).isPositive();
    assertThat(seconds(flapped)).isGreaterThan(seconds(run(line)));
  }

  @Test
  void lossy_ethernet_drops_and_selective_repeat_sends_less_again() {
    String line =
        "incast --senders 8 --fabric star:9 --size 4MiB --fidelity packet --congestion none"
            + " --buffer 1MB --lossless off --repair ";
    SimulationAnswer goBack = run(line + "go-back-n");
    SimulationAnswer selective = run(line + "selective-repeat");

    assertThat(goBack.pauses()).isZero();
    assertThat(goBack.drops()).isPositive();
    assertThat(selective.repair()).isEqualTo(Repair.SELECTIVE_REPEAT);
    assertThat(selective.retransmitted()).isLessThan(goBack.retransmitted());
    assertThat(run(line.replace("--lossless off ", "") + "go-back-n").drops()).isZero();
  }

  @Test
  void many_holes_do_not_take_a_timeout_each() {
    SimulationAnswer run =
        run(
            "incast --fabric star:9 --size 2MiB --fidelity packet --congestion none --lossless off"
                + " --buffer 1MB --repair selective-repeat --ib-timeout 14");

    assertThat(seconds(run)).as("less than 20 timeouts of 67 ms").isLessThan(1.4);
  }

  /** The last packet of a message: nothing shows its loss but the timeout, 4.096 us · 2^20. */
  @Test
  void a_lost_packet_that_nothing_follows_costs_the_timeout_of_nccl() {
    String line =
        "incast --senders 1 --fabric star:2 --size 4KiB --fidelity packet"
            + " --fault loss:all:1:0us..1us";
    assertThat(seconds(run(line))).isEqualTo(4.096e-6 * (1 << 20), within(1e-4));
    assertThat(seconds(run(line + " --ib-timeout 14")))
        .isEqualTo(4.096e-6 * (1 << 14), within(1e-4));
  }

  /** fabric-cases.yaml, balls in bins: more flows per link are more even. */
  @Test
  void queue_pairs_spread_a_connection_over_more_paths() {
    String line =
        "permutation --fabric leaf-spine:4x16x16 --size 16MiB --fidelity packet --congestion none";
    assertThat(seconds(run(line + " --qps 8"))).isLessThan(0.8 * seconds(run(line)));
  }

  @Test
  void parameters_of_dcqcn_matter() {
    String line = "incast --senders 8 --fabric star:9 --size 8MiB --fidelity packet --dcqcn ";
    double plain = seconds(run(line + "connectx"));
    assertThat(seconds(run(line + "connectx,kmin=800kB,timer=300us"))).isEqualTo(plain);
    assertThat(seconds(run(line + "paper"))).isNotEqualTo(plain);
    assertThat(run(line + "kmin=1GB,kmax=1GB").marks()).isZero();
    assertThat(seconds(run(line + "timer=55us,additive=400Mb/s"))).isLessThan(plain);
  }

  @Test
  void a_rank_that_never_answers_fails_the_run() {
    SimulationAnswer run =
        run("broadcast --fabric star:4 --fidelity packet --fault stuck-nic:endpoint2");

    assertThat(run.end()).isEqualTo(End.FAILED);
    assertThat(run.failures()).isPositive();
    assertThat(run.completionS()).isNull();
  }

  @Test
  void nothing_to_send_takes_no_time() {
    for (SimulationAnswer run :
        runs("all_reduce --fabric star:4 --size 0B --fidelity closed,message,flow,packet")) {
      assertThat(run.boundS()).isZero();
      assertThat(seconds(run)).isLessThan(1e-4);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "incst --fabric star:4 | did you mean 'incast'?",
        "incast --fabric fat-tre:8 | did you mean 'fat-tree'?",
        "incast --fabric fat-tree:7 | did you mean 'fat-tree:8'?",
        "incast --fabric fat-tree:0 | K ports of a switch",
        "incast --fabric fat-tree:342 | these are 10,000,422",
        "incast --fabric leaf-spine:4x4 | leaves, hosts of each, spines",
        "incast --fabric star:1 | one host has nobody to send to",
        "incast --fabric ring:2x2 | 3 switches or more",
        "incast --fabric star:4 --cluster dgx-h100:1 | either --fabric",
        "incast --fabric star:4 --senders 4 | 1 to 3",
        "incast --fabric star:4 --senders 0 | 1 to 3",
        "incast --fabric star:4 --ranks 3 | --senders says how many",
        "all_reduce --fabric star:4 --senders 3 | it belongs to incast",
        "all_reduce --fabric star:4 --ranks 1 | 2 to 4",
        "all_reduce --fabric star:4 --size -1B | a data size",
        "all_reduce --fabric star:4 --size 8EB | a data size",
        "all_reduce --fabric star:4 --size 2TiB | at most 1TiB",
        "all_reduce --fabric star:4 --link 0Gb/s | 8Mb/s to 80Tb/s",
        "all_reduce --fabric star:4 --link 400 | add a unit",
        "all_reduce --fabric star:4 --link-latency -5ns | a time",
        "all_reduce --fabric star:4 --link-latency 5s | at most 1ms",
        "all_reduce --fabric star:4 --fidelity pakcet | did you mean 'packet'?",
        "all_reduce --fabric star:4 --routing ecpm | did you mean 'ecmp'?",
        "all_reduce --fabric star:4 --congestion dcqn | did you mean 'dcqcn'?",
        "all_reduce --fabric star:4 --algo rnig | did you mean 'ring'?",
        "all_reduce --fabric star:4 --algo pat | pat does not do all-reduce",
        "all_reduce --fabric star:4 --mtu 9001 | 64 to 9000",
        "all_reduce --fabric star:4 --channels 0 | 1 to 128",
        "all_reduce --ranks 10000000 | fewer than 200,000 hosts",
        "incast --senders 10000000 | fewer than 200,000 hosts",
        "all_reduce --fabric star:4 --slot 1B | 1KiB to 1GiB",
        "incast --fabric star:4 --buffer 0B | without the option ports size it",
        "incast --fabric star:4 --congestion cts | clear-to-send belongs to collectives",
        "incast --fabric star:4 --algo ring | no such option for incast",
        "all_reduce --cluster dgx-h10:2 | did you mean",
        "all_reduce --cluster dgx-h100:90000 | at most 200000 GPUs",
        "alltoall --fabric fat-tree:32 | connections",
        "incast --fabric fat-tree:16 --size 1TiB --fidelity packet | link hops",
        "incast --fabric star:4 --qps 0 | 1 to 64",
        "incast --fabric star:4 --lossless no | one of on, off",
        "incast --fabric star:4 --lossless off --congestion ib | InfiniBand's credits lose nothing",
        "incast --fabric star:4 --repair go-back | did you mean 'go-back-n'?",
        "incast --fabric star:4 --dcqcn papr | did you mean 'paper'?",
        "incast --fabric star:4 --dcqcn paper,timr=1us | did you mean 'timer'?",
        "incast --fabric star:4 --dcqcn timer=1 | add a unit",
        "incast --fabric star:4 --dcqcn timer=0us | 100ns or more",
        "incast --fabric star:4 --dcqcn gain=2 | a number from 0 to 1",
        "incast --fabric star:4 --dcqcn kmin=2MB,kmax=1MB | kMin is at most kMax",
        "incast --fabric star:4 --dcqcn least-rate=0Gb/s | above 0",
        "incast --fabric star:4 --dcqcn paper --congestion none | --congestion dcqcn",
        "incast --fabric star:4 --fault late-rank:endpoint1:1ms | collectives only",
        "incast --fabric star:4 --fidelity closed --fault slow-host:endpoint1:0.5 | a formula",
        "incast --fabric star:4 --fidelity message --fault slow-host:endpoint1:0.5:0s..1s | rates"
            + " hold for the whole run",
        "all_reduce --cluster dgx-a100:2 --algo nvls-tree | dgx-a100's do not",
        "all_reduce --fabric star:4 --algo collnet-direct | those of plain hosts do not",
        "all_reduce --cluster a3-ultra:2 --algo collnet-chain | this network is roce",
        "all_reduce --cluster dgx-h100:1 --algo collnet-chain | works over nodes",
      })
  void what_cannot_be_played_is_refused_with_a_way_out(String line, String expected) {
    assertThatThrownBy(() -> report(line))
        .isInstanceOfSatisfying(
            InputException.class, e -> assertThat(e.problems().toString()).contains(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "los:all:0.1 | did you mean 'loss'?",
        "loss:all:2 | a probability from 0 to 1",
        "loss:all:x | is no number",
        "loss:all | loss has a value",
        "link-down:all | a link such as",
        "link-down:leaf0-spine9 | a link such as",
        "link-down:endpoint0-endpoint1 | these two nodes are not joined",
        "link-down:leaf0-spine1:2ms..1ms | a span that ends later",
        "link-down:leaf0-spine1:1ms | FROM..UNTIL",
        "link-down:leaf0-spine1:1..2 | add a unit",
        "switch-loss:endpoint0 | a switch such as leaf0",
        "switch-loss:spine99 | did you mean",
        "stuck-nic:endpoint77 | a host",
        "slow-host:endpoint0:0 | a factor above 0",
        "slow-host:endpoint0:20 | at most 1",
        "slow-link:all:0.5 | a link such as endpoint0-leaf0 or leaf0-spine1]",
        "loss:leaf0-spin1:0.1 | or all; did you mean 'spine1'?",
        "link-down | it does not say where",
        "flap:leaf0-spine1:0.5 | such as flap:leaf0-spine1:200us/0.25",
        "flap:leaf0-spine1:200/0.5 | add a unit",
        "flap:leaf0-spine1:200us/2 | a probability from 0 to 1",
        "flap:leaf0-spine1:200us/0 | a period",
        "slow-rank:endpoint0 | a host and a time",
        "slow-rank:endpoint0:5 | add a unit",
        "late-rank:endpoint99:1ms | a host: endpoint0",
        "late-rnk:endpoint1:1ms | did you mean 'late-rank'?",
      })
  void a_fault_that_is_none_is_refused(String fault, String expected) {
    String line = "all_reduce --fabric fat-tree:4 --fidelity packet --fault " + fault;
    assertThatThrownBy(() -> report(line))
        .isInstanceOfSatisfying(
            InputException.class, e -> assertThat(e.problems().toString()).contains(expected));
  }

  @Test
  void faults_are_for_packets() {
    assertThatThrownBy(() -> report("incast --fabric star:4 --fault loss:all:0.1"))
        .hasMessageContaining("messages and flows play slow-link");
  }

  @Test
  void all_problems_are_told_at_once() {
    assertThatThrownBy(() -> report("incst --fabric star:0 --size 5 --mtu 1"))
        .isInstanceOfSatisfying(InputException.class, e -> assertThat(e.problems()).hasSize(4));
  }
}
