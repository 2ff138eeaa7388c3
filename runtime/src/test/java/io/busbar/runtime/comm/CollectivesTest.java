package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Operations, routes and how they cut, machines, ranks, types, reductions, sizes, memory, roots:
 * all pairs of them, and a sample of the rest. More of it: {@code -Dbusbar.samples=1000}; the same
 * again: {@code -Dbusbar.seed=…}.
 */
class CollectivesTest {
  private static final int SAMPLES = Integer.getInteger("busbar.samples", 24);
  private static final int PER_GROUP = 12;
  private static final int[] COUNTS = {0, 1, 2, 5, 16, 17, 63, 100, 501, 1021};

  @BeforeEach
  void there_is_shared_memory() {
    assumeTrue(Files.isWritable(Path.of("/dev/shm")), "needs /dev/shm");
  }

  /** Those with the same ranks on the same machine run in one group, one after the other. */
  @Test
  void every_pair_of_what_trials_can_differ_in_is_right() {
    List<int[]> rows = Pairs.cover(Field.levels(), Field::allows);
    assertThat(rows).hasSizeLessThan(400);
    Map<Integer, List<Trial>> groups = new TreeMap<>();
    for (int[] row : rows) {
      int group = row[Field.MACHINE] * 100 + row[Field.RANKS];
      groups.computeIfAbsent(group, key -> new ArrayList<>()).add(Field.trial(row));
    }
    groups.forEach((group, trials) -> run(Machine.values()[group / 100], group % 100 + 1, trials));
  }

  @Test
  void a_random_sample_is_right(TestReporter reporter) {
    long seed = Long.getLong("busbar.seed", System.nanoTime());
    reporter.publishEntry("busbar.seed", Long.toString(seed));
    for (int done = 0; done < SAMPLES; done += PER_GROUP) {
      int[] first = Field.random(seed, done);
      List<Trial> trials = new ArrayList<>();
      for (int i = 0; i < PER_GROUP; i++) {
        int[] row = Field.random(seed, done + i);
        if (Field.moved(row, first[Field.MACHINE], first[Field.RANKS])) {
          trials.add(Field.trial(row));
        }
      }
      try {
        run(Field.machine(first), Field.ranks(first), trials);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("-Dbusbar.seed=" + seed + " -Dbusbar.samples=" + SAMPLES, e);
      }
    }
  }

  /** Of operation, route and ranks all three together; the rest takes turns. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 6, 7, 16})
  void every_operation_is_right_in_every_way(int ranks) {
    List<Trial> trials = new ArrayList<>();
    int turn = ranks;
    for (CollectiveOp op : CollectiveOp.values()) {
      for (Route route : Route.routes(op)) {
        turn++;
        // Many threads on few processors take long, so of many ranks every other pair.
        if (ranks <= 8 || turn % 2 == 0) {
          DType type = DType.values()[turn % 8];
          ReduceOp reduce = ReduceOp.values()[turn / 3 % 5];
          boolean apart = op == CollectiveOp.ALL_TO_ALL || op == CollectiveOp.SEND_RECEIVE;
          trials.add(
              new Trial(
                  op,
                  route,
                  type,
                  reduce,
                  COUNTS[turn % COUNTS.length],
                  turn % ranks,
                  !apart && turn / 5 % 2 == 0,
                  false,
                  true,
                  turn / 7 % 2 == 0 ? Placement.ARRAY : Placement.ODD));
        }
      }
    }
    run(ranks % 3 == 0 ? Machine.LOCAL_NODES : Machine.LOCAL, ranks, trials);
  }

  @ParameterizedTest
  @EnumSource
  void every_type_is_right_for_every_reduction(DType type) {
    List<Trial> trials = new ArrayList<>();
    for (ReduceOp reduce : ReduceOp.values()) {
      for (CollectiveOp op :
          List.of(CollectiveOp.ALL_REDUCE, CollectiveOp.REDUCE_SCATTER, CollectiveOp.REDUCE)) {
        for (Route route : List.of(Route.AUTO, Route.of(Algorithm.RING))) {
          for (boolean few : new boolean[] {true, false}) {
            Placement placement = few ? Placement.ARRAY : Placement.ODD;
            int count = few ? 3 : 700;
            trials.add(new Trial(op, route, type, reduce, count, 1, few, false, !few, placement));
          }
        }
      }
    }
    run(Machine.LOCAL, 3, trials);
  }

  private static void run(Machine machine, int ranks, List<Trial> trials) {
    long most = trials.stream().mapToLong(trial -> trial.bytes(ranks)).max().orElse(0);
    Map<String, byte[]> seen = new ConcurrentHashMap<>();
    machine.run(
        ranks,
        comm -> {
          MemorySegment room = comm.allocate(DType.INT64, most / 4 + 2).memory();
          for (Trial trial : trials) {
            trial.run(comm, room, seen);
          }
          comm.barrier();
        });
  }
}
