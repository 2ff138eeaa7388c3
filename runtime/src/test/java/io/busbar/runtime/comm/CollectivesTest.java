package io.busbar.runtime.comm;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.SlotSize;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every operation, in every way, against plain sums. */
class CollectivesTest {
  private static final int[] SIZES = {0, 1, 2, 5, 16, 17, 63, 100, 1000, 2053};

  /** Small slots, so that buffers take many loops. */
  private static final SlotSize SLOTS = new SlotSize(1024, 2);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 12, 16, 17})
  void every_operation_is_right_in_every_way_for_all_sizes(int ranks) {
    List<Trial> trials = new ArrayList<>();
    int i = 0;
    for (CollectiveOp op : CollectiveOp.values()) {
      for (Route route : Route.routes(op)) {
        for (int size : SIZES) {
          trials.add(trial(op, route, size, ranks, i++));
        }
      }
    }
    run(ranks, trials);
  }

  @ParameterizedTest
  @EnumSource
  void every_type_is_right_for_every_reduction(DType type) {
    List<Trial> trials = new ArrayList<>();
    for (ReduceOp reduce : ReduceOp.values()) {
      for (CollectiveOp op :
          List.of(CollectiveOp.ALL_REDUCE, CollectiveOp.REDUCE_SCATTER, CollectiveOp.REDUCE)) {
        for (Route route : Route.routes(op)) {
          for (int size : new int[] {3, 3000}) {
            boolean inPlace = size == 3;
            trials.add(new Trial(op, route, type, reduce, size, 1, inPlace, !inPlace));
          }
        }
      }
    }
    run(5, trials);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void random_mixes_are_right(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int ranks = 1 + random.nextInt(17);
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      CollectiveOp op = CollectiveOp.values()[random.nextInt(9)];
      List<Route> routes = Route.routes(op);
      Route route = routes.get(random.nextInt(routes.size()));
      trials.add(trial(op, route, random.nextInt(6000), ranks, random.nextInt(1 << 20)));
    }
    run(ranks, trials);
  }

  /** The number picks what the pairs leave open. */
  private static Trial trial(CollectiveOp op, Route route, int size, int ranks, int number) {
    DType type = DType.values()[number % 8];
    ReduceOp reduce = ReduceOp.values()[number / 3 % 5];
    boolean apart = op == CollectiveOp.ALL_TO_ALL || op == CollectiveOp.SEND_RECEIVE;
    boolean inPlace = !apart && number / 5 % 2 == 0;
    return new Trial(op, route, type, reduce, size, number % ranks, inPlace, number / 7 % 2 == 0);
  }

  /** On one node, and where it divides on two, for the ways that look at nodes. */
  private static void run(int ranks, List<Trial> trials) {
    LocalGroup group = LocalGroup.of(ranks).withSlots(SLOTS);
    if (ranks % 2 == 0) {
      group = group.withNodes(2);
    }
    group.run(comm -> {
      for (Trial trial : trials) {
        trial.run(comm);
      }
    });
  }
}
