package io.busbar.simulate.scenario.run;

import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.scenario.answer.Outcome;

/** Something that is played on a network, and what came of it. */
public interface Playing extends Engine.Part {
  /** Bytes that will arrive, about. */
  double expectedBytes();

  /** What came of it so far. */
  Outcome outcome(RunEnd end);

  /** Plays it alone. */
  static Outcome alone(Playing what, Engine engine, double boundSeconds) {
    return what.outcome(engine.run(what, boundSeconds, what.expectedBytes()));
  }
}
