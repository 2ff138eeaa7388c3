package io.busbar.nccl.time;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;

/** Adds up what is put into a ledger, so that the formula is that of the value. Used once. */
final class Sum {
  private final Ledger ledger;
  private final StringBuilder formula = new StringBuilder();
  private double value;

  /** Opens a scope in the ledger for its parts. */
  Sum(String name, Ledger ledger) {
    this.ledger = ledger;
    ledger.open(name);
  }

  /**
   * @param part names in braces and what joins them, as they were put
   * @param amount what that is
   */
  Sum add(String part, double amount) {
    value += amount;
    if (ledger.recording()) {
      formula.append(formula.isEmpty() ? "" : " + ").append(part);
    }
    return this;
  }

  /** Closes the scope with the sum; 0 when nothing was added. */
  double close(String name, String unit, String meaning) {
    String text = formula.isEmpty() ? "0" : formula.toString();
    return ledger.close(Term.of(name, unit, meaning, text), value);
  }
}
