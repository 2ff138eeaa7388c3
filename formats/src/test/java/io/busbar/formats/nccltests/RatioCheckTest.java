package io.busbar.formats.nccltests;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.nccltests.Collectives.Factor;
import io.busbar.formats.nccltests.NcclTestsTable.CollectiveFrom;
import io.busbar.formats.nccltests.RatioCheck.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatioCheckTest {

  private static double printed(double value) {
    return Math.round(value * 100) / 100.0;
  }

  /** Rows as the tool would print them on so many ranks. */
  private static RatioCheck check(String collective, int stated, int really) {
    Factor factor = Collectives.factor(collective);
    double[] algbw = {12.3456, 101.777, 222.2222};
    double[] busbw = new double[algbw.length];
    for (int i = 0; i < algbw.length; i++) {
      busbw[i] = printed(algbw[i] * factor.of(really));
      algbw[i] = printed(algbw[i]);
    }
    return RatioCheck.of(collective, stated, algbw, busbw);
  }

  @ParameterizedTest
  @CsvSource({"all_reduce,8", "all_reduce,2", "all_gather,16", "reduce_scatter,64", "alltoall,3"})
  void the_ranks_that_a_table_was_made_with_fit_and_are_found(String collective, int ranks) {
    RatioCheck check = check(collective, ranks, ranks);
    assertThat(check.verdict()).isEqualTo(Verdict.FITS);
    assertThat(check.onlyRanks()).isEqualTo(ranks);
  }

  @Test
  void a_caption_of_64_gpus_over_a_table_of_96_ranks_is_told() {
    RatioCheck check = check("all_reduce", 64, 96);
    assertThat(check.verdict()).isEqualTo(Verdict.OTHER_RANKS);
    assertThat(check.fewestRanks()).isLessThanOrEqualTo(96);
    assertThat(check.mostRanks()).isGreaterThanOrEqualTo(96);
    assertThat(check.fitting()).isNotEqualTo("none");
  }

  @Test
  void a_ratio_that_no_number_of_ranks_gives_is_another_collective() {
    assertThat(check("all_gather", 8, 8).verdict()).isEqualTo(Verdict.FITS);
    RatioCheck check =
        RatioCheck.of("all_gather", 8, new double[] {100}, new double[] {printed(100 * 1.75)});
    assertThat(check.verdict()).isEqualTo(Verdict.OTHER_COLLECTIVE);
    assertThat(RatioCheck.of("broadcast", 8, new double[] {100}, new double[] {175}).verdict())
        .isEqualTo(Verdict.OTHER_COLLECTIVE);
  }

  @Test
  void rows_of_few_digits_decide_nothing() {
    RatioCheck check = RatioCheck.of("all_reduce", 8, new double[] {0.01}, new double[] {0.02});
    assertThat(check.verdict()).isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void many_ranks_leave_a_range_that_contains_them() {
    RatioCheck check = check("all_reduce", 2160, 2160);
    assertThat(check.verdict()).isEqualTo(Verdict.FITS);
    assertThat(check.fitting()).contains(" ");
  }

  /** Ratio, ranks, operation, root and a missing check in place against the only one that fits. */
  @ParameterizedTest
  @CsvSource({
    "8, sum, -1, 175.00, 0, all_reduce",
    "8, sum, -1, 87.50, 0, reduce_scatter",
    "8, none, -1, 87.50, 0, all_gather",
    "8, none, -1, 87.50, N/A, alltoall",
    "8, none, 0, 100.00, 0, broadcast",
    "8, sum, 0, 100.00, 0, reduce",
    "8, sum, -1, 100.00, N/A, sendrecv",
    "2, sum, -1, 100.00, 0, ''",
    "8, none, 0, 87.50, 0, ''",
  })
  void a_table_without_a_name_is_named_when_only_one_collective_fits(
      int ranks, String redop, int root, String busbw, String wrong, String collective) {
    NcclTestsTable table =
        Outputs.table(
            "#  Rank  0 Group  0 Pid 1 on a device  0 [0x01] X\n#  Rank %d Group  0 Pid 1 on a device  7 [0x02] X\n"
                    .formatted(ranks - 1)
                + Outputs.HEADER
                + "1048576 262144 float %s %d 10.49 100.00 %s 0 10.49 100.00 %s %s\n"
                    .formatted(redop, root, busbw, busbw, wrong));
    assertThat(table.collective()).isEqualTo(collective);
    assertThat(table.collectiveFrom())
        .isEqualTo(collective.isEmpty() ? CollectiveFrom.UNKNOWN : CollectiveFrom.RATIO);
  }
}
