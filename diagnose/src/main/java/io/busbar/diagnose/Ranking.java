package io.busbar.diagnose;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.facts.Facts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Puts causes before what they explain. Among those that nothing explains, the gravest comes first
 * (a cause is as grave as its gravest consequence), then the surest, then one that names a cause,
 * then the first in the files.
 */
final class Ranking {
  private final Relations relations;
  private final Facts facts;
  private final List<Conclusion> all;

  private Ranking(Relations relations, Facts facts, Collection<Conclusion> all) {
    this.relations = relations;
    this.facts = facts;
    this.all = new ArrayList<>(all);
  }

  /**
   * A conclusion with what it explains.
   *
   * @param folded consequences that are not shown themselves
   */
  record Ranked(Conclusion conclusion, List<String> explained, List<Conclusion> folded) {}

  static List<Ranked> rank(Relations relations, Facts facts, Collection<Conclusion> conclusions) {
    return new Ranking(relations, facts, conclusions).ranked();
  }

  private List<Ranked> ranked() {
    List<Conclusion> shown = new ArrayList<>(all);
    shown.removeIf(effect -> all.stream().anyMatch(cause -> folds(cause, effect)));
    List<Conclusion> left = new ArrayList<>(shown);
    List<Ranked> order = new ArrayList<>();
    while (!left.isEmpty()) {
      List<Conclusion> free =
          left.stream().filter(c -> left.stream().noneMatch(other -> explains(other, c))).toList();
      Conclusion next = (free.isEmpty() ? left : free).stream().min(first()).orElseThrow();
      left.remove(next);
      order.add(
          new Ranked(
              next,
              shown.stream().filter(c -> explains(next, c)).map(Conclusion::code).toList(),
              all.stream().filter(c -> folds(next, c)).toList()));
    }
    return order;
  }

  private Comparator<Conclusion> first() {
    return Comparator.comparing(this::gravity)
        .reversed()
        .thenComparing(Conclusion::confidence, Comparator.reverseOrder())
        .thenComparing(c -> Checks.NAMELESS.contains(c.code()))
        .thenComparing(
            c -> c.evidence().stream().mapToInt(facts::order).min().orElse(Integer.MAX_VALUE));
  }

  private Severity gravity(Conclusion conclusion) {
    Severity most = conclusion.severity();
    for (Conclusion effect : all) {
      if (explains(conclusion, effect) && effect.severity().compareTo(most) > 0) {
        most = effect.severity();
      }
    }
    return most;
  }

  private boolean folds(Conclusion cause, Conclusion effect) {
    return cause != effect && relations.folds(cause.code(), effect.code());
  }

  private boolean explains(Conclusion cause, Conclusion effect) {
    return cause != effect && relations.explains(cause.code(), effect.code());
  }
}
