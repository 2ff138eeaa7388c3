package io.busbar.formats.fabric;

import org.jspecify.annotations.Nullable;

/**
 * A link between two ports; each stands once.
 *
 * @param nodeA index of a node
 * @param portA its port, from 1
 * @param nodeB index of the other node
 * @param portB its port
 * @param lanes active lanes; 0 when unknown
 * @param speed of a lane; null when unknown
 * @param couldBe what the tool says that both ends can do: {@code 4X}, {@code 53.125 Gbps}; empty
 *     when it says nothing
 * @param line where it stands first
 */
public record Cable(
    int nodeA,
    int portA,
    int nodeB,
    int portB,
    int lanes,
    @Nullable LaneSpeed speed,
    String couldBe,
    int line) {

  /** What it carries in one direction, bytes per second; 0 when unknown. */
  public double bytesPerSecond() {
    return speed == null ? 0 : lanes * speed.dataGigabits() * 1e9 / 8;
  }

  /** {@code 4x NDR}; {@code ?} for what is unknown. */
  public String rate() {
    return (lanes == 0 ? "?" : lanes + "x") + " " + (speed == null ? "?" : speed.name());
  }
}
