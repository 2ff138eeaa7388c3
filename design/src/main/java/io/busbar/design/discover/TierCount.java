package io.busbar.design.discover;

import java.util.ArrayList;
import java.util.List;

/** Counts of switches and cables by tier. */
final class TierCount {
  private static final List<String> NAMES = List.of("host", "leaf", "spine", "core");

  private TierCount() {}

  static String name(int tier) {
    return tier < NAMES.size() ? NAMES.get(tier) : "tier " + tier;
  }

  static List<FabricAnswer.Tier> of(Wiring wiring) {
    List<FabricAnswer.Tier> tiers = new ArrayList<>();
    for (int tier = 1; tier <= wiring.tiers(); tier++) {
      List<Integer> switches = wiring.switches(tier);
      List<Integer> up = new ArrayList<>();
      List<Integer> down = new ArrayList<>();
      for (int node : switches) {
        up.addAll(wiring.uplinks(node));
        for (int cable : wiring.cablesOf(node)) {
          if (tier > 1 && wiring.tier(wiring.far(cable, node)) == tier - 1) {
            down.add(cable);
          }
        }
      }
      if (tier == 1) {
        wiring.ports().forEach(port -> down.add(port.cable()));
      }
      tiers.add(
          new FabricAnswer.Tier(
              name(tier),
              switches.size(),
              down.size(),
              up.size(),
              wiring.bytesPerSecond(down),
              wiring.bytesPerSecond(up)));
    }
    return tiers;
  }
}
