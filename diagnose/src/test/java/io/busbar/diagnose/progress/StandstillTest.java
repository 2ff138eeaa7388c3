package io.busbar.diagnose.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.artefact.Place;
import io.busbar.formats.torch.FlightEntry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StandstillTest {
  private static final long MS = 1_000_000;

  private final Progress progress = new Progress();

  private static Set<Integer> ranks(int from, int to) {
    return new TreeSet<>(IntStream.range(from, to).boxed().toList());
  }

  private void entry(int rank, String group, Set<Integer> members, long number, String state) {
    entry(rank, group, members, number, state, "4", 0, 0);
  }

  private void entry(
      int rank,
      String group,
      Set<Integer> members,
      long number,
      String state,
      String size,
      long created,
      long completed) {
    Place at = new Place("trace_" + rank, (int) number, "");
    progress.take(
        new FlightEntry(
            rank,
            group,
            number,
            "all_reduce",
            size,
            "Float",
            state,
            created,
            completed,
            members,
            at,
            at));
  }

  @Test
  void the_one_of_a_thousand_ranks_that_never_came_is_named() {
    Set<Integer> all = ranks(0, 1024);
    for (int rank = 0; rank < 1024; rank++) {
      for (long n = 900; n < (rank == 517 ? 1000 : 1001); n++) {
        entry(rank, "0", all, n, n < 1000 ? "completed" : "started");
      }
    }
    Standstill standstill = Standstill.of(progress);

    assertThat(standstill.culprits()).containsExactly(517);
    assertThat(standstill.waits()).hasSize(1);
    assertThat(standstill.waits().getFirst().sequence()).isEqualTo(1000);
    assertThat(standstill.waits().getFirst().waiting()).hasSize(1023);
    assertThat(standstill.waits().getFirst().unread()).isEmpty();
  }

  @Test
  void who_waits_in_another_group_is_no_culprit() {
    Set<Integer> all = ranks(0, 4);
    entry(0, "tp", Set.of(0, 1), 9, "started");
    entry(1, "tp", Set.of(0, 1), 8, "completed");
    entry(2, "dp", all, 5, "started");
    entry(3, "dp", all, 5, "started");
    entry(0, "dp", all, 4, "completed");
    entry(1, "dp", all, 4, "completed");
    Standstill standstill = Standstill.of(progress);

    assertThat(standstill.culprits()).containsExactly(1);
    assertThat(standstill.crossed()).isFalse();
  }

  @Test
  void two_ranks_that_wait_for_each_other_are_crossed() {
    Set<Integer> both = Set.of(0, 1);
    entry(0, "a", both, 1, "started");
    entry(1, "b", both, 1, "started");
    entry(0, "b", both, 0, "completed");
    entry(1, "a", both, 0, "completed");

    assertThat(Standstill.of(progress).crossed()).isTrue();
    assertThat(Standstill.of(progress).culprits()).isEmpty();
  }

  @Test
  void ranks_that_were_not_read_are_asked_for_and_not_blamed() {
    entry(0, "0", ranks(0, 8), 5, "started");
    entry(1, "0", ranks(0, 8), 5, "started");
    Standstill standstill = Standstill.of(progress);

    assertThat(standstill.culprits()).isEmpty();
    assertThat(standstill.waits().getFirst().unread()).isEqualTo(ranks(2, 8));
  }

  @Test
  void another_size_under_the_same_number_is_a_disagreement() {
    entry(0, "0", ranks(0, 2), 5, "started");
    entry(1, "0", ranks(0, 2), 5, "started", "8", 0, 0);
    List<Disagreement> found = progress.groups().iterator().next().disagreements();

    assertThat(found).hasSize(1);
    assertThat(found.getFirst().usual()).isEqualTo("all_reduce of 4 Float");
    assertThat(found.getFirst().other()).isEqualTo("all_reduce of 8 Float");
  }

  @Test
  void a_late_rank_is_seen_through_clocks_that_differ() {
    for (long n = 0; n < 32; n++) {
      long begin = 1_000_000 * MS + n * 1000 * MS;
      for (int rank = 0; rank < 4; rank++) {
        long clock = rank * 7_000 * MS; // rank 3 is 21 s ahead
        long late = rank == 2 ? 400 * MS : 0;
        entry(
            rank,
            "0",
            ranks(0, 4),
            n,
            "completed",
            "4",
            begin + late + clock,
            begin + 450 * MS + clock);
      }
    }
    Arrivals arrivals = Arrivals.of(progress.groups().iterator().next());

    assertThat(arrivals.offsetNs(3)).isEqualTo(21_000 * MS);
    assertThat(arrivals.late()).isEqualTo(new Arrivals.Late(2, 32, 32, 400 * MS));
  }

  @Test
  void ranks_that_come_together_give_no_straggler() {
    for (long n = 0; n < 32; n++) {
      for (int rank = 0; rank < 4; rank++) {
        long begin = MS + n * 1000 * MS;
        entry(
            rank, "0", ranks(0, 4), n, "completed", "4", begin + rank * 60 * MS, begin + 250 * MS);
      }
    }
    assertThat(Arrivals.of(progress.groups().iterator().next()).late()).isNull();
  }

  @Test
  void sets_of_ranks_stay_short() {
    assertThat(Ranks.text(ranks(0, 1024))).isEqualTo("0-1023");
    assertThat(Ranks.text(Set.of(1, 2, 4, 6, 7, 8))).isEqualTo("1, 2, 4, 6-8");
    assertThat(Ranks.text(Set.of())).isEmpty();
    assertThat(Ranks.text(IntStream.range(0, 100).map(i -> 2 * i).boxed().toList()))
        .hasSizeLessThan(80)
        .endsWith("…");
  }
}
