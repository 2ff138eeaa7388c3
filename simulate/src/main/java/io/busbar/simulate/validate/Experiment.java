package io.busbar.simulate.validate;

import java.util.Map;

/** Plays one setting and tells what came of it: figures by name, their unit in the name. */
interface Experiment {
  /**
   * Plays the setting.
   *
   * @throws IllegalStateException when the setting cannot be played
   */
  Map<String, Double> run(Setting setting);
}
