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
 * @param nameA how its tool names the first port; empty where ports have numbers only
 * @param nameB how its tool names the other port
 * @param source the file that tells it; empty for the dump's own
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
    String nameA,
    String nameB,
    String source,
    int line) {

  /** A cable of a dump whose ports have numbers. */
  Cable(
      int nodeA,
      int portA,
      int nodeB,
      int portB,
      int lanes,
      @Nullable LaneSpeed speed,
      String couldBe,
      int line) {
    this(nodeA, portA, nodeB, portB, lanes, speed, couldBe, "", "", "", line);
  }

  /** The port at a node: its name, or {@code port 17}. */
  public String port(int node) {
    String name = node == nodeA ? nameA : nameB;
    return name.isEmpty() ? "port " + (node == nodeA ? portA : portB) : name;
  }

  /** {@code leaf01.json:17}; empty in a dump of one file with numbered ports. */
  public String place() {
    return source.isEmpty() ? "" : source + ":" + line;
  }

  /** What it carries in one direction, bytes per second; 0 when unknown. */
  public double bytesPerSecond() {
    return speed == null ? 0 : lanes * speed.dataGigabits() * 1e9 / 8;
  }

  /** {@code 4x NDR}, {@code 400GbE}; {@code ?} for what is unknown. */
  public String rate() {
    if (speed != null && speed.ethernet()) {
      return speed.name();
    }
    return (lanes == 0 ? "?" : lanes + "x") + " " + (speed == null ? "?" : speed.name());
  }
}
