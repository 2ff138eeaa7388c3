package io.busbar.design.discover;

import io.busbar.formats.fabric.Cable;
import io.busbar.formats.fabric.FabricDump;
import io.busbar.formats.fabric.FabricNode;
import io.busbar.formats.fabric.FabricNode.Kind;
import io.busbar.formats.fabric.LaneSpeed;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricGraph;
import io.busbar.model.fabric.Tier;
import io.busbar.model.fabric.Wiring;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The cables of a fabric that is designed, as if they had been discovered: hosts {@code node0001},
 * their NIC ports {@code nic0} (in planes {@code nic0p2}), switches {@code leaf1}, ports from 1 in
 * the order of their cables. Rates are those of the links, one direction. Stateless.
 */
public final class DesignedDump {
  private static final double GIGABIT_BYTES = 1.25e8;

  private DesignedDump() {}

  /**
   * @throws IllegalArgumentException when the fabric cannot be built
   */
  public static FabricDump of(FabricDesign design) {
    FabricGraph graph = new FabricGraph(design, Wiring.REGULAR);
    List<FabricNode> nodes = new ArrayList<>();
    int[] first = new int[Tier.values().length];
    Arrays.fill(first, -1);
    for (int vertex = graph.ports(); vertex < graph.vertices(); vertex++) {
      Tier tier = graph.tier(vertex);
      first[tier.ordinal()] = first[tier.ordinal()] < 0 ? vertex : first[tier.ordinal()];
      String name = tier.name().toLowerCase(Locale.ROOT) + (vertex - first[tier.ordinal()] + 1);
      nodes.add(new FabricNode(Kind.SWITCH, 0, name, true, 0));
    }
    int[] used = new int[graph.vertices()];
    List<Cable> cables = new ArrayList<>();
    int planes = Math.max(1, design.request().planes());
    for (int link = 0; link < graph.links(); link++) {
      int lower = graph.lower(link);
      int a = lower - graph.ports();
      if (lower < graph.ports()) {
        a = nodes.size();
        nodes.add(
            new FabricNode(
                Kind.ADAPTER, 0, adapter(design, lower, link / graph.ports(), planes), true, 0));
      }
      int b = graph.upper(link) - graph.ports();
      double gigabits = graph.bytesPerSecond(link) / graph.cables(link) / GIGABIT_BYTES;
      for (int i = 0; i < graph.cables(link); i++) {
        int portA = lower < graph.ports() ? 1 : ++used[lower];
        int portB = ++used[graph.upper(link)];
        cables.add(cable(a, portA, b, portB, gigabits));
      }
    }
    return new FabricDump("the design", "design", nodes, cables, List.of(), 0);
  }

  private static Cable cable(int a, int portA, int b, int portB, double gigabits) {
    LaneSpeed speed = LaneSpeed.ethernet(gigabits);
    return new Cable(a, portA, b, portB, 1, speed, "", "", "", "", 0);
  }

  private static String adapter(FabricDesign design, int port, int plane, int planes) {
    int nics = design.request().nicsPerHost();
    String name = String.format(Locale.ROOT, "node%04d nic%d", port / nics + 1, port % nics);
    return planes > 1 ? name + "p" + (plane + 1) : name;
  }
}
