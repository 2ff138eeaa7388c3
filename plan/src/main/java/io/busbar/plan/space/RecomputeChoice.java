package io.busbar.plan.space;

import io.busbar.model.training.Recompute;
import org.jspecify.annotations.Nullable;

/**
 * What a set-up recomputes.
 *
 * @param mode null for the least that fits, as a plan chooses it
 */
record RecomputeChoice(@Nullable Recompute mode) {
  /** As written for a null mode. */
  static final String LEAST = "auto";
}
