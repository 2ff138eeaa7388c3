package io.busbar.collective.algorithm;

import java.util.Locale;

/** Algorithms, by NCCL's names where it has one. What each does: {@link Schedules#supports}. */
public enum Algorithm {
  RING,
  DIRECT,
  PAT,
  NVLS;

  /** The name in options and answers: {@code nvls-tree}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
