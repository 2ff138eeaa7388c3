package io.busbar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Formula;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Checks of explained figures, for tests. */
final class Reasons {
  private Reasons() {}

  /**
   * Evaluates all formulas below a figure again; how many there were.
   *
   * @param leaves takes the names of figures without a formula
   */
  static int checked(Explained figure, Set<String> leaves) {
    String formula = figure.term().formula();
    if (formula == null) {
      leaves.add(figure.term().name());
      return 0;
    }
    int count = 1;
    Map<String, Double> inputs = new HashMap<>();
    for (Explained input : figure.inputs()) {
      inputs.put(input.term().name(), input.value());
      count += checked(input, leaves);
    }
    assertThat(Formula.of(formula).evaluate(inputs::get))
        .as(figure.term().name() + " = " + formula + " of " + inputs)
        .isCloseTo(figure.value(), withinPercentage(1e-6));
    return count;
  }
}
