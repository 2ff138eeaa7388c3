package io.busbar.plan.space;

/** What a walk through a space leaves out; the front is the same. */
public enum Skipping {
  /** Nothing: every number is looked at by itself. */
  NOTHING,
  /** Numbers below a digit that breaks a rule; all set-ups that fit are priced. */
  RULES,
  /** Also what a bound says cannot change the front. */
  ALL
}
