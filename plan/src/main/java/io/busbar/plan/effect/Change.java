package io.busbar.plan.effect;

import io.busbar.plan.stack.Feature;
import org.jspecify.annotations.Nullable;

/**
 * A change and what it does.
 *
 * @param code stable name in kebab-case
 * @param what the change in words, as an action
 * @param why what it acts on
 * @param setting the keys of the plan file that make it
 * @param needs what a training framework must be able to do; null when every one can
 * @param advice whether a user can make it to gain time; else it only shows what something is worth
 * @param before as planned
 * @param after with the change
 */
public record Change(
    String code,
    String what,
    String why,
    String setting,
    @Nullable Feature needs,
    boolean advice,
    Situation before,
    Situation after) {

  /** Tokens per second gained, relative; negative when it costs. */
  public double gain() {
    return after.tokensPerSecond() / before.tokensPerSecond() - 1;
  }
}
