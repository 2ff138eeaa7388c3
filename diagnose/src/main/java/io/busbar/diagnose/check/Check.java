package io.busbar.diagnose.check;

import io.busbar.diagnose.facts.Facts;
import java.util.List;

/**
 * Concludes from facts. To add one: a class here, a file in {@code texts/} for each of its codes, a
 * line in {@code relations.tsv} for what it explains, and its name in {@code Checks}. Stateless.
 */
public interface Check {
  /** Codes of the findings it may conclude. */
  List<String> codes();

  /** Adds what follows from the facts. */
  void conclude(Facts facts, Expectation expectation, Conclusions out);
}
