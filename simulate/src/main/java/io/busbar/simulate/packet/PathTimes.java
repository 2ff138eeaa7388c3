package io.busbar.simulate.packet;

/**
 * What a path takes while nothing else is on it.
 *
 * @param roundTripPs a full packet there and its acknowledgement back by the same links
 * @param switches between its ends
 */
record PathTimes(long roundTripPs, int switches) {
  /**
   * @param path link directions from the sender on; none stands for the sender's own link and back
   */
  static PathTimes of(Core core, int pair, int[] path) {
    PacketSettings.Wire wire = core.settings.wire();
    int frame = core.fullFrameBytes() + wire.gapBytes();
    int control = wire.controlBytes() + wire.gapBytes();
    int[] links = path.length > 0 ? path : new int[] {core.pairs.port[pair]};
    long sum = 0;
    for (int port : links) {
      int back = core.ports.peer(port);
      sum += core.ports.transferPs(port, frame) + core.ports.latencyPs(port);
      sum += core.ports.transferPs(back, control) + core.ports.latencyPs(back);
    }
    return new PathTimes(sum, links.length - 1);
  }

  void start(WindowControl window, int pair) {
    window.start(pair, roundTripPs, switches);
  }
}
