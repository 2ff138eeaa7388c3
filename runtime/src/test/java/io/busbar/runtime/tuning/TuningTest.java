package io.busbar.runtime.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.call.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TuningTest {
  private static final Group FOUR = new Group(Group.SHM, 1, 4);

  private static Tuning.Row row(
      CollectiveOp op, Group group, long upTo, String route, String links) {
    return new Tuning.Row(
        op,
        group,
        upTo,
        Route.named(route, op).orElseThrow(),
        Route.named(links, op).orElseThrow());
  }

  @Test
  void a_size_takes_the_first_row_that_covers_it() {
    Tuning tuning =
        Tuning.parse(
            "t",
            """
            busbar tuning 1
            # a comment

            all_reduce shm 1 4 4096 board recursive-doubling
              all_reduce  shm  1 4  rest  shared ring,channels=2,chunk=65536
            """);
    assertThat(tuning.rows()).hasSize(2);
    assertThat(tuning.find(CollectiveOp.ALL_REDUCE, FOUR, 4096))
        .isEqualTo(row(CollectiveOp.ALL_REDUCE, FOUR, 4096, "board", "recursive-doubling"));
    Tuning.Row rest = tuning.find(CollectiveOp.ALL_REDUCE, FOUR, 4097);
    assertThat(rest).isNotNull();
    assertThat(rest.links()).isEqualTo(Route.of(Algorithm.RING).cut(2, 65536));
    assertThat(tuning.find(CollectiveOp.ALL_REDUCE, new Group(Group.SHM, 1, 3), 1)).isNull();
    assertThat(tuning.find(CollectiveOp.BROADCAST, FOUR, 1)).isNull();
  }

  @Test
  void tables_come_back_as_they_were_written() {
    Random random = new Random(7);
    for (int trial = 0; trial < 50; trial++) {
      Tuning tuning = random(random);
      assertThat(Tuning.parse("t", tuning.text("from a\ntest"))).isEqualTo(tuning);
    }
  }

  private static Tuning random(Random random) {
    List<Tuning.Row> rows = new ArrayList<>();
    for (CollectiveOp op : CollectiveOp.values()) {
      String transport = Group.TRANSPORTS.get(random.nextInt(4));
      Group group = new Group(transport, 1 + random.nextInt(3), 1 + random.nextInt(9));
      List<Route> routes = new ArrayList<>(Route.routes(op));
      routes.set(routes.indexOf(Route.AUTO), Route.BOARD);
      List<Route> schedules = routes.stream().filter(route -> route.algorithm() != null).toList();
      long upTo = 1;
      for (int i = random.nextInt(4); i >= 0; i--) {
        upTo += 1 + random.nextInt(1 << 20);
        Route route = routes.get(random.nextInt(routes.size()));
        int chunk = random.nextBoolean() ? 0 : 1 << 10 + random.nextInt(15);
        Route links = schedules.get(random.nextInt(schedules.size()));
        rows.add(
            new Tuning.Row(
                op,
                group,
                i == 0 ? Tuning.REST : upTo,
                route,
                links.cut(random.nextInt(3), chunk)));
      }
    }
    return new Tuning(rows);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          all_reduce shm 1 4 rest rign ring           | t:2:25: read 'rign' | did you mean 'ring'?
          all_redcue shm 1 4 rest ring ring           | t:2:1:  | did you mean 'all_reduce'?
          all_reduce smh 1 4 rest ring ring           | t:2:12: | did you mean 'shm'?
          all_reduce shm 1 0 rest ring ring           | t:2:18: | a whole number from 1
          all_reduce shm 1 4 -5 ring ring             | t:2:20: | a whole number from 1
          all_reduce shm 1 4 rest ring shared         | t:2:30: | ring, tree
          all_reduce shm 1 4 rest ring,channels=9 ring | t:2:25: | channels=N
          all_reduce shm 1 4 rest ring,chunk=1000 ring | t:2:25: | a power of two
          all_reduce shm 1 4 rest auto ring           | t:2:25: | board, shared
          all_reduce shm 1 4 rest aggregator ring     | t:2:25: | board, shared
          all_reduce shm 1 4 rest                     | t:2:20: | 7 words
          """)
  void a_wrong_row_is_told_with_its_place(String line, String place, String text) {
    assertThatThrownBy(() -> Tuning.parse("t", TuningText.VERSION + "\n" + line))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(place)
        .hasMessageContaining(text);
  }

  @Test
  void all_that_is_wrong_is_told_at_once() {
    String text =
        """
        busbar tuning 1
        all_reduce shm 1 4 4096 ring ring
        all_reduce shm 1 4 4096 tree tree
        alltoall shm 1 4 rest tree pairwise
        """;
    assertThatThrownBy(() -> Tuning.parse("t", text))
        .isInstanceOfSatisfying(InputException.class, e -> assertThat(e.problems()).hasSize(2))
        .hasMessageContaining("t:3:20: read '4096', expected sizes that ascend")
        .hasMessageContaining("t:4:23: read 'tree'");
  }

  @Test
  void another_file_or_a_later_version_is_refused() {
    assertThatThrownBy(() -> Tuning.parse("t", "busbar tuning 2\n"))
        .hasMessageContaining("t:1:1: read 'busbar tuning 2', expected 'busbar tuning 1'");
    assertThatThrownBy(() -> Tuning.parse("t", "")).hasMessageContaining("busbar perf --tune");
    String many = "all_reduce shm 1 %d rest ring ring\n";
    StringBuilder text = new StringBuilder("busbar tuning 1\n");
    for (int ranks = 1; ranks < 1003; ranks++) {
      text.append(many.formatted(ranks));
    }
    assertThatThrownBy(() -> Tuning.parse("t", text.toString()))
        .hasMessageContaining("at most 1000 rows");
  }

  @Test
  void new_rows_replace_those_of_the_same_operation_and_group() {
    Group two = new Group(Group.SHM, 1, 2);
    Tuning old =
        new Tuning(
            List.of(
                row(CollectiveOp.REDUCE, FOUR, 10, "tree", "tree"),
                row(CollectiveOp.REDUCE, FOUR, 20, "ring", "ring"),
                row(CollectiveOp.REDUCE, two, 20, "ring", "ring")));
    Tuning.Row fresh = row(CollectiveOp.REDUCE, FOUR, Tuning.REST, "shared", "binomial");
    assertThat(old.with(List.of(fresh)).rows()).hasSize(2).contains(fresh);
    assertThat(old.of(Group.SHM, 2).rows()).hasSize(1);
    assertThat(old.of(Group.TCP, 9).rows()).isEmpty();
  }
}
