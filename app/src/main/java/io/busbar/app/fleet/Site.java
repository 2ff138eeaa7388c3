package io.busbar.app.fleet;

import java.util.Map;
import java.util.TreeMap;

/**
 * Where work is spread to.
 *
 * @param master address of a cluster's master; empty for this machine, or for what the surroundings
 *     say
 * @param threads that work when it is this machine
 * @param settings of the engine, by their own names
 */
public record Site(String master, int threads, Map<String, String> settings) {
  public Site {
    settings = Map.copyOf(new TreeMap<>(settings));
  }
}
