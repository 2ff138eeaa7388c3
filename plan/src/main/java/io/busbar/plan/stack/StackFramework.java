package io.busbar.plan.stack;

import io.busbar.model.training.Stack;
import java.util.Map;
import java.util.Set;

/**
 * A training framework and what it can do.
 *
 * @param name as in the table
 * @param title for people
 * @param release that the table was written for
 * @param stacks families of software that it stands for
 * @param features what it can do
 */
public record StackFramework(
    String name, String title, String release, Set<Stack> stacks, Map<Feature, Support> features) {
  public StackFramework {
    stacks = Set.copyOf(stacks);
    features = Map.copyOf(features);
  }

  /**
   * How a framework does something.
   *
   * @param since first release that can
   * @param setting what asks for it; {@code {name}} stands for a value of the plan
   */
  public record Support(String since, String setting) {}
}
