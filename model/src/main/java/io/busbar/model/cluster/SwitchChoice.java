package io.busbar.model.cluster;

import io.busbar.model.hardware.SwitchType;

/**
 * A switch as a fabric needs it.
 *
 * @param name what it is
 * @param bytesPerSecond all ports together when run at the rate that is asked for, one direction
 * @param latencySeconds port to port
 * @param sharpVersion generation of in-network reduction, 0 if none
 */
record SwitchChoice(String name, double bytesPerSecond, double latencySeconds, int sharpVersion) {

  /**
   * A catalogue switch with ports of this rate; its whole capacity where it lists no such ports.
   */
  static SwitchChoice of(SwitchType type, double portBytesPerSecond, double fallbackLatency) {
    int radix = type.radix(portBytesPerSecond);
    return new SwitchChoice(
        type.name(),
        radix > 0 ? radix * portBytesPerSecond : type.bytesPerSecond(),
        type.latencySeconds() == null ? fallbackLatency : type.latencySeconds().middle(),
        type.sharpVersion());
  }
}
