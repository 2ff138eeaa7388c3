package io.busbar.plan;

import io.busbar.base.explain.Explained;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.effect.Change;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.fit.Fit;
import io.busbar.plan.memory.MemoryCost;
import java.util.List;

/**
 * A plan that was answered: the answer and what it was made from, for drawings and settings.
 *
 * @param answer what becomes JSON
 * @param situation the set-up and its cost
 * @param memory its memory by stage
 * @param changes single changes, the largest gain first
 * @param fits the nearest set-ups that fit, fewest changes first; empty when this one does
 * @param reasons of the figures, as trees; empty unless asked for
 */
public record Planned(
    PlanAnswer answer,
    Situation situation,
    MemoryCost memory,
    List<Change> changes,
    List<Fit> fits,
    List<Explained> reasons) {
  public Planned {
    changes = List.copyOf(changes);
    fits = List.copyOf(fits);
    reasons = List.copyOf(reasons);
  }
}
