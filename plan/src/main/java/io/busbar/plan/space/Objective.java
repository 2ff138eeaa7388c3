package io.busbar.plan.space;

import java.util.Locale;

/** What a set-up is judged by. All are minimised; headroom is kept with its sign changed. */
public enum Objective {
  /** Seconds of a step. */
  STEP_TIME,
  /** Dollars for 10¹² tokens, time lost to failures included. */
  COST,
  /** How many GPUs. */
  GPUS,
  /** Joules for 10¹² tokens at the site's meter, time lost to failures included. */
  ENERGY,
  /** Share of a GPU's memory that stays free. */
  HEADROOM,
  /** Seconds for 10¹² tokens, time lost to failures included. */
  TRAIN_TIME;

  /** As written. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
