package io.busbar.fleet;

import io.busbar.app.Calls;

/**
 * Runs a small search once while the launcher records which classes it needs, so that later starts
 * map them instead of loading them.
 */
public final class FleetTraining {
  private FleetTraining() {}

  public static void main(String[] args) {
    Calls.run(
        "fleet", "search", "--model", "llama3-8b", "--cluster", "dgx-h100:2..4", "--tokens", "1T");
  }
}
