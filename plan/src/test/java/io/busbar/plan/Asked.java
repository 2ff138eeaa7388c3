package io.busbar.plan;

import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** Plans of command lines, for tests. */
public final class Asked {
  private Asked() {}

  /** The plan of {@code --name value} pairs. */
  public static PlanFile file(String options) {
    String[] words = options.strip().split("\\s+");
    Map<String, String> typed = new LinkedHashMap<>();
    for (int i = 0; i + 1 < words.length; i += 2) {
      typed.put(words[i], words[i + 1]);
    }
    return PlanFile.load(null, PlanOption.overlay(typed));
  }

  /** The answered plan. */
  public static Planned planned(String options) {
    return Planner.plan(new PlanQuestion(file(options), Times.NCCL, null, false, false, true));
  }
}
