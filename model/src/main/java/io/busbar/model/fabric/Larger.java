package io.busbar.model.fabric;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.Kind;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.SwitchType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names what joins more nodes than the ports of a request: each is sized before it is named. */
public final class Larger {
  private static final int MOST_PLANES = 8;

  private Larger() {}

  /** What builds the request; empty when nothing does. */
  public static String hint(FabricRequest request) {
    List<String> ways = new ArrayList<>();
    SwitchType larger = switchType(request);
    if (larger != null) {
      int radix = larger.radix(request.linkBytesPerSecond());
      ways.add(larger.name() + " with " + radix + " ports");
    }
    if (request.topology() != FabricTopology.RAIL_ONLY
        && fits(request.withTopology(FabricTopology.RAIL_ONLY))) {
      ways.add("topology rail-only");
    }
    for (int planes = 2 * request.planes(); planes <= MOST_PLANES; planes *= 2) {
      if (fits(request.withPlanes(planes))) {
        ways.add(planes + " planes");
        break;
      }
    }
    return ways.isEmpty() ? "" : String.join(", or ", ways) + " would do";
  }

  /** The catalogue's switch with the fewest ports that builds it at all layers; null for none. */
  public static @Nullable SwitchType switchType(FabricRequest request) {
    Catalog catalog = Catalog.standard();
    double rate = request.linkBytesPerSecond();
    int least = request.switchType().radix(rate);
    SwitchType best = null;
    for (String name : catalog.names(Kind.SWITCH)) {
      SwitchType type = catalog.switchType(name, Position.of("catalog"), new Problems());
      if (type == null
          || type.network() == null
          || ethernet(type) != ethernet(request.switchType())
          || type.radix(rate) <= least) {
        continue;
      }
      boolean fewer = best == null || type.radix(rate) < best.radix(rate);
      if (fewer && fits(request.withSwitch(type))) {
        best = type;
      }
    }
    return best;
  }

  private static boolean ethernet(SwitchType type) {
    return type.network() != NetworkKind.INFINIBAND;
  }

  private static boolean fits(FabricRequest request) {
    return Sizer.size(request, Refusals.SILENT) != null;
  }
}
