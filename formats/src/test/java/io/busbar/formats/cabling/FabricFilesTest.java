package io.busbar.formats.cabling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.formats.fabric.Cable;
import io.busbar.formats.fabric.DumpRemark;
import io.busbar.formats.fabric.FabricDump;
import io.busbar.formats.fabric.FabricNode.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One small text for each form of each tool; all tell the same kind of cables. */
class FabricFilesTest {
  @TempDir Path folder;

  private final List<Path> files = new ArrayList<>();

  private FabricFilesTest with(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    files.add(Files.writeString(file, text));
    return this;
  }

  private FabricDump read() {
    return FabricFiles.read(files);
  }

  /** {@code gpu1 eth0 - leaf1 swp1 at 400GbE}. */
  private static List<String> cables(FabricDump dump) {
    List<String> cables = new ArrayList<>();
    for (Cable cable : dump.cables()) {
      cables.add(
          end(dump, cable, cable.nodeA())
              + " - "
              + end(dump, cable, cable.nodeB())
              + " "
              + cable.rate());
    }
    return cables;
  }

  private static String end(FabricDump dump, Cable cable, int node) {
    boolean host = dump.nodes().get(node).kind() == Kind.ADAPTER;
    return dump.nodes().get(node).label() + (host ? "" : " " + cable.port(node));
  }

  private static List<String> codes(FabricDump dump) {
    return dump.remarks().stream().map(DumpRemark::code).toList();
  }

  private static String neighbour(String port, String system, String far, String rate) {
    String negotiation =
        rate.isEmpty() ? "" : ",\"auto-negotiation\":{\"current\":\"" + rate + "\"}";
    return "{\"%s\":{\"via\":\"LLDP\",\"chassis\":{\"%s\":{\"id\":{\"type\":\"mac\",\"value\":\"02:00:00:00:00:01\"}}},\"port\":{\"id\":{\"type\":\"ifname\",\"value\":\"%s\"}%s}}}"
        .formatted(port, system, far, negotiation);
  }

  private static String lldp(String... neighbours) {
    return "{\"lldp\":{\"interface\":[" + String.join(",", neighbours) + "]}}";
  }

  @Test
  void lldpctl_in_json_names_the_far_end_and_its_rate() throws IOException {
    with("leaf1.json", lldp(neighbour("swp1", "gpu1", "enp1s0", "400GbaseDR4 - 400GBASE-DR4")));
    assertThat(cables(read())).containsExactly("leaf1 swp1 - gpu1 enp1s0 400GbE");
  }

  @Test
  void one_neighbour_is_a_mapping_and_no_list() throws IOException {
    String one = neighbour("swp1", "gpu1", "enp1s0", "");
    with("leaf1.json", "{\"lldp\":{\"interface\":" + one + "}}");
    assertThat(cables(read())).containsExactly("leaf1 swp1 - gpu1 enp1s0 ? ?");
  }

  @Test
  void json0_wraps_every_value() throws IOException {
    with(
        "gpu1/lldpctl.json0",
        "{\"lldp\":[{\"interface\":[{\"name\":\"enp1s0\",\"via\":\"LLDP\",\"chassis\":[{\"name\":[{\"value\":\"leaf1\"}],\"descr\":[{\"value\":\"SONiC"
            + " Software Version\"}]}],\"port\":[{\"id\":[{\"type\":\"local\",\"value\":\"etp1\"}],"
            + "\"descr\":[{\"value\":\"Ethernet0\"}]}]}]}]}");
    assertThat(cables(read())).containsExactly("gpu1 enp1s0 - leaf1 etp1 ? ?");
  }

  @Test
  void both_ends_of_a_cable_are_one_cable_also_under_another_name_of_the_port() throws IOException {
    with(
            "leaf1.txt",
            """
            admin@leaf1:~$ show lldp table
            Capability codes: (R) Router, (B) Bridge, (O) Other
            LocalPort    RemoteDevice    RemotePortID       Capability    RemotePortDescr
            -----------  --------------  -----------------  ------------  -----------------
            Ethernet0    gpu1            0c:42:a1:00:00:01  S             enp1s0
            Ethernet4    spine1          fortyGigE0/20      BR            Ethernet20
            eth0         oob             swp14              BR            swp14
            --------------------------------------------------
            Total entries displayed:  3
            admin@leaf1:~$ show interfaces status
              Interface            Lanes    Speed    MTU            Alias    Oper    Admin
            -----------  ---------------  -------  -----  ---------------  ------  -------
              Ethernet0      49,50,51,52     400G   9100             etp1      up       up
              Ethernet4      53,54,55,56     800G   9100             etp2      up       up
            """)
        .with("gpu1.json", lldp(neighbour("enp1s0", "leaf1", "etp1", "")))
        .with(
            "spine1.txt",
            "spine1# show lldp neighbors\n"
                + "Port       Neighbor Device ID             Neighbor Port ID           TTL\n"
                + "Ethernet20 leaf1.dc.example               etp2                       120\n");
    FabricDump dump = read();
    assertThat(cables(dump))
        .containsExactlyInAnyOrder(
            "leaf1 Ethernet0 - gpu1 enp1s0 400GbE", "leaf1 Ethernet4 - spine1 Ethernet20 800GbE");
    assertThat(codes(dump)).containsExactly("management");
  }

  @Test
  void nexus_wraps_long_names() throws IOException {
    with(
        "nx1.txt",
        """
        Capability codes:
          (R) Router, (B) Bridge, (T) Telephone, (C) DOCSIS Cable Device
        Device ID            Local Intf      Hold-time  Capability  Port ID
        gpu-with-a-very-long-name.example
                             Eth1/1          120        S           enp1s0
        spine1               Eth1/2          120        BR          Ethernet1/1
        Total entries displayed: 2
        """);
    assertThat(cables(read()))
        .containsExactly(
            "nx1 Eth1/1 - gpu-with-a-very-long-name enp1s0 ? ?",
            "nx1 Eth1/2 - spine1 Ethernet1/1 ? ?");
  }

  @Test
  void blocks_of_lldpctl_and_keyed_values_say_the_same() throws IOException {
    with(
            "leaf1_lldpctl.txt",
            """
            -------------------------------------------------------------------------------
            LLDP neighbors:
            -------------------------------------------------------------------------------
            Interface:    swp1, via: LLDP, RID: 1, Time: 0 day, 00:01:02
              Chassis:
                ChassisID:    mac 02:00:00:00:00:01
                SysName:      gpu1
                SysDescr:     Ubuntu 22.04.4 LTS Linux 5.15.0
              Port:
                PortID:       ifname enp1s0
                PortDescr:    enp1s0
                PMD autoneg:  supported: yes, enabled: yes
                  MAU oper type: 100GbaseCR4 - 100GBASE-CR4
            """)
        .with(
            "leaf2.txt",
            "lldp.swp1.via=LLDP\nlldp.swp1.chassis.name=gpu1\nlldp.swp1.port.ifname=enp2s0\n");
    assertThat(cables(read()))
        .containsExactly("leaf1 swp1 - gpu1 enp1s0 100GbE", "leaf2 swp1 - gpu1 enp2s0 ? ?");
  }

  @Test
  void a_file_named_after_nothing_takes_the_name_its_neighbours_know() throws IOException {
    with("x17.json", lldp(neighbour("swp1", "gpu1", "enp1s0", "")))
        .with("gpu1.json", lldp(neighbour("enp1s0", "leaf9", "swp1", "")));
    assertThat(cables(read())).containsExactly("leaf9 swp1 - gpu1 enp1s0 ? ?");
  }

  @Test
  void what_two_ends_tell_differently_is_remarked_with_both_places() throws IOException {
    with("leaf1.json", lldp(neighbour("swp1", "spine1", "swp1", "")))
        .with("spine1.json", lldp(neighbour("swp1", "leaf2", "swp9", "")))
        .with("leaf2.json", lldp(neighbour("swp3", "spine1", "swp4", "")));
    FabricDump dump = read();
    assertThat(codes(dump)).contains("contradictory-link", "one-sided-link");
    assertThat(dump.remarks().getFirst().text()).contains("spine1.json:1", "leaf2 swp9");
  }

  @Test
  void rates_that_differ_are_remarked_and_the_lower_one_counts() throws IOException {
    with("leaf1.json", lldp(neighbour("swp1", "spine1", "swp1", "400GbaseDR4")))
        .with("spine1.json", lldp(neighbour("swp1", "leaf1", "swp1", "100GbaseSR4")));
    FabricDump dump = read();
    assertThat(cables(dump)).containsExactly("leaf1 swp1 - spine1 swp1 100GbE");
    assertThat(codes(dump)).containsExactly("speed-differs");
  }

  @Test
  void containerlab_links_in_both_forms_and_those_out_of_the_lab() throws IOException {
    with(
        "x.clab.yml",
        """
        name: x
        topology:
          nodes:
            leaf1: {kind: nokia_srlinux}
            gpu1: {kind: linux}
          links:
            - endpoints: ["gpu1:eth1", "leaf1:e1-1"]
              vars: {rate: 400G}
            - type: veth
              endpoints:
                - {node: gpu1, interface: eth2}
                - {node: leaf1, interface: e1-2}
            - endpoints: ["leaf1:e1-9", "host:x"]
            - endpoints: ["leaf1"]
        """);
    FabricDump dump = read();
    assertThat(cables(dump))
        .containsExactly("gpu1 eth1 - leaf1 e1-1 400GbE", "gpu1 eth2 - leaf1 e1-2 ? ?");
    assertThat(codes(dump)).contains("not-followed", "unreadable-line");
  }

  @Test
  void netbox_lists_cables_and_interfaces() throws IOException {
    String end =
        "{\"object_type\":\"dcim.interface\",\"object\":{\"device\":{\"name\":\"%s\"},\"name\":\"%s\"}}";
    with(
        "cables.json",
        "{\"count\":2,\"next\":null,\"results\":[{\"id\":1,\"a_terminations\":["
            + end.formatted("gpu1", "eth1")
            + "],\"b_terminations\":["
            + end.formatted("leaf1", "swp1")
            + "],\"status\":{\"value\":\"connected\"}},"
            + "{\"id\":2,\"a_terminations\":[],\"b_terminations\":[],\"status\":{\"value\":\"planned\"}}]}");
    FabricDump dump = read();
    assertThat(cables(dump)).containsExactly("gpu1 eth1 - leaf1 swp1 ? ?");
    assertThat(codes(dump)).contains("not-connected");
    files.clear();
    with(
        "interfaces.json",
        "[{\"device\":{\"name\":\"leaf1\"},\"name\":\"swp1\",\"type\":{\"value\":\"400gbase-x-qsfpdd\"},\"cable\":{\"id\":1},"
            + "\"connected_endpoints\":[{\"device\":{\"name\":\"gpu1\"},\"name\":\"eth1\"}]}]");
    assertThat(cables(read())).containsExactly("leaf1 swp1 - gpu1 eth1 400GbE");
  }

  @Test
  void a_netbox_dump_follows_patch_panels() throws IOException {
    String text =
        """
        [{"model":"dcim.device","pk":1,"fields":{"name":"gpu1"}},
        {"model":"dcim.device","pk":2,"fields":{"name":"leaf1"}},
        {"model":"dcim.interface","pk":1,"fields":{"device":1,"name":"eth1","type":"400gbase-x-qsfp112"}},
        {"model":"dcim.interface","pk":2,"fields":{"device":2,"name":"swp1","type":"400gbase-x-qsfp112"}},
        {"model":"dcim.frontport","pk":1,"fields":{"device":8,"name":"f","rear_port":1,"rear_port_position":2}},
        {"model":"dcim.frontport","pk":2,"fields":{"device":9,"name":"f","rear_port":2,"rear_port_position":2}},
        {"model":"dcim.rearport","pk":1,"fields":{"device":8,"name":"r"}},
        {"model":"dcim.rearport","pk":2,"fields":{"device":9,"name":"r"}},
        {"model":"dcim.cable","pk":1,"fields":{}},{"model":"dcim.cable","pk":2,"fields":{}},{"model":"dcim.cable","pk":3,"fields":{}}
        """;
    StringBuilder ends = new StringBuilder();
    String[][] cables = {
      {"interface", "1", "frontport", "1"},
      {"rearport", "1", "rearport", "2"},
      {"frontport", "2", "interface", "2"}
    };
    for (int i = 0; i < cables.length; i++) {
      for (int side = 0; side < 2; side++) {
        ends.append(
            ",{\"model\":\"dcim.cabletermination\",\"pk\":%d,\"fields\":{\"cable\":%d,\"cable_end\":\"%s\",\"termination_type\":[\"dcim\",\"%s\"],\"termination_id\":%s}}"
                .formatted(
                    2 * i + side,
                    i + 1,
                    side == 0 ? "A" : "B",
                    cables[i][2 * side],
                    cables[i][2 * side + 1]));
      }
    }
    with("netbox.json", text + ends + "]");
    assertThat(cables(read())).containsExactly("gpu1 eth1 - leaf1 swp1 400GbE");
  }

  @Test
  void lists_of_cables_go_by_the_usual_names_of_columns() throws IOException {
    with(
        "a.csv",
        "Source,Source Port,Destination,Destination Port,Speed\ngpu1,nic0,leaf1,swp1,400G\n");
    assertThat(cables(read())).containsExactly("gpu1 nic0 - leaf1 swp1 400GbE");
    files.clear();
    with(
        "b.csv",
        "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,status\n"
            + "gpu1,dcim.interface,eth1,leaf1,dcim.interface,swp1,connected\n"
            + "gpu1,dcim.powerport,psu,pdu1,dcim.poweroutlet,o1,connected\n");
    FabricDump dump = read();
    assertThat(cables(dump)).containsExactly("gpu1 eth1 - leaf1 swp1 ? ?");
    assertThat(codes(dump)).contains("not-followed");
    files.clear();
    with("c.dot", "graph \"x\" {\n\"gpu1\":\"eth1\" -- \"leaf1\":\"swp1\" [rate=\"1600G\"];\n}\n");
    assertThat(cables(read())).containsExactly("gpu1 eth1 - leaf1 swp1 1600GbE");
  }

  @Test
  void slurm_tells_who_is_below_whom_and_no_cables() throws IOException {
    with(
        "scontrol.txt",
        """
        SwitchName=s0 Level=1 LinkSpeed=1 Nodes=n[1-4] Switches=s[1-2]
        SwitchName=s1 Level=0 LinkSpeed=1 Nodes=n[1-2]
        SwitchName=s2 Level=0 LinkSpeed=1 Nodes=n[3-4]
        """);
    FabricDump dump = read();
    assertThat(dump.counted()).isFalse();
    assertThat(dump.cables()).hasSize(6);
    files.clear();
    with(
        "blocks.txt",
        """
        BlockName=b1 BlockIndex=0 Nodes=n[1-2] BlockSize=2
        BlockName=b2 BlockIndex=1 Nodes=n[3-4] BlockSize=2
        AggregatedBlock=b[1-2] BlockIndex=2 Nodes=n[1-4] BlockSize=4
        """);
    assertThat(read().cables()).hasSize(6);
  }

  @Test
  void a_much_slower_network_is_left_out_and_told() throws IOException {
    with("leaf1.json", lldp(neighbour("swp1", "gpu1", "enp1s0", "400GbaseDR4")))
        .with("other1-sw.json", lldp(neighbour("swp1", "gpu1", "eno1", "1000BaseTFD")));
    FabricDump dump = read();
    assertThat(cables(dump)).hasSize(1);
    assertThat(codes(dump)).containsExactly("other-network");
  }

  @Test
  void all_that_is_wrong_is_told_at_once() throws IOException {
    with("a.txt", "nothing of a fabric\n")
        .with(
            "b.csv",
            "source,source_port,destination,destination_port\ngpu1,,leaf1,swp1\n,x,leaf1,swp2\n")
        .with("c.json", "{\"lldp\":");
    assertThatThrownBy(this::read)
        .isInstanceOfSatisfying(
            InputException.class,
            e -> {
              assertThat(e.problems().size()).isGreaterThanOrEqualTo(4);
              assertThat(e.problems().toString()).contains("b.csv:2", "b.csv:3", "c.json", "a.txt");
            });
  }

  @Test
  void cut_and_changed_files_never_crash() throws IOException {
    with("leaf1.json", lldp(neighbour("swp1", "gpu1", "enp1s0", "400GbaseDR4")))
        .with(
            "t.txt",
            "sw1# show lldp table\n"
                + "LocalPort  RemoteDevice  RemotePortID  Capability  RemotePortDescr\n"
                + "---------  ----  ----  ---  ---\n"
                + "Ethernet0  gpu1  enp1s0  S  x\n")
        .with(
            "x.clab.yml",
            "topology:\n"
                + "  nodes:\n"
                + "    a: {kind: linux}\n"
                + "  links:\n"
                + "    - endpoints: [\"a:b\", \"leaf1:c\"]\n")
        .with(
            "c.csv", "source,source_port,destination,destination_port,speed\ngpu1,a,leaf1,b,400\n")
        .with("topology.conf", "SwitchName=s1 Nodes=n[1-2]\n");
    SplittableRandom random = new SplittableRandom(7);
    for (Path file : List.copyOf(files)) {
      byte[] good = Files.readAllBytes(file);
      for (int i = 0; i < 200; i++) {
        byte[] bad = good.clone();
        for (int k = 0; k < 1 + i % 4; k++) {
          bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
        }
        int length = i % 3 == 0 ? random.nextInt(bad.length) : bad.length;
        String text = new String(bad, 0, length, StandardCharsets.UTF_8);
        Path changed = folder.resolve("changed-" + file.getFileName());
        Files.writeString(changed, text);
        try {
          FabricFiles.read(List.of(changed));
        } catch (InputException e) {
          assertThat(e.problems()).isNotEmpty();
        }
      }
    }
  }

  @Test
  void a_file_is_called_after_its_system() {
    assertThat(FabricFiles.systemOf(Path.of("lldp/leaf01_lldpctl.json"))).isEqualTo("leaf01");
    assertThat(FabricFiles.systemOf(Path.of("leaf01/lldpctl.json0"))).isEqualTo("leaf01");
    assertThat(FabricFiles.systemOf(Path.of("show_lldp_table-sw-1.txt"))).isEqualTo("sw-1");
  }

  @Test
  void rates_in_the_words_of_tools() {
    assertThat(Rates.ofMedium("1000BaseTFD - Four-pair")).isEqualTo(1);
    assertThat(Rates.ofMedium("10GigBaseLR")).isEqualTo(10);
    assertThat(Rates.ofMedium("unknown")).isZero();
    assertThat(Rates.listed("400")).isEqualTo(400);
    assertThat(Rates.listed("100000")).isEqualTo(100);
    assertThat(Rates.listed("1600G")).isEqualTo(1600);
    assertThat(Rates.listed("25 Gb/s")).isEqualTo(25);
    assertThat(Rates.listed("fast")).isZero();
  }

  @Test
  void what_tells_no_cable_and_a_template_are_said() throws IOException {
    String lab = "name: one\ntopology:\n  nodes:\n    l1:\n      kind: linux\n";
    assertThatThrownBy(() -> with("one.clab.yml", lab).read())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("there is no fabric in it");
    files.clear();
    String template = lab + "{{- if .more }}\n    l2:\n      kind: linux\n{{- end }}\n";
    assertThatThrownBy(() -> with("two.clab.yml", template).read())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("fill it in first");
  }

  @Test
  void nexus_with_detail_may_be_indented() throws IOException {
    String shown =
        """
          Device ID            Local Intf      Hold-time  Capability  Port ID
          Chassis id: 001e.49ff.24f7
          Port id: Gi3
          Local Port id: Eth1/1
          Port Description: GigabitEthernet3
          System Name: R1
          System Description: Cisco IOS Software
          Time remaining: 114 seconds
        """;
    assertThat(cables(with("n9k.txt", shown).read())).hasSize(1);
  }
}
