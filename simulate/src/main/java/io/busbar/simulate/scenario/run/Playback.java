package io.busbar.simulate.scenario.run;

import io.busbar.simulate.fabric.Fabric;
import java.util.List;

/**
 * What the links of a fabric did during a run, from moment to moment.
 *
 * @param seconds the moments
 * @param shares for each moment and port the part of the time since the moment before in which it
 *     sent
 */
public record Playback(Fabric fabric, List<Double> seconds, List<float[]> shares) {
  public Playback {
    seconds = List.copyOf(seconds);
    shares = List.copyOf(shares);
  }
}
