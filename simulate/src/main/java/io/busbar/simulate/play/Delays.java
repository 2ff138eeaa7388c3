package io.busbar.simulate.play;

/** What makes agents differ from each other: the faults of ranks. */
public interface Delays {
  /** All agents start together and take the same time. */
  Delays NONE = new Delays() {};

  /** When an agent enters the operation, picoseconds. */
  default long startPs(int agent) {
    return 0;
  }

  /** What a step takes at an agent on top of {@link PlayOptions#stepPs}, picoseconds. */
  default long extraStepPs(int agent) {
    return 0;
  }
}
