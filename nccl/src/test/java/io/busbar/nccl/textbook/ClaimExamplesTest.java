package io.busbar.nccl.textbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Explained;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chapter's statements on collectives; its values are worked by hand from its formulas. */
class ClaimExamplesTest {

  private static ClaimRow row(String claim, String quantity) {
    return ClaimExamples.about(claim).rows().stream()
        .filter(row -> row.quantity().startsWith(quantity))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row " + quantity));
  }

  @Test
  void the_ring_of_1024_ranks_takes_164_ms_by_the_chapter() {
    // 2 · 1023/1024 · 4096e6 / 50e9
    assertThat(row("D2", "all-reduce, one rank").textbook()).isCloseTo(0.16368, within(1e-8));
    assertThat(row("D2", "all-reduce").unit()).isEqualTo(Measure.SECONDS);
  }

  @Test
  void a_rank_per_node_is_never_faster_than_line_rate_and_full_nodes_are_several_times() {
    double lone = row("D2", "all-reduce, one rank").ours();
    double filled =
        ClaimExamples.about("D2").rows().stream()
            .filter(row -> row.quantity().equals("all-reduce"))
            .findFirst()
            .orElseThrow()
            .ours();

    // 2 · 1023/1024 · 4e9 / 50e9 is the bound; eight NICs divide it by at most eight.
    assertThat(lone).isBetween(0.159844, 0.25);
    assertThat(filled).isBetween(0.159844 / 8, lone / 6);
  }

  @Test
  void a_gradient_of_a_billion_takes_7_8_ms_at_line_rate_and_what_was_measured_by_ours() {
    ClaimRow ring = row("D1b", "all-reduce by Ring");
    ClaimRow nvls = row("D1b", "all-reduce by NVLS");

    // 2 · 7/8 · 2e9 / 450e9; 40 % off.
    assertThat(ring.textbook()).isCloseTo(7.7778e-3, within(1e-7));
    assertThat(nvls.textbook()).isCloseTo(4.6667e-3, within(1e-7));
    // Measured: 3.5e9 / 367e9 = 9.5 ms and 3.5e9 / 475e9 = 7.4 ms.
    assertThat(ring.ours()).isCloseTo(9.54e-3, within(0.5e-3));
    assertThat(nvls.ours()).isCloseTo(7.37e-3, within(0.4e-3));
  }

  @Test
  void nvls_saves_a_fifth_and_not_two() {
    ClaimRow saved = row("D1b", "part that NVLS takes off");

    assertThat(saved.textbook()).isCloseTo(0.4, within(1e-12));
    assertThat(saved.ours()).isBetween(0.15, 0.30);
    assertThat(ClaimExamples.about("B17").rows()).contains(saved);
  }

  @Test
  void nvls_sends_four_sevenths_of_the_bytes_and_is_no_quicker_for_small_messages() {
    assertThat(row("B17", "bytes that a GPU sends").ours()).isEqualTo(1.75);
    assertThat(row("B17", "bandwidth at 1 GiB").textbook()).isEqualTo(2);
    assertThat(row("B17", "bandwidth at 1 GiB").ours()).isBetween(1.15, 1.75);
    ClaimRow small = row("B17", "8 B by NVLS");
    assertThat(small.ours()).isGreaterThan(small.textbook());
  }

  @Test
  void nvls_occupies_16_thread_blocks_on_hopper() {
    assertThat(row("B16", "thread blocks").textbook()).isZero();
    assertThat(row("B16", "thread blocks").ours()).isEqualTo(16);
  }

  @Test
  void no_size_of_the_chapter_decides_what_nccl_chooses() {
    ClaimRow from = row("B18", "NVLS on a DGX H100, from");

    assertThat(from.textbook()).isEqualTo(131_072);
    assertThat(from.ours()).isGreaterThan(131_072);
    // 8 B, 16 B, ... 8 KiB.
    assertThat(row("B18", "sizes of 8 B to 8 KiB by Tree").textbook()).isEqualTo(11);
    assertThat(row("B18", "sizes of 8 B to 8 KiB by Tree").ours()).isZero();
  }

  @Test
  void roce_takes_other_algorithms_than_ring() {
    // 8 B, 16 B, ... 8 GiB.
    assertThat(row("C11", "sizes").textbook()).isEqualTo(31);
    assertThat(row("C11", "sizes").ours()).isLessThan(16);
  }

  @Test
  void an_all_reduce_never_runs_by_pat() {
    assertThat(row("D17", "all_reduce").ours()).isZero();
    assertThat(row("D17", "all_gather").ours()).isBetween(1.0, 31.0);
  }

  @Test
  void symmetric_memory_gains_less_than_seven_times() {
    ClaimRow small = row("D14", "all-reduce of 64 KiB");

    assertThat(small.textbook()).isEqualTo(7);
    assertThat(small.ours()).isBetween(1.0, 7.0);
  }

  @Test
  void sharp_leaves_half_by_the_chapter_and_more_by_ours() {
    ClaimRow sharp = row("B20", "time with SHARP");

    assertThat(sharp.textbook()).isCloseTo(0.5, within(1e-12));
    assertThat(sharp.ours()).isBetween(0.5, 1.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"B16", "B17", "B18", "B20", "C11", "D1b", "D2", "D14", "D17"})
  void each_value_has_a_reason_and_each_row_says_why(String claim) {
    ClaimExamples.Shown shown = ClaimExamples.about(claim);
    List<String> reasons = shown.reasons().stream().map(r -> r.term().name()).toList();

    assertThat(shown.rows())
        .isNotEmpty()
        .allSatisfy(row -> {
          assertThat(reasons).contains(row.textbookTerm(), row.oursTerm());
          assertThat(row.why()).isNotBlank();
        });
    assertThat(shown.reasons()).extracting(Explained::value).allMatch(Double::isFinite);
  }

  @Test
  void claims_of_other_topics_have_no_rows() {
    assertThat(ClaimExamples.about("A1").rows()).isEmpty();
  }
}
