package io.busbar.simulate.play;

import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.Schedule;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import java.util.Arrays;

/** Puts the agents of a schedule on the nodes of a fabric. */
public final class Placement {
  private Placement() {}

  /**
   * Ranks where they are told to be; the NVSwitch of a node on the scale-up switch of its ranks.
   * The engines of messages and flows know such switches, that of packets does not.
   *
   * @param ranks endpoint of each rank
   * @throws IllegalArgumentException when a switch has no place: there is no scale-up switch, or it
   *     is a SHARP switch
   */
  public static int[] of(Fabric fabric, Schedule schedule, int[] ranks) {
    int[] nodes = Arrays.copyOf(ranks, schedule.agents());
    for (int agent = schedule.ranks(); agent < nodes.length; agent++) {
      nodes[agent] = placeOf(fabric, schedule, schedule.agent(agent), ranks);
    }
    return nodes;
  }

  private static int placeOf(Fabric fabric, Schedule schedule, Agent hub, int[] ranks) {
    if (hub.kind() == Agent.Kind.NVSWITCH) {
      for (int rank = 0; rank < schedule.ranks(); rank++) {
        if (schedule.agent(rank).node() == hub.node()) {
          int node = fabric.owner(fabric.peer(fabric.firstPort(ranks[rank])));
          if (fabric.kind(node) == NodeKind.SCALE_UP_SWITCH) {
            return node;
          }
        }
      }
    }
    throw new IllegalArgumentException("the fabric has no place for the " + hub);
  }
}
