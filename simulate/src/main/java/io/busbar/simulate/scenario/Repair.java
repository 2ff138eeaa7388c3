package io.busbar.simulate.scenario;

import io.busbar.simulate.packet.TransportSettings.Recovery;

/** What a sender sends again after a loss. */
public enum Repair {
  /** Everything from the lost packet on. */
  GO_BACK_N(Recovery.GO_BACK_N),
  /** The lost packets only. */
  SELECTIVE_REPEAT(Recovery.SELECTIVE);

  private final Recovery recovery;

  Repair(Recovery recovery) {
    this.recovery = recovery;
  }

  Recovery recovery() {
    return recovery;
  }
}
