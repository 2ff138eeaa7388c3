package io.busbar.nccl.textbook;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Quality;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.base.explain.Term;
import java.util.ArrayList;
import java.util.List;

/** Rows of one topic while they are made, with the ledger of their reasons. Not thread-safe. */
final class ClaimRows {
  private static final String CHAPTER = "textbook, chapter 14";

  private final String topic;
  private final RecordingLedger ledger = new RecordingLedger();
  private final List<ClaimRow> rows = new ArrayList<>();

  ClaimRows(String topic) {
    this.topic = topic;
  }

  /** A value with the name that formulas know it by. */
  record Named(String name, double value) {}

  /** What is given. */
  Named input(String name, String unit, String meaning, double value) {
    return new Named(name, ledger.put(Term.input(name, unit, meaning), value));
  }

  /** A figure that the textbook prints and does not derive. */
  Named printed(String name, String unit, String meaning, double value) {
    Term term = Term.constant(name, unit, meaning, CHAPTER);
    return new Named(name, ledger.put(term, value, Quality.SOURCED, ""));
  }

  /** What follows by a formula from values before. */
  Named computed(String name, String unit, String meaning, String formula, double value) {
    return new Named(name, ledger.put(Term.of(name, unit, meaning, formula), value));
  }

  /** A time of ours. */
  Named achieved(String name, double seconds) {
    return input(name, "s", "achieved; 'busbar collective' with --explain has its terms", seconds);
  }

  void add(
      String quantity, Named textbook, Named ours, Measure unit, String why, String... claims) {
    rows.add(
        new ClaimRow(
            topic,
            quantity,
            textbook.value(),
            ours.value(),
            unit,
            why,
            List.of(claims),
            textbook.name(),
            ours.name()));
  }

  List<ClaimRow> rows() {
    return List.copyOf(rows);
  }

  /** Reasons of both values of the rows that bear on a claim. */
  List<Explained> reasons(String claim) {
    List<Explained> reasons = new ArrayList<>();
    for (ClaimRow row : rows) {
      if (row.claims().contains(claim)) {
        for (String name : List.of(row.textbookTerm(), row.oursTerm())) {
          Explained reason = ledger.get(name);
          if (reason != null && !reasons.contains(reason)) {
            reasons.add(reason);
          }
        }
      }
    }
    return reasons;
  }
}
