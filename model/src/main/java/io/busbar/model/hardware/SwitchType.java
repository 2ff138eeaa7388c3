package io.busbar.model.hardware;

import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Range;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A switch of the scale-out network, or an NVSwitch chip.
 *
 * @param entry where the figures come from
 * @param network what it speaks; null for a scale-up switch
 * @param ports the ways to run it, fastest ports first
 * @param bytesPerSecond capacity: all ports together, one direction
 * @param latencySeconds port to port; null if unknown
 * @param sharpVersion generation of in-network reduction (SHARP), 0 if none
 * @param sharpTrees streaming reduction trees that it takes part in at once, 0 if unknown
 * @param sharpStreamPerPort whether each port may have its own active one, not only the switch
 * @param watts typical power, 0 if unknown
 */
public record SwitchType(
    CatalogEntry entry,
    @Nullable NetworkKind network,
    List<Ports> ports,
    double bytesPerSecond,
    @Nullable Range latencySeconds,
    int sharpVersion,
    int sharpTrees,
    boolean sharpStreamPerPort,
    double watts) {
  /** More than any switch has, however slow its ports. */
  private static final int MOST_PORTS = 4096;

  public SwitchType {
    ports = List.copyOf(ports);
  }

  public String name() {
    return entry.name();
  }

  /** How many ports it has when run at this rate per port and direction; 0 if it cannot. */
  public int radix(double portBytesPerSecond) {
    for (Ports way : ports) {
      if (Math.abs(way.bytesPerSecond() - portBytesPerSecond) <= 1e-6 * portBytesPerSecond) {
        return way.count();
      }
    }
    return 0;
  }

  /**
   * The same switch with as many ports of this rate as its capacity holds, for one that is only
   * assumed; itself where it lists such ports.
   */
  public SwitchType withPorts(double portBytesPerSecond) {
    int fit = (int) Math.min(MOST_PORTS, bytesPerSecond / portBytesPerSecond * (1 + 1e-9));
    if (portBytesPerSecond <= 0 || fit < 1 || radix(portBytesPerSecond) > 0) {
      return this;
    }
    List<Ports> ways = new ArrayList<>(ports);
    ways.add(new Ports(fit, portBytesPerSecond));
    return new SwitchType(
        entry,
        network,
        ways,
        bytesPerSecond,
        latencySeconds,
        sharpVersion,
        sharpTrees,
        sharpStreamPerPort,
        watts);
  }
}
