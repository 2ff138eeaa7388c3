package io.busbar.simulate.play;

import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.path.SwitchPaths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Puts the agents of a schedule on the nodes of a fabric: ranks where they are told to be, the
 * NVSwitch of a node on the scale-up switch of its ranks, a SHARP switch of the lowest level on the
 * leaf of its first rank, one of a level above on a switch above the first it serves. Rails take
 * different cables upwards, so that their trees do not meet where they need not.
 */
public final class Placement {
  private final Fabric fabric;
  private final Schedule schedule;
  private final int[] nodes;
  private final int[] peers;
  private final SwitchPaths paths;

  private Placement(Fabric fabric, Schedule schedule, int[] ranks) {
    this.fabric = fabric;
    this.schedule = schedule;
    nodes = Arrays.copyOf(ranks, schedule.agents());
    peers = new int[schedule.agents()];
    paths = new SwitchPaths(fabric);
  }

  /**
   * The node of each agent. SHARP switches that no channel uses are where rank 0 is.
   *
   * @param ranks endpoint of each rank
   * @throws IllegalArgumentException when a switch has no place
   */
  public static int[] of(Fabric fabric, Schedule schedule, int[] ranks) {
    Placement placement = new Placement(fabric, schedule, ranks);
    for (int agent = schedule.ranks(); agent < placement.nodes.length; agent++) {
      placement.nodes[agent] = placement.place(agent);
    }
    return placement.nodes;
  }

  /**
   * How many nodes a leaf joins, leaves a spine layer, spine layers the cores: the widths of an
   * aggregation tree that fits the fabric; a dragonfly+ has one switch of a group above the spines
   * of all. Nodes are taken to fill it in the order of their numbers, each with a rank on the first
   * rail.
   *
   * @param ranks endpoint of each rank
   */
  public static Integer[] aggregationRadix(Fabric fabric, Locality locality, int[] ranks) {
    List<Integer> radix = new ArrayList<>();
    int[] switches = new int[locality.nodes()];
    Arrays.setAll(switches, node -> leaf(fabric, ranks[locality.rank(node, 0)]));
    while (true) {
      int first = switches[0];
      int width = (int) Arrays.stream(switches).filter(node -> node == first).count();
      int groups = Math.ceilDiv(switches.length, width);
      if (groups == 1 || fabric.ups(first) == 0 || fabric.global(fabric.firstUp(first))) {
        radix.add(Math.max(2, switches.length));
        return radix.toArray(Integer[]::new);
      }
      radix.add(width);
      int[] above = new int[groups];
      for (int group = 0; group < groups; group++) {
        above[group] = ahead(fabric, fabric.firstUp(switches[group * width]));
      }
      switches = above;
    }
  }

  private int place(int agent) {
    Agent at = schedule.agent(agent);
    int below = below(agent, at);
    if (at.kind() != Agent.Kind.SHARP) {
      int node = below < 0 ? -1 : ahead(fabric, fabric.firstPort(nodes[below]));
      if (node >= 0 && fabric.kind(node) == NodeKind.SCALE_UP_SWITCH) {
        return node;
      }
    } else if (below < 0) {
      return nodes[0];
    } else if (at.level() == 0) {
      return leaf(fabric, nodes[below]);
    } else {
      int from = nodes[below];
      int port = fabric.ups(from) == 0 ? -1 : paths.upPort(from, at.rail());
      if (port >= 0 && fabric.joined(port)) {
        return ahead(fabric, port);
      }
    }
    throw new IllegalArgumentException("the fabric has no place for the " + at);
  }

  /** The first agent of the level below that sends to a switch; −1 when no channel uses it. */
  private int below(int agent, Agent at) {
    for (int channel = 0; channel < schedule.channels(); channel++) {
      int count = schedule.sources(agent, channel, peers);
      for (int i = 0; i < count; i++) {
        boolean rank = peers[i] < schedule.ranks();
        if (rank ? at.level() == 0 : schedule.agent(peers[i]).level() == at.level() - 1) {
          return peers[i];
        }
      }
    }
    return -1;
  }

  /**
   * The leaf above an endpoint's first network port; a NIC that endpoints share may be between.
   *
   * @throws IllegalArgumentException when it has no cable there
   */
  public static int leaf(Fabric fabric, int endpoint) {
    int port = fabric.networkPort(endpoint, 0);
    if (port >= fabric.endPort(endpoint) || !fabric.joined(port)) {
      throw new IllegalArgumentException(fabric.nodeName(endpoint) + " has no network port");
    }
    int node = ahead(fabric, port);
    return fabric.kind(node) == NodeKind.NIC ? ahead(fabric, fabric.firstUp(node)) : node;
  }

  private static int ahead(Fabric fabric, int port) {
    return fabric.owner(fabric.peer(port));
  }
}
