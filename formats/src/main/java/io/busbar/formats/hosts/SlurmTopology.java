package io.busbar.formats.hosts;

import java.util.List;

/**
 * SLURM's view of the network: a tree of switches, or blocks of nodes.
 *
 * @param source the file as the user named it
 * @param blocks whether its groups are blocks (topology/block), which have no switch above them
 * @param groups switches or blocks in the order of the file
 */
public record SlurmTopology(String source, boolean blocks, List<Group> groups) {
  public SlurmTopology {
    groups = List.copyOf(groups);
  }

  /**
   * A switch or a block.
   *
   * @param children names of switches below it
   * @param nodes names of the nodes on it
   * @param line from 1
   */
  public record Group(String name, List<String> children, List<String> nodes, int line) {
    public Group {
      children = List.copyOf(children);
      nodes = List.copyOf(nodes);
    }
  }
}
