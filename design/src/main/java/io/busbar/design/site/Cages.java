package io.busbar.design.site;

import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fact.Fact;
import io.busbar.model.hardware.SwitchType;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Transceivers by cages: a cage of a switch that holds two ports takes one twin-port module for
 * both. A NIC port takes a module of its own. Stateless.
 */
final class Cages {
  private static final Pattern COUNT = Pattern.compile("\\d{1,4}");

  private Cages() {}

  /** Ports at a rate that share a cage; 1 where the catalogue does not know the cages. */
  static int ports(SwitchType type, double portBytesPerSecond) {
    Fact cages = type.entry().fact("cages");
    Matcher m = COUNT.matcher(cages == null ? "" : cages.text());
    return m.lookingAt()
        ? Math.max(1, type.radix(portBytesPerSecond) / Math.max(1, Integer.parseInt(m.group())))
        : 1;
  }

  /**
   * Modules of all optical cables: one at each NIC port, and at the switches one for the ports of a
   * cage, each layer's ports together.
   */
  static long modules(FabricDesign design, List<CableRun> cables) {
    FabricRequest request = design.request();
    long nics = count(cables, "node-leaf");
    long leafSpine = count(cables, "leaf-spine");
    long spineCore = count(cables, "spine-core");
    long groups = count(cables, "group-group");
    int leafDown = ports(request.switchType(), request.linkBytesPerSecond());
    int leafUp = ports(request.switchType(), request.uplink());
    int upper = ports(request.upperSwitch(), request.uplink());
    int core = ports(request.upperSwitch(), request.coreLink());
    return nics
        + Math.ceilDiv(nics, leafDown)
        + Math.ceilDiv(leafSpine, leafUp)
        + Math.ceilDiv(leafSpine + 2 * groups, upper)
        + 2 * Math.ceilDiv(spineCore, core);
  }

  private static long count(List<CableRun> cables, String tier) {
    return cables.stream()
        .filter(run -> run.tier().equals(tier) && run.optical())
        .mapToLong(CableRun::count)
        .sum();
  }
}
