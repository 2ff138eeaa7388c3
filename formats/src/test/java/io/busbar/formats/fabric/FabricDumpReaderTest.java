package io.busbar.formats.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.busbar.formats.fabric.FabricNode.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FabricDumpReaderTest {
  private static final String DISCOVER =
      """
      #
      # Topology file: generated on Mon Jun  1 10:00:00 2026
      #
      # Initiated from node b859f60300000001 port b859f60300000001

      vendid=0x2c9
      devid=0xd2f2
      sysimgguid=0xb859f60300aaaa00
      switchguid=0xb859f60300aaaa00(b859f60300aaaa00)
      Switch\t64 "S-b859f60300aaaa00"\t\t# "MF0;leaf1:MQM9700/U1" enhanced port 0 lid 7 lmc 0
      [1]\t"H-b859f60300000001"[1](b859f60300000001) \t\t# "node001 mlx5_0" lid 11 4xNDR
      [2]\t"H-b859f60300000002"[1](b859f60300000002) \t\t# "node002 mlx5_0" lid 12 2xNDR

      vendid=0x2c9
      devid=0x1021
      sysimgguid=0xb859f60300000001
      caguid=0xb859f60300000001
      Ca\t1 "H-b859f60300000001"\t\t# "node001 mlx5_0"
      [1](b859f60300000001) \t"S-b859f60300aaaa00"[1]\t\t# lid 11 lmc 0 "MF0;leaf1:MQM9700/U1" lid 7 4xNDR

      caguid=0xb859f60300000002
      Ca\t1 "H-b859f60300000002"\t\t# "node002 mlx5_0"
      [1](b859f60300000002) \t"S-b859f60300aaaa00"[2]\t\t# lid 12 lmc 0 "MF0;leaf1:MQM9700/U1" lid 7 2xNDR
      """;

  private static final String LINK_INFO =
      """
      CA: node001 mlx5_0:
            0xb859f60300000001     11    1[  ] ==( 4X      106.25 Gbps Active/  LinkUp)==>       7    1[  ] "MF0;leaf1:MQM9700/U1" ( )
      CA: node002 mlx5_0:
            0xb859f60300000002     12    1[  ] ==( 2X      53.125 Gbps Active/  LinkUp)==>       7    2[  ] "MF0;leaf1:MQM9700/U1" ( Could be 4X Could be 106.25 Gbps)
      Switch: 0xb859f60300aaaa00 MF0;leaf1:MQM9700/U1:
                 7    1[  ] ==( 4X      106.25 Gbps Active/  LinkUp)==>      11    1[  ] "node001 mlx5_0" ( )
                 7    2[  ] ==( 2X      53.125 Gbps Active/  LinkUp)==>      12    1[  ] "node002 mlx5_0" ( )
                 7    3[  ] ==(                Down/ Polling)==>             [  ] "" ( )
      """;

  private static FabricDump read(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return FabricDumpReader.read("dump.txt", new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> codes(FabricDump dump) {
    return dump.remarks().stream().map(DumpRemark::code).distinct().toList();
  }

  @Test
  void a_dump_of_ibnetdiscover_has_nodes_and_each_cable_once() {
    FabricDump dump = read(DISCOVER);

    assertThat(dump.tool()).isEqualTo("ibnetdiscover");
    assertThat(dump.remarks()).isEmpty();
    assertThat(dump.nodes())
        .extracting(FabricNode::name)
        .containsExactly("MF0;leaf1:MQM9700/U1", "node001 mlx5_0", "node002 mlx5_0");
    assertThat(dump.nodes().getFirst().kind()).isEqualTo(Kind.SWITCH);
    assertThat(dump.nodes().getFirst().guid()).isEqualTo(0xb859f60300aaaa00L);
    assertThat(dump.cables()).extracting(Cable::rate).containsExactly("4x NDR", "2x NDR");
    assertThat(dump.cables().getFirst().bytesPerSecond()).isEqualTo(50e9);
    assertThat(dump.cables().get(1).line()).isEqualTo(12);
  }

  @Test
  void iblinkinfo_gives_the_same_fabric_with_what_links_could_be() {
    FabricDump dump = read(LINK_INFO);

    assertThat(dump.tool()).isEqualTo("iblinkinfo");
    assertThat(dump.remarks()).isEmpty();
    assertThat(dump.nodes()).hasSize(3).allMatch(FabricNode::described);
    assertThat(dump.cables()).extracting(Cable::rate).containsExactly("4x NDR", "2x HDR");
    assertThat(dump.cables()).extracting(Cable::couldBe).containsExactly("", "4X, 106.25 Gbps");
  }

  @Test
  void switches_alone_are_enough_for_iblinkinfo() {
    FabricDump dump = read(LINK_INFO.substring(LINK_INFO.indexOf("Switch:")));

    assertThat(dump.remarks()).isEmpty();
    assertThat(dump.cables()).hasSize(2);
    assertThat(dump.nodes()).filteredOn(n -> n.kind() == Kind.ADAPTER).hasSize(2);
  }

  @Test
  void a_line_per_link_names_both_ends() {
    FabricDump dump =
        read(
            """
            0xb859f60300aaaa00 "    MF0;leaf1:MQM9700/U1"      7    1[  ] ==( 4X  10.0 Gbps (FDR10) Active/  LinkUp)==>  0xb859f60300000001     11    1[  ] "node001 mlx5_0" ( )
            0xb859f60300000001 "          node001 mlx5_0"     11    1[  ] ==( 4X  10.0 Gbps (FDR10) Active/  LinkUp)==>  0xb859f60300aaaa00      7    1[  ] "MF0;leaf1:MQM9700/U1" ( )
            """);

    assertThat(dump.cables()).singleElement().extracting(Cable::rate).isEqualTo("4x FDR10");
    assertThat(dump.remarks()).isEmpty();
  }

  @Test
  void the_list_of_ports_is_read_and_ports_without_a_peer_are_passed_over() {
    FabricDump dump =
        read(
            """
            CA   134  1 0x0000a0b0c0d00001 4x EDR - SW  1719 10 0x0000a0b0c0d00002 ( 'o0001 HCA-1' - 'leaf1' )
            SW  1719 10 0x0000a0b0c0d00002 4x EDR - CA   134  1 0x0000a0b0c0d00001 ( 'leaf1' - 'o0001 HCA-1' )
            SW  1719 37 0x0000a0b0c0d00002 4x ???                                    'leaf1'
            """);

    assertThat(dump.cables()).hasSize(1);
    assertThat(dump.nodes()).extracting(FabricNode::name).containsExactly("o0001 HCA-1", "leaf1");
    assertThat(dump.remarks()).isEmpty();
  }

  @Test
  void a_cut_dump_says_so_and_the_rest_is_used() {
    FabricDump dump = read(DISCOVER.substring(0, DISCOVER.indexOf("caguid=0xb859f60300000002")));

    assertThat(codes(dump)).containsExactly("cut-dump");
    assertThat(dump.cables()).hasSize(2);
  }

  @Test
  void a_guid_twice_is_remarked_with_both_names() {
    FabricDump dump = read(DISCOVER.replace("b859f60300000002", "b859f60300000001"));

    assertThat(codes(dump)).contains("duplicate-guid", "contradictory-link");
    assertThat(dump.remarks().toString()).contains("node001 mlx5_0").contains("node002 mlx5_0");
  }

  @Test
  void a_link_that_only_one_end_knows_is_remarked() {
    String text =
        DISCOVER.replace("[2]\t\"H-b859f60300000002\"[1]", "[9]\t\"H-b859f60300000009\"[1]");
    FabricDump dump = read(text);

    assertThat(codes(dump)).contains("one-sided-link", "cut-dump");
  }

  @Test
  void odd_lines_are_remarked_with_their_number() {
    FabricDump dump = read(DISCOVER + "ibwarn: [712] something\nSwitch 64 nonsense\n[x] \"H-1\"\n");

    assertThat(codes(dump)).containsExactly("unreadable-line");
    assertThat(dump.remarks()).extracting(DumpRemark::line).containsExactly(24, 25, 26);
    assertThat(dump.cables()).hasSize(2);
  }

  @Test
  void an_unknown_speed_leaves_the_link_without_a_rate() {
    FabricDump dump = read(DISCOVER.replace("2xNDR", "2xZDR"));

    assertThat(codes(dump)).containsExactly("unknown-speed");
    assertThat(dump.cables().get(1).bytesPerSecond()).isZero();
  }

  @Test
  void whatever_bytes_come_there_is_no_exception() {
    SplittableRandom random = new SplittableRandom(7);
    String both = DISCOVER + LINK_INFO;
    for (int round = 0; round < 300; round++) {
      StringBuilder text = new StringBuilder(both);
      for (int i = 0; i < 20; i++) {
        int at = random.nextInt(text.length());
        if (random.nextBoolean()) {
          text.deleteCharAt(at);
        } else {
          text.setCharAt(at, (char) random.nextInt(1, 128));
        }
      }
      int end = random.nextInt(text.length());
      assertThatCode(() -> read(text.substring(0, end))).doesNotThrowAnyException();
    }
  }
}
