package io.busbar.plan;

import io.busbar.base.report.Block;
import java.util.List;

/** The drawings of a plan, where they stand in its report. Stateless. */
final class PlanPictures {
  private PlanPictures() {}

  static List<Block> step(Planned planned) {
    return List.of();
  }

  static List<Block> memory(Planned planned) {
    return List.of();
  }

  static List<Block> scaling(Planned planned) {
    return List.of();
  }

  static List<Block> fabric(Planned planned) {
    return List.of();
  }
}
