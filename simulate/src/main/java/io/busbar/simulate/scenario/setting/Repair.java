package io.busbar.simulate.scenario.setting;

import io.busbar.simulate.packet.TransportSettings.Recovery;

/** What a sender sends again after a loss. */
public enum Repair {
  /** Everything from the lost packet on. */
  GO_BACK_N(
      Recovery.GO_BACK_N,
      "reliable connections by the InfiniBand specification, volume 1, 9.7: a negative"
          + " acknowledgement within a round trip"),
  /** The lost packets only. */
  SELECTIVE_REPEAT(
      Recovery.SELECTIVE,
      "ConnectX with packets that take several paths: NVIDIA's RoCE accelerations, selective"
          + " repeat");

  private final Recovery recovery;

  private final String source;

  Repair(Recovery recovery, String source) {
    this.recovery = recovery;
    this.source = source;
  }

  /** Whose path it is, and where that is written. */
  String source() {
    return source;
  }

  Recovery recovery() {
    return recovery;
  }
}
