package io.busbar.plan.textbook;

import io.busbar.base.explain.Term;

/**
 * The global batch, and what points of efficiency are worth over a year. Saving at equal work: a
 * year at efficiency a costs C, the same work at b costs C·a/b, dollars.
 */
final class BatchRows {
  /** Scaling efficiencies that the textbook compares. */
  static final double BEFORE = 0.79;

  static final double AFTER = 0.85;

  /** Points between its well and its badly configured cluster. */
  static final double GAP = 0.45;

  private static final Term TEXTBOOK_BATCH =
      Term.of("textbook_batch", "", "global batch", "{micro_batch} * {micro_batches} * {gpus}");
  private static final Term OURS_BATCH =
      Term.of("ours_batch", "", "tokens of a step", "{tokens_per_step}");
  private static final Term PRICE = Term.input("price_per_gpu_hour", "$/h", "price of a GPU");
  private static final Term HOURS =
      Term.input("hours_per_year", "h", "hours that are paid per year");
  private static final Term YEAR =
      Term.of(
          "cost_per_year",
          "$",
          "cost of a year",
          "{gpus} * {price_per_gpu_hour} * {hours_per_year}");
  private static final Term BEFORE_TERM =
      Term.constant("efficiency_before", "", "scaling efficiency before", Given.CHAPTER);
  private static final Term AFTER_TERM =
      Term.constant("efficiency_after", "", "scaling efficiency after", Given.CHAPTER);
  private static final Term GAP_TERM =
      Term.constant("efficiency_gap", "", "points between two clusters", Given.CHAPTER);
  private static final Term TEXTBOOK_SAVING =
      Term.of(
          "textbook_saving",
          "$",
          "points times the cost of a year",
          "({efficiency_after} - {efficiency_before}) * {cost_per_year}");
  private static final Term OURS_SAVING =
      Term.of(
          "ours_saving",
          "$",
          "what the same work costs less",
          "(1 - {efficiency_before} / {efficiency_after}) * {cost_per_year}");
  private static final Term OURS_GAP =
      Term.of(
          "ours_gap", "$", "points times the cost of a year", "{efficiency_gap} * {cost_per_year}");

  private BatchRows() {}

  /** Rows of the batch. */
  static void add(Rows rows, TextbookInputs in) {
    TextbookInputs.Layout layout = in.layout();
    double sequences = (double) layout.microBatch() * layout.microBatches() * in.machine().gpus();
    rows.add(
        "tokens of the global batch",
        rows.both(TEXTBOOK_BATCH, sequences, OURS_BATCH, layout.tokens()),
        5,
        Unit.COUNT,
        "counts sequences as tokens, and GPUs as replicas",
        "D20");
  }

  /** Rows of money over a year. */
  static void money(Rows rows, double gpus, TextbookInputs.Prices prices) {
    double price = rows.put(PRICE, prices.perGpuHour().dollars());
    double hours = rows.put(HOURS, prices.hoursPerYear());
    double year = rows.put(YEAR, gpus * price * hours);
    rows.put(BEFORE_TERM, BEFORE);
    rows.put(AFTER_TERM, AFTER);
    rows.put(GAP_TERM, GAP);
    rows.add(
        "scaling efficiency 79 → 85 %, per year",
        rows.both(
            TEXTBOOK_SAVING, (AFTER - BEFORE) * year, OURS_SAVING, (1 - BEFORE / AFTER) * year),
        3,
        Unit.DOLLARS,
        "at equal work the share saved is 1 − 79/85",
        "D30");
    rows.addOurs(
        "45 points of efficiency, per year",
        OURS_GAP,
        GAP * year,
        Unit.DOLLARS,
        "the textbook prints a quarter of it for 1,000 GPUs, without a formula",
        "D29");
  }
}
