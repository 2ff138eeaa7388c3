package io.busbar.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.StepBuffer;
import io.busbar.collective.schedule.ThreadExecutor;
import io.busbar.collective.verify.Traffic;
import io.busbar.collective.verify.Verification;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for all algorithms, all operations they do, and any number of ranks. */
class EveryAlgorithmTest {
  private static final long SEED = 20_261_129;

  @ParameterizedTest
  @EnumSource
  void is_proved_for_all_shapes_up_to_64_ranks(Algorithm algorithm) {
    for (CollectiveOp op : algorithm.operations()) {
      for (int n = 1; n <= 64; n++) {
        for (Locality shape : Proofs.shapes(algorithm, n)) {
          if (Proofs.offered(algorithm, op, shape)) {
            Proofs.provedBothWays(
                ScheduleRequest.of(op, algorithm, shape).withRoot(n / 3).withRadix(4));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void is_proved_when_cut_into_pieces_and_channels(Algorithm algorithm) {
    for (CollectiveOp op : algorithm.operations()) {
      for (int n : new int[] {1, 2, 3, 6, 12, 16, 24, 35, 64}) {
        for (Locality shape : Proofs.shapes(algorithm, n)) {
          for (int pieces : new int[] {2, 7, 40}) {
            if (Proofs.offered(algorithm, op, shape)) {
              Proofs.provedBothWays(
                  ScheduleRequest.of(op, algorithm, shape)
                      .withRoot(n - 1)
                      .withChannels(2)
                      .withPieces(pieces)
                      .withAggregate(pieces)
                      .withRadix(2));
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void is_proved_for_every_root(Algorithm algorithm) {
    for (CollectiveOp op : algorithm.operations()) {
      for (int n = 1; n <= 16 && Proofs.rooted(op); n++) {
        for (Locality shape : Proofs.shapes(algorithm, n)) {
          for (int root = 0; root < n; root++) {
            Proofs.provedBothWays(
                ScheduleRequest.of(op, algorithm, shape).withRoot(root).withChannels(2));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void is_proved_on_unequal_nodes_where_it_is_offered(Algorithm algorithm) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 60; i++) {
      int n = 1 + random.nextInt(40);
      Locality shape = Proofs.ragged(n, 1 + random.nextInt(n), random);
      for (CollectiveOp op : algorithm.operations()) {
        if (Proofs.offered(algorithm, op, shape)) {
          Proofs.provedBothWays(
              ScheduleRequest.of(op, algorithm, shape)
                  .withRoot(random.nextInt(n))
                  .withChannels(3)
                  .withPieces(5)
                  .withRadix(1 + random.nextInt(3), 2 + random.nextInt(3)));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void is_proved_for_random_ranks_up_to_2048(Algorithm algorithm) {
    SplittableRandom random = new SplittableRandom(SEED + algorithm.ordinal());
    for (CollectiveOp op : algorithm.operations()) {
      int nodes = 2 + random.nextInt(254);
      int perNode = 1 + random.nextInt(8);
      Locality shape = Locality.uniform(nodes, perNode);
      if (!Proofs.offered(algorithm, op, shape)) {
        shape = Locality.oneNode(65 + random.nextInt(500));
      }
      Proofs.proved(
          ScheduleRequest.of(op, algorithm, shape)
              .withRoot(random.nextInt(shape.ranks()))
              .withPieces(3)
              .withAggregate(16));
    }
  }

  @ParameterizedTest
  @EnumSource
  void moves_real_data_between_threads(Algorithm algorithm) {
    for (CollectiveOp op : algorithm.operations()) {
      for (Locality shape :
          new Locality[] {
            Locality.oneNode(1), Locality.oneNode(5), Locality.uniform(3, 2), Locality.flat(7)
          }) {
        if (Proofs.offered(algorithm, op, shape)) {
          ScheduleRequest request =
              ScheduleRequest.of(op, algorithm, shape)
                  .withRoot(shape.ranks() / 2)
                  .withChannels(2)
                  .withPieces(2);
          // 420 ints: divides by all numbers of ranks, not by channels, chunks or slots.
          ThreadExecutor.check(Schedules.of(request), 420L * 4, 256, 1);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void names_exactly_the_peers_that_it_meets(Algorithm algorithm) {
    for (CollectiveOp op : algorithm.operations()) {
      for (Locality shape : Proofs.shapes(algorithm, 12)) {
        if (Proofs.offered(algorithm, op, shape)) {
          ScheduleRequest request =
              ScheduleRequest.of(op, algorithm, shape).withRoot(5).withChannels(2);
          checkPeers(Schedules.of(request), Proofs.proved(request));
        }
      }
    }
  }

  private static void checkPeers(Schedule schedule, Verification verification) {
    for (int channel = 0; channel < schedule.channels(); channel++) {
      Traffic traffic = verification.traffic().get(channel);
      for (int agent = 0; agent < schedule.agents(); agent++) {
        TreeSet<Integer> targets = new TreeSet<>();
        TreeSet<Integer> sources = new TreeSet<>();
        for (int edge = 0; edge < traffic.edges(); edge++) {
          if (traffic.from(edge) == agent) {
            targets.add(traffic.to(edge));
          }
          if (traffic.to(edge) == agent) {
            sources.add(traffic.from(edge));
          }
        }
        int[] into = new int[schedule.agents()];
        assertThat(schedule.targets(agent, channel, into)).isEqualTo(targets.size());
        assertThat(firstOf(into, targets.size())).isEqualTo(targets);
        assertThat(schedule.sources(agent, channel, into)).isEqualTo(sources.size());
        assertThat(firstOf(into, sources.size())).isEqualTo(sources);
        assertThat(schedule.targets(agent, channel, new int[0])).isEqualTo(targets.size());
      }
    }
  }

  private static TreeSet<Integer> firstOf(int[] values, int count) {
    TreeSet<Integer> set = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      set.add(values[i]);
    }
    return set;
  }

  @ParameterizedTest
  @EnumSource
  void repeats_after_the_ranks_that_it_promises(Algorithm algorithm) {
    for (CollectiveOp op : algorithm.operations()) {
      for (int n = 2; n <= 13; n++) {
        for (Locality shape : Proofs.shapes(algorithm, n)) {
          if (Proofs.offered(algorithm, op, shape)) {
            Schedule schedule = Proofs.schedule(algorithm, op, shape);
            checkRails(schedule);
            checkShift(schedule, algorithm != Algorithm.TWO_LEVEL);
          }
        }
      }
    }
  }

  /** What each rail does between sends, as text, turned back by its number. */
  private static void checkRails(Schedule schedule) {
    int rails = schedule.rails();
    assertThat(schedule.agents() % rails).isZero();
    for (int agent = 0; agent < schedule.agents() && rails > 1; agent++) {
      int first = agent / rails * rails;
      assertThat(turned(schedule, agent)).isEqualTo(turned(schedule, first));
    }
  }

  private static List<TreeSet<String>> turned(Schedule schedule, int agent) {
    int rails = schedule.rails();
    int by = agent % rails;
    StepBuffer step = new StepBuffer();
    List<TreeSet<String>> parts = new ArrayList<>();
    boolean sent = true;
    for (RankProgram program = schedule.program(agent, 0); program.next(step); ) {
      boolean sends = step.has(Step.SEND);
      if (sends || sent) {
        parts.add(new TreeSet<>());
      }
      sent = sends;
      int from = step.has(Step.RECEIVE) ? step.receiveFrom() : -1;
      int to = sends ? step.sendTo() : -1;
      parts
          .getLast()
          .add(step.count() + " " + turned(from, by, rails) + " " + turned(to, by, rails));
    }
    return parts;
  }

  private static int turned(int peer, int by, int rails) {
    return peer < 0 ? -1 : peer / rails * rails + Math.floorMod(peer % rails - by, rails);
  }

  private static void checkShift(Schedule schedule, boolean followed) {
    int n = schedule.agents();
    int period = schedule.period();
    boolean places = followed && period == 1 && schedule.chunks() == n;
    assertThat(n % period).isZero();
    StepBuffer step = new StepBuffer();
    for (int agent = period; agent < n; agent++) {
      for (int channel = 0; channel < schedule.channels(); channel++) {
        RankProgram first = schedule.program(agent % period, channel);
        RankProgram other = schedule.program(agent, channel);
        while (first.next(step)) {
          Step wanted = shifted(step.step(), agent / period * period, n, places);
          assertThat(other.next(step)).isTrue();
          Step is = step.step();
          assertThat(places ? is : shifted(is, 0, n, false)).isEqualTo(wanted);
        }
        assertThat(other.next(step)).isFalse();
      }
    }
  }

  /** Where there is a chunk for each rank, positions follow too; else only their number counts. */
  private static Step shifted(Step step, int by, int n, boolean places) {
    return new Step(
        step.flags(),
        step.receiveFrom() < 0 ? -1 : (step.receiveFrom() + by) % n,
        step.sendTo() < 0 ? -1 : (step.sendTo() + by) % n,
        places ? step.source() / n * n + (step.source() % n + by) % n : 0,
        places ? step.target() / n * n + (step.target() % n + by) % n : 0,
        step.count(),
        places ? step.stride() : 1);
  }

  @Test
  void rings_of_rails_and_exchanges_by_node_repeat_after_nodes() {
    Locality even = Locality.uniform(6, 4);
    Locality odd = Locality.uniform(5, 4);
    assertThat(period(CollectiveOp.ALL_REDUCE, Algorithm.RING, even)).isEqualTo(8);
    assertThat(period(CollectiveOp.ALL_REDUCE, Algorithm.RING, odd)).isEqualTo(20);
    assertThat(period(CollectiveOp.ALL_REDUCE, Algorithm.HIERARCHICAL, odd)).isEqualTo(4);
    assertThat(period(CollectiveOp.ALL_TO_ALL, Algorithm.PXN, odd)).isEqualTo(4);
    assertThat(period(CollectiveOp.ALL_TO_ALL, Algorithm.DIRECT, odd)).isEqualTo(1);
    assertThat(period(CollectiveOp.BROADCAST, Algorithm.RING, even)).isEqualTo(24);
  }

  private static int period(CollectiveOp op, Algorithm algorithm, Locality shape) {
    return Schedules.of(ScheduleRequest.of(op, algorithm, shape).withChannels(4)).period();
  }

  @ParameterizedTest
  @EnumSource
  void can_be_walked_again_without_allocating(Algorithm algorithm) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (CollectiveOp op : algorithm.operations()) {
      Locality shape = Locality.uniform(8, 8);
      if (!Proofs.offered(algorithm, op, shape)) {
        shape = Locality.oneNode(64);
      }
      Schedule schedule =
          Schedules.of(ScheduleRequest.of(op, algorithm, shape).withPieces(4).withAggregate(4));
      RankProgram program = schedule.program(schedule.agents() - 1, 0);
      StepBuffer step = new StepBuffer();
      long steps = walk(program, step);
      long before = threads.getCurrentThreadAllocatedBytes();
      long again = walk(program, step);
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(again).isEqualTo(steps);
      assertThat(allocated).as("%s %s", algorithm, op).isLessThan(64);
    }
  }

  private static long walk(RankProgram program, StepBuffer step) {
    program.rewind();
    long steps = 0;
    while (program.next(step)) {
      steps++;
    }
    return steps;
  }
}
