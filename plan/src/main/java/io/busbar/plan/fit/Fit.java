package io.busbar.plan.fit;

import io.busbar.plan.effect.Situation;
import java.util.List;

/**
 * A set-up near the planned one that fits.
 *
 * @param changes what is changed, as actions
 * @param knobs how many things that is
 * @param planned what it is compared with
 * @param situation the set-up with its cost
 * @param hostBytes of one GPU in host memory; 0 when nothing is offloaded
 */
public record Fit(
    List<String> changes, int knobs, Situation planned, Situation situation, double hostBytes) {
  public Fit {
    changes = List.copyOf(changes);
  }
}
