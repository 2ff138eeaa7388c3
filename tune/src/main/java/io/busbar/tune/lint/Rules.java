package io.busbar.tune.lint;

import io.busbar.tune.lint.rule.UnknownName;
import java.util.List;

/** All rules. */
public final class Rules {
  /** In the order in which they are documented. */
  public static final List<Rule> ALL = List.of(new UnknownName());

  private Rules() {}
}
