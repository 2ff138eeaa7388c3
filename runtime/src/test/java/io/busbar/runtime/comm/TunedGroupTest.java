package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.TcpOptions;
import io.busbar.runtime.tuning.Group;
import io.busbar.runtime.tuning.Tuning;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Groups that take their routes from a table. */
class TunedGroupTest {
  private static Tuning table(String transport, int ranks, String name) {
    Route route = Route.named(name, CollectiveOp.ALL_REDUCE).orElseThrow();
    Route links =
        route.algorithm() == null
            ? Route.named("tree", CollectiveOp.ALL_REDUCE).orElseThrow()
            : route;
    Group group = new Group(transport, 1, ranks);
    return new Tuning(
        List.of(new Tuning.Row(CollectiveOp.ALL_REDUCE, group, Tuning.REST, route, links)));
  }

  private static void sums(Comm comm) {
    for (int count : new int[] {1, 1000, 100_000}) {
      int[] values = new int[count];
      values[count - 1] = comm.rank() + 1;
      comm.allReduce(Buf.of(values), ReduceOp.SUM);
      assertThat(values[count - 1]).isEqualTo(comm.size() * (comm.size() + 1) / 2);
    }
  }

  @Test
  void every_way_of_a_table_gives_the_same_sums() {
    for (String route :
        List.of("board", "shared", "ring,channels=2,chunk=4096", "tree,channels=1")) {
      LocalGroup.of(3)
          .withTuning(table(Group.LOCAL, 3, route))
          .run(comm -> {
            sums(comm);
            try (Comm part = comm.split(comm.rank() % 2, 0)) {
              sums(part);
            }
          });
    }
  }

  /** Otherwise one would wait for a ring's message, the other for a tree's. */
  @Test
  void ranks_with_different_tables_take_the_one_of_rank_0() {
    List<Tuning> tables =
        List.of(table(Group.TCP, 3, "ring"), Tuning.NONE, table(Group.TCP, 3, "tree"));
    TcpOptions options = TcpOptions.loopback();
    Threads.run(
        3,
        bootstrap ->
            ProcessGroup.of(bootstrap).withTuning(tables.get(bootstrap.rank())).overTcp(options),
        TunedGroupTest::sums);
  }

  @Test
  void the_board_is_refused_for_what_does_not_fit_it() {
    LocalGroup.run(
        2,
        comm -> {
          Buf buffer = Buf.of(new float[1025]);
          Call call = Call.allReduce(buffer, buffer, ReduceOp.SUM).by(Route.BOARD);
          assertThatThrownBy(() -> comm.prepare(call)).hasMessageContaining("room for 4096");
        });
  }

  @Test
  void ways_are_told_apart_by_number() {
    for (CollectiveOp op : CollectiveOp.values()) {
      for (Route route : Route.routes(op)) {
        assertThat(Route.id(route.number())).isEqualTo(route.id());
        if (route.algorithm() != null) {
          Route cut = route.cut(2, 1 << 16);
          assertThat(Route.id(cut.number())).isEqualTo(cut.id());
          assertThat(Route.named(cut.id(), op)).contains(cut);
        }
      }
    }
  }
}
