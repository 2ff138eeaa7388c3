package io.busbar.plan.textbook;

import io.busbar.base.explain.Term;

/**
 * Idle time of a pipeline of p stages with m micro-batches and v chunks per rank: (p−1)/(v·m) of
 * the ideal time, (p−1)/(v·m + p−1) of the step. Equal stages. Source: Narayanan et al. 2021.
 */
final class PipelineRows {
  private static final String PART = "idle part of the step";
  private static final String EXTRA = "idle time over ideal time";
  private static final Term TEXTBOOK_SHARE =
      Term.of("textbook_bubble", "", PART, "({pp} - 1) / ({pp} - 1 + {micro_batches})");
  private static final Term OURS_SHARE =
      Term.of("ours_bubble_share", "", PART, "({pp} - 1) / ({micro_batches} + {pp} - 1)");
  private static final Term OURS_OVER =
      Term.of("ours_bubble_over_ideal", "", EXTRA, "({pp} - 1) / {micro_batches}");
  private static final Term TEXTBOOK_INTERLEAVED =
      Term.of("textbook_interleaved_bubble", "", PART, "1 / ({virtual_stages} * {pp})");
  private static final Term OURS_INTERLEAVED =
      Term.of(
          "ours_interleaved_bubble_share",
          "",
          PART,
          "({pp} - 1) / ({virtual_stages} * {micro_batches} + {pp} - 1)");
  private static final Term OURS_INTERLEAVED_OVER =
      Term.of(
          "ours_interleaved_bubble_over_ideal",
          "",
          EXTRA,
          "({pp} - 1) / ({virtual_stages} * {micro_batches})");

  private PipelineRows() {}

  /** Rows of the bubble; there must be at least two stages. */
  static void add(Rows rows, TextbookInputs in) {
    double idle = in.layout().pp() - 1.0;
    double m = in.layout().microBatches();
    rows.add(
        "bubble of 1F1B, part of the step",
        rows.both(TEXTBOOK_SHARE, idle / (idle + m), OURS_SHARE, idle / (m + idle)),
        3,
        Unit.SHARE,
        "the same formula; the textbook's budget leaves the bubble out",
        "D26",
        "D24");
    rows.addOurs(
        "bubble of 1F1B, over ideal time",
        OURS_OVER,
        idle / m,
        Unit.SHARE,
        "another measure of the same idle time; the two are not to be mixed",
        "D26");
    int v = in.layout().virtualStages();
    if (v > 1) {
      rows.add(
          "bubble with " + v + " chunks per rank, part of the step",
          rows.both(
              TEXTBOOK_INTERLEAVED,
              1 / ((double) v * in.layout().pp()),
              OURS_INTERLEAVED,
              idle / (v * m + idle)),
          3,
          Unit.SHARE,
          "micro-batches count too: (p−1)/(v·m+p−1)",
          "D25");
      rows.addOurs(
          "bubble with " + v + " chunks per rank, over ideal time",
          OURS_INTERLEAVED_OVER,
          idle / (v * m),
          Unit.SHARE,
          "(p−1)/(v·m)",
          "D25");
    }
  }
}
