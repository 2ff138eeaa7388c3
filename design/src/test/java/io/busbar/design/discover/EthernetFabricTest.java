package io.busbar.design.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Block;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.design.discover.FabricText.Form;
import io.busbar.model.cluster.Clusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fabrics of Ethernet sites: what LLDP and lists tell gives the same answers as a dump. */
class EthernetFabricTest {
  private static final Path EXAMPLE = Path.of("../examples/21-ethernet-fabric/lldp");

  @TempDir Path folder;

  private static FabricAnswer answer(Discovery fabric) {
    return FabricAnswer.of(fabric);
  }

  private static List<String> codes(Discovery fabric) {
    return fabric.findings().stream().map(Finding::code).toList();
  }

  private static Discovery designed(String cluster) {
    Problems problems = new Problems();
    var named = Clusters.parse(cluster, Position.of("test"), problems);
    problems.throwIfAny();
    return Discovery.of(DesignedDump.of(named.fabric()));
  }

  private Discovery back(Discovery fabric, Form form) throws IOException {
    Path file = folder.resolve("fabric." + (form == Form.CABLES ? "csv" : form.id()));
    Files.writeString(file, FabricText.of(fabric, form));
    return Discovery.read(List.of(file));
  }

  @Test
  void planted_faults_of_a_rail_fabric_are_found_from_lldp_alone() {
    Discovery fabric = Discovery.read(List.of(EXAMPLE));
    FabricAnswer a = answer(fabric);
    assertThat(a.hosts()).isEqualTo(8);
    assertThat(a.rails()).isEqualTo(4);
    assertThat(codes(fabric))
        .containsExactly(
            "miscabled-rail", "degraded-link", "missing-link", "asymmetric-leaf", "management");
    Finding miscabled = fabric.findings().getFirst();
    assertThat(miscabled.evidence().toString())
        .contains("gpu05 enp60s0np0 -> leaf2 Ethernet32, on rail 2 instead of 1", "leaf2.txt:");
  }

  @Test
  void a_designed_fabric_is_without_fault_and_of_its_own_size() {
    Discovery fabric = designed("dgx-h100:64");
    FabricAnswer a = answer(fabric);
    assertThat(a.hosts()).isEqualTo(64);
    assertThat(a.rails()).isEqualTo(8);
    assertThat(a.oversubscription()).isEqualTo(1);
    assertThat(codes(fabric)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Form.class,
      names = {"CABLES", "CONTAINERLAB", "GRAPHVIZ"})
  void forms_with_cables_read_back_as_the_same_fabric(Form form) throws IOException {
    for (Discovery fabric : List.of(designed("dgx-h100:64"), Discovery.read(List.of(EXAMPLE)))) {
      FabricAnswer there = answer(fabric);
      FabricAnswer here = answer(back(fabric, form));
      assertThat(here.hosts()).isEqualTo(there.hosts());
      assertThat(here.rails()).isEqualTo(there.rails());
      assertThat(here.leafGroups()).isEqualTo(there.leafGroups());
      assertThat(here.pods()).isEqualTo(there.pods());
      assertThat(here.oversubscription()).isEqualTo(there.oversubscription());
      assertThat(here.tiers()).isEqualTo(there.tiers());
      List<String> faults =
          there.findings().stream()
              .map(Finding::code)
              .filter(c -> !c.equals("management"))
              .toList();
      assertThat(here.findings().stream().map(Finding::code).toList()).isEqualTo(faults);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Form.class,
      names = {"TOPOLOGY_CONF", "TOPOLOGY_YAML", "BLOCK_CONF", "BLOCK_YAML"})
  void slurm_keeps_who_is_below_whom(Form form) throws IOException {
    Discovery fabric = designed("dgx-h100:128");
    Discovery here = back(fabric, form);
    assertThat(here.counted()).isFalse();
    assertThat(here.hosts()).containsExactlyInAnyOrderElementsOf(fabric.hosts());
    assertThat(here.groups()).isEqualTo(fabric.groups());
    assertThat(answer(here).rates()).isEqualTo("unknown");
    assertThat(FabricText.refusal(here, Form.CABLES)).isNotEmpty();
  }

  @Test
  void a_tree_that_scontrol_shows_is_written_as_that_tree() throws IOException {
    String shown =
        """
        SwitchName=s0 Level=0 LinkSpeed=1 Nodes=tux[0-3]
        SwitchName=s1 Level=0 LinkSpeed=1 Nodes=tux[4-7]
        SwitchName=s2 Level=0 LinkSpeed=1 Nodes=tux[8-11]
        SwitchName=s3 Level=1 LinkSpeed=1 Nodes=tux[0-7] Switches=s[0-1]
        SwitchName=s4 Level=2 LinkSpeed=1 Nodes=tux[0-11] Switches=s[2-3]
        """;
    Discovery fabric = Discovery.read(List.of(Files.writeString(folder.resolve("s.txt"), shown)));
    String written = FabricText.of(fabric, Form.TOPOLOGY_CONF);
    assertThat(written.lines().skip(1))
        .containsExactly(
            "SwitchName=s0 Nodes=tux[0-3]",
            "SwitchName=s1 Nodes=tux[4-7]",
            "SwitchName=s2 Nodes=tux[8-11]",
            "SwitchName=s3 Switches=s[0-1]",
            "SwitchName=s4 Switches=s[2-3]");
    for (Form form : List.of(Form.TOPOLOGY_CONF, Form.TOPOLOGY_YAML)) {
      Discovery here = back(fabric, form);
      assertThat(FabricText.of(here, Form.TOPOLOGY_CONF).lines().skip(1).toList())
          .isEqualTo(written.lines().skip(1).toList());
    }
  }

  @Test
  void blocks_that_scontrol_shows_are_written_as_those_blocks() throws IOException {
    String shown =
        """
        BlockName=b1 BlockIndex=0 Nodes=node[01-04] BlockSize=4
        BlockName=b2 BlockIndex=1 Nodes=node[05-08] BlockSize=4
        AggregatedBlock=b[1-2] BlockIndex=2 Nodes=node[01-08] BlockSize=8
        """;
    Discovery fabric = Discovery.read(List.of(Files.writeString(folder.resolve("b.txt"), shown)));
    String written = FabricText.of(fabric, Form.BLOCK_CONF);
    assertThat(written.lines().skip(1))
        .containsExactly(
            "BlockName=b1 Nodes=node[01-04]", "BlockName=b2 Nodes=node[05-08]", "BlockSizes=4,8");
    Discovery here = back(fabric, Form.BLOCK_YAML);
    assertThat(FabricText.of(here, Form.BLOCK_CONF).lines().skip(1).toList())
        .isEqualTo(written.lines().skip(1).toList());
  }

  @Test
  void without_rates_cables_are_counted() throws IOException {
    StringBuilder list = new StringBuilder("source,source_port,destination,destination_port\n");
    for (int host = 1; host <= 4; host++) {
      list.append("gpu%d,eth1,leaf%d,swp%d\n".formatted(host, (host + 1) / 2, host));
    }
    for (int leaf = 1; leaf <= 2; leaf++) {
      list.append("leaf%d,swp9,spine1,swp%d\n".formatted(leaf, leaf));
    }
    Discovery fabric = Discovery.read(List.of(Files.writeString(folder.resolve("l.csv"), list)));
    assertThat(answer(fabric).rates()).isEqualTo("alike");
    assertThat(answer(fabric).oversubscription()).isEqualTo(2);
    assertThat(codes(fabric)).containsExactly("no-rates");
  }

  /** A switch's neighbours may all be switches: then its cables are all there is to show. */
  @Test
  void switches_without_hosts_are_shown_with_their_cables() throws IOException {
    String shown =
        """
        admin@leaf1:~$ show lldp table
        Capability codes: (R) Router, (B) Bridge, (O) Other
        LocalPort    RemoteDevice    RemotePortID    Capability    RemotePortDescr
        -----------  --------------  --------------  ------------  -----------------
        Ethernet0    spine1          etp0            BR            Ethernet0
        Ethernet8    spine1          etp1            BR            Ethernet8
        Ethernet16   spine2          etp0            BR            Ethernet0
        """;
    Discovery fabric = Discovery.read(List.of(Files.writeString(folder.resolve("l.txt"), shown)));
    Report report = FabricReport.of(fabric);

    assertThat(fabric.hosts()).isEmpty();
    assertThat(report.blocks().get(1)).isInstanceOf(Block.Table.class);
    assertThat(((Block.Table) report.blocks().get(1)).rows())
        .containsExactly(
            List.of("leaf1", "spine1", "2", "not given"),
            List.of("leaf1", "spine2", "1", "not given"));
    assertThat(FabricText.refusal(fabric, FabricText.Form.TOPOLOGY_CONF)).contains("no hosts");
    assertThat(FabricText.of(fabric, FabricText.Form.CABLES)).contains("spine2");
  }
}
