package io.busbar.simulate.play;

import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.Schedule;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.path.SwitchPaths;
import java.util.Arrays;

/**
 * What switches that reduce (SHARP) can do at once. Collectives of long messages need streaming
 * trees, of which the rails of one collective take one each.
 *
 * @param switchName as the catalogue calls it
 * @param trees streaming trees that a switch takes part in
 * @param streamPerPort whether each port may have its own active one; else one for the whole switch
 */
public record AggregationLimits(String switchName, int trees, boolean streamPerPort) {

  /**
   * Checks the trees of a schedule, one for each rail.
   *
   * @param nodes where each agent is, see {@link Placement}
   * @throws IllegalArgumentException when a switch cannot take part in so many
   */
  public void check(Fabric fabric, Schedule schedule, int[] nodes) {
    int[] treesOf = new int[fabric.nodes()];
    int[] railOfPort = new int[fabric.ports()];
    Arrays.fill(railOfPort, -1);
    SwitchPaths paths = new SwitchPaths(fabric);
    for (int agent = schedule.ranks(); agent < nodes.length; agent++) {
      Agent at = schedule.agent(agent);
      if (at.kind() == Agent.Kind.SHARP && nodes[agent] >= fabric.endpoints()) {
        int most = streamPerPort ? trees : 1;
        if (++treesOf[nodes[agent]] > most) {
          throw refusal(fabric.nodeName(nodes[agent]), most);
        }
        takePorts(fabric, schedule, nodes, agent, paths, railOfPort);
      }
    }
  }

  private void takePorts(
      Fabric fabric,
      Schedule schedule,
      int[] nodes,
      int agent,
      SwitchPaths paths,
      int[] railOfPort) {
    int rail = schedule.agent(agent).rail();
    int[] to = new int[schedule.agents()];
    for (int channel = 0; channel < schedule.channels(); channel++) {
      int count = schedule.targets(agent, channel, to);
      for (int i = 0; i < count; i++) {
        for (int port : paths.find(nodes[agent], nodes[to[i]], rail)) {
          if (railOfPort[port] >= 0 && railOfPort[port] != rail) {
            throw refusal(fabric.portName(port), 1);
          }
          railOfPort[port] = rail;
        }
      }
    }
  }

  private IllegalArgumentException refusal(String where, int most) {
    return new IllegalArgumentException(
        where
            + ": "
            + switchName
            + " has "
            + (most == 1 ? "one active streaming tree" : most + " streaming trees")
            + (streamPerPort ? " for each port" : " for each switch")
            + ", and the rails of this collective need more there");
  }
}
