package io.busbar.formats.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import org.junit.jupiter.api.Test;

class SlurmTopologyReaderTest {
  private static final String CONF =
      """
      # two leaves
      SwitchName=leaf1 Nodes=node[001-002] LinkSpeed=900
      switchname=leaf2 \\
        nodes=node[003-004]
      SwitchName=spine Switches=leaf[1-2]
      """;

  private final Problems problems = new Problems();

  private SlurmTopology read(String text) {
    return SlurmTopologyReader.read("topology.conf", text, problems);
  }

  @Test
  void a_tree_has_switches_with_nodes_and_switches() {
    SlurmTopology topology = read(CONF);

    assertThat(problems.list()).isEmpty();
    assertThat(topology.blocks()).isFalse();
    assertThat(topology.groups()).hasSize(3);
    assertThat(topology.groups().get(1).nodes()).containsExactly("node003", "node004");
    assertThat(topology.groups().get(2).children()).containsExactly("leaf1", "leaf2");
  }

  @Test
  void blocks_are_read() {
    SlurmTopology topology =
        read("BlockName=b1 Nodes=n[1-4]\nBlockName=b2 Nodes=n[5-8]\nBlockSizes=4\n");

    assertThat(problems.list()).isEmpty();
    assertThat(topology.blocks()).isTrue();
    assertThat(topology.groups()).hasSize(2);
  }

  @Test
  void yaml_says_the_same_and_the_default_topology_counts() {
    String yaml =
        """
        - topology: flat
          flat: true
        - topology: racks
          block:
            block_sizes: [2]
            blocks:
              - block: b1
                nodes: node[001-002]
        - topology: fabric
          cluster_default: true
          tree:
            switches:
              - switch: spine
                children: leaf[1-2]
              - switch: leaf1
                nodes: node[001-002]
              - switch: leaf2
                nodes: node[003-004]
        """;
    assertThat(SlurmTopologyReader.knows(yaml)).isTrue();

    SlurmTopology topology = read(yaml);

    assertThat(problems.list()).isEmpty();
    assertThat(topology.groups()).hasSize(3);
    assertThat(topology.groups().getFirst().children()).containsExactly("leaf1", "leaf2");
    assertThat(topology.groups().get(2).nodes()).containsExactly("node003", "node004");
  }

  @Test
  void unknown_switches_and_nodes_twice_are_problems_all_at_once() {
    read(
        CONF.replace("Switches=leaf[1-2]", "Switches=leaf1,leef2")
            .replace("[003-004]", "[002-003]"));

    assertThat(problems.list())
        .extracting(Problem::toString)
        .anyMatch(p -> p.contains("'leef2'") && p.contains("did you mean 'leaf2'?"))
        .anyMatch(p -> p.contains("'node002'") && p.contains("it is on leaf1 of line 2"));
  }

  @Test
  void a_line_without_a_name_is_a_problem() {
    read(CONF + "Nodes=node[005-006]\n");

    assertThat(problems.list()).singleElement().asString().contains("SwitchName= or BlockName=");
  }
}
