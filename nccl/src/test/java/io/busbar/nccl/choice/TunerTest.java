package io.busbar.nccl.choice;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.cost.Communicator;
import io.busbar.nccl.cost.NcclCostModel;
import io.busbar.nccl.settings.NcclSettings;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is chosen, and what holds whatever is chosen. */
class TunerTest {
  private static final NcclSettings DEFAULTS = NcclSettings.defaults();

  private static Candidate chosen(Communicator c, NcclFunction f, long bytes) {
    return Objects.requireNonNull(new Tuner(c).choose(f, bytes, CallTraits.PLAIN).chosen());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1024, Ring, LL",
    "1, 268435456, NVLS, Simple",
    "4, 1024, Tree, LL",
    "4, 67108864, NVLSTree, Simple",
  })
  void h100_nodes_choose(int nodes, long bytes, String algorithm, String protocol) {
    Candidate chosen = chosen(Machines.h100(nodes, "2.27.7"), NcclFunction.ALL_REDUCE, bytes);

    assertThat(chosen.algorithm()).hasToString(algorithm);
    assertThat(chosen.protocol()).hasToString(protocol);
  }

  @Test
  void nothing_left_is_an_error_from_2_24_and_the_ring_before() {
    String[] only = {"NCCL_ALGO=NVLS"};
    Choice now =
        new Tuner(Machines.h100(1, "2.27.7", only))
            .choose(NcclFunction.BROADCAST, 1024, CallTraits.PLAIN);
    Choice then =
        new Tuner(Machines.h100(1, "2.22.3", only))
            .choose(NcclFunction.BROADCAST, 1024, CallTraits.PLAIN);

    assertThat(now.chosen()).isNull();
    assertThat(now.channels()).isZero();
    assertThat(then.ringStandsIn()).isTrue();
    assertThat(Objects.requireNonNull(then.chosen()).algorithm()).isEqualTo(Algorithm.RING);
  }

  @Test
  void eight_bit_floats_leave_the_ring_over_more_than_eight_ranks() {
    Tuner tuner = new Tuner(Machines.h100(4, "2.27.7"));
    long bytes = 1L << 33;
    CallTraits fp8 = new CallTraits(true, false, 1);

    assertThat(NcclCostModel.algorithm(tuner.best(NcclFunction.ALL_REDUCE, bytes)))
        .isEqualTo(Algorithm.RING);
    assertThat(NcclCostModel.algorithm(tuner.best(NcclFunction.ALL_REDUCE, bytes, fp8)))
        .isNotEqualTo(Algorithm.RING);
  }

  @Test
  void candidates_name_each_algorithm_and_the_chosen_one_is_the_fastest() {
    Choice choice =
        new Tuner(Machines.h100(4, "2.27.7"))
            .choose(NcclFunction.ALL_GATHER, 1 << 20, CallTraits.PLAIN);

    assertThat(choice.candidates().stream().map(Candidate::algorithm).distinct())
        .containsExactlyElementsOf(Algorithm.all());
    for (Candidate c : choice.candidates()) {
      assertThat(c.available()).isEqualTo(c.timeUs() > 0);
      if (c.available()) {
        assertThat(c.timeUs())
            .isGreaterThanOrEqualTo(Objects.requireNonNull(choice.chosen()).timeUs());
      }
    }
  }

  @Test
  void limits_of_channels_bound_what_a_call_uses() {
    Tuner most = new Tuner(Machines.h100(1, "2.27.7", "NCCL_MAX_CTAS=4"));
    Tuner least = new Tuner(Machines.h100(1, "2.27.7", "NCCL_MIN_NCHANNELS=32"));

    assertThat(most.channels().collective()).isEqualTo(4);
    assertThat(least.channels().collective()).isEqualTo(32);
    assertThat(
            most.channels().of(NcclFunction.ALL_GATHER, Algorithm.RING, Protocol.SIMPLE, 1L << 30))
        .isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Ring", "Tree,Ring", "^NVLS", "^Ring", "allreduce:tree;broadcast:ring"})
  void nccl_algo_only_removes(String list) {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200; i++) {
      Communicator c = Machines.any(random, DEFAULTS);
      if (!c.version().atLeast(2, 24, 3) && list.contains(":")) {
        continue;
      }
      Tuner free = new Tuner(c);
      Tuner bound = new Tuner(c.with(Machines.settings(c.version(), "NCCL_ALGO=" + list)));
      for (NcclFunction f : NcclFunction.all()) {
        for (Algorithm a : Algorithm.all()) {
          for (Protocol p : Protocol.all()) {
            assertThat(bound.available(f, a, p) && !free.available(f, a, p))
                .as("%s %s %s %s", c, f, a, p)
                .isFalse();
          }
        }
      }
    }
  }

  @Test
  void doubling_a_size_never_makes_anything_faster() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 300; i++) {
      NcclCostModel model = new Tuner(Machines.any(random, DEFAULTS)).model();
      for (int cell = 0; cell < NcclCostModel.CELLS; cell++) {
        float last = -1;
        for (int log = 0; log <= 40; log++) {
          float time = model.timeUs(cell, 1L << log, 1);
          assertThat(time).isGreaterThanOrEqualTo(last);
          last = time;
        }
      }
    }
  }

  @Test
  void the_best_is_available_and_no_other_is_faster() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 300; i++) {
      Tuner tuner = new Tuner(Machines.any(random, DEFAULTS));
      long bytes = 1L << random.nextInt(34);
      for (NcclFunction f : NcclFunction.all()) {
        int best = tuner.best(f, bytes);
        assertThat(best).isNotEqualTo(Tuner.NOTHING);
        float least = tuner.model().timeUs(best, bytes, 1);
        for (Algorithm a : Algorithm.all()) {
          for (Protocol p : Protocol.all()) {
            assertThat(!tuner.available(f, a, p) || tuner.model().timeUs(f, a, p, bytes) >= least)
                .isTrue();
          }
        }
      }
    }
  }

  @Test
  void no_bandwidth_is_above_what_the_graph_carries() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 500; i++) {
      Communicator c = Machines.any(random, DEFAULTS);
      Tuner tuner = new Tuner(c);
      for (NcclFunction f : NcclFunction.all()) {
        for (Algorithm a : Algorithm.all()) {
          for (Protocol p : Protocol.all()) {
            double most =
                c.graphs().of(a).channels()
                    * Math.max(
                        c.graphs().of(a).intraGigabytesPerSecond(),
                        c.graphs().of(a).interGigabytesPerSecond());
            // An all-gather of n ranks moves n/(n-1) of what a link carries; NVLS up to twice.
            assertThat((double) tuner.printedGigabytesPerSecond(f, a, p))
                .as("%s %s %s %s", c, f, a, p)
                .isBetween(0.0, 2.0001 * most);
          }
        }
      }
    }
  }

  @Test
  void a_call_uses_between_one_and_all_channels() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 500; i++) {
      Tuner tuner = new Tuner(Machines.any(random, DEFAULTS));
      for (NcclFunction f : NcclFunction.all()) {
        int used = tuner.channels().of(f, Algorithm.RING, Protocol.LL, 1L << random.nextInt(40));
        assertThat(used).isBetween(1, tuner.channels().collective());
      }
    }
  }

  @Test
  void choosing_allocates_nothing() {
    Tuner tuner = new Tuner(Machines.h100(4, "2.27.7"));
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long sum = run(tuner);
    long before = threads.getCurrentThreadAllocatedBytes();
    sum += run(tuner);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(sum).isPositive();
    assertThat(allocated).isLessThan(10_000);
  }

  private static long run(Tuner tuner) {
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      sum += tuner.best(NcclFunction.ALL_REDUCE, 1024L + i);
    }
    return sum;
  }
}
