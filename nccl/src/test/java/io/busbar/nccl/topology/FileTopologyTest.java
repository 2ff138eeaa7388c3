package io.busbar.nccl.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.formats.ncclxml.NcclXmlReader;
import io.busbar.formats.ncclxml.TopologyFiles;
import io.busbar.nccl.graph.PathType;
import io.busbar.nccl.version.NcclVersion;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FileTopologyTest {
  private static final double GIGA = 1e9;

  private static NodeTopology read(String text) {
    return FileTopology.of(
        TopologyFiles.of(NcclXmlReader.parse("topo.xml", text.getBytes(StandardCharsets.UTF_8))),
        LinkRates.of(NcclVersion.newest()));
  }

  private static void assertPath(DevicePath path, PathType type, double gigabytesPerSecond) {
    assertThat(path.type()).isEqualTo(type);
    assertThat(path.bytesPerSecond()).isCloseTo(gigabytesPerSecond * GIGA, within(1e3));
  }

  @Test
  void eight_h100_with_nvswitches_and_a_nic_each() {
    NodeTopology node = Fixtures.node("dgx-h100.xml");

    assertThat(node.gpus()).hasSize(8);
    assertThat(node.nics()).hasSize(8);
    assertThat(node.numaNodes()).isEqualTo(2);
    assertThat(node.nvSwitched()).isTrue();
    assertThat(node.gpus()).allSatisfy(gpu -> assertThat(gpu.nvLinks()).isEqualTo(18));
    // 18 links of 20.6 GB/s; PCIe 5.0 x16 counts 48; Sapphire Rapids joins its sockets at 22
    assertPath(node.gpuToGpu().get(0).get(7), PathType.NVL, 370.8);
    assertThat(node.gpuToGpu().get(0).get(7).label()).isEqualTo("NV18");
    assertPath(node.gpuToNic().get(0).get(0), PathType.PIX, 48);
    assertPath(node.gpuToNic().get(0).get(1), PathType.PHB, 48);
    assertPath(node.gpuToNic().get(0).get(7), PathType.SYS, 22);
    assertThat(node.gpus().get(7).busId()).isEqualTo("0000:db:00.0");
    assertThat(node.gpus().get(0).cores()).isEqualTo("0-55,96-151");
  }

  @Test
  void rates_are_those_of_the_version() {
    NodeTopology node = Fixtures.node("dgx-h100.xml", NcclVersion.of(2, 18, 6));

    assertPath(node.gpuToGpu().get(0).get(1), PathType.NVL, 360); // 18 · 20.0
    assertPath(node.gpuToNic().get(0).get(7), PathType.SYS, 10); // no Sapphire Rapids yet
  }

  @Test
  void four_a100_in_a_full_mesh() {
    NodeTopology node = Fixtures.node("a100-mesh.xml");

    assertThat(node.nvSwitched()).isFalse();
    assertThat(node.gpus()).allSatisfy(gpu -> assertThat(gpu.nvLinks()).isEqualTo(12));
    assertPath(node.gpuToGpu().get(0).get(3), PathType.NVL, 80); // 4 · 20
    assertPath(node.gpuToNic().get(1).get(0), PathType.PIX, 24);
    assertPath(node.gpuToNic().get(0).get(0), PathType.SYS, 16); // AMD
  }

  @Test
  void a_gpu_without_a_near_nic_goes_over_one_that_has() {
    NodeTopology node = Fixtures.node("a100-mesh.xml");
    Affinity affinity = Affinity.of(node).getFirst();

    assertThat(affinity.path().type()).isEqualTo(PathType.SYS);
    assertThat(affinity.over()).isEqualTo(node.gpus().get(1));
    assertThat(affinity.bytesPerSecond()).isCloseTo(24 * GIGA, within(1e3));
    assertThat(Affinity.of(node).get(1).over()).isNull();
  }

  @Test
  void two_hops_of_nvlink_are_nvb_and_three_are_none() {
    StringBuilder text =
        new StringBuilder("<system version=\"1\"><cpu numaid=\"0\" arch=\"x86_64\">");
    for (int gpu = 0; gpu < 4; gpu++) { // a chain
      text.append("<pci busid=\"")
          .append(gpu)
          .append("\" class=\"0x030200\" link_speed=\"8 GT/s\"");
      text.append(" link_width=\"16\"><gpu dev=\"").append(gpu).append("\" sm=\"70\" gdr=\"1\">");
      for (int peer : new int[] {gpu - 1, gpu + 1}) {
        if (peer >= 0 && peer < 4) {
          text.append("<nvlink target=\"")
              .append(peer)
              .append("\" count=\"2\" tclass=\"0x0302\"/>");
        }
      }
      text.append("</gpu></pci>");
    }
    NodeTopology node = read(text + "</cpu></system>");

    assertPath(node.gpuToGpu().get(0).get(1), PathType.NVL, 40);
    assertPath(node.gpuToGpu().get(0).get(2), PathType.NVB, 40);
    assertPath(node.gpuToGpu().get(0).get(3), PathType.PHB, 12);
  }

  @Test
  void several_bridges_are_pxb_and_a_package_link_reaches_a_nic_as_p2c() {
    NodeTopology node =
        read(
            """
            <system version="1"><cpu numaid="0" arch="arm64">
              <pci busid="a" class="0x060400" link_speed="32.0 GT/s PCIe" link_width="16">
                <pci busid="b" class="0x060400" link_speed="32.0 GT/s PCIe" link_width="16">
                  <pci busid="c" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16"/>
                </pci>
                <pci busid="d" class="0x020700" link_speed="32.0 GT/s PCIe" link_width="8"/>
              </pci>
              <pci busid="e" class="0x030200" link_speed="2.5 GT/s PCIe" link_width="1">
                <gpu dev="9" sm="100" gdr="1"><c2c bw="44712" count="10"/></gpu>
              </pci>
            </cpu></system>
            """);

    assertThat(node.gpus()).extracting(GpuDevice::busId).containsExactly("e", "c");
    assertPath(node.gpuToNic().get(1).get(0), PathType.PXB, 24);
    assertPath(node.gpuToNic().get(0).get(0), PathType.P2C, 24);
    // through the CPU: the package link ends there, PCIe goes on
    assertPath(node.gpuToGpu().get(0).get(1), PathType.P2C, 48);
  }

  @Test
  void hosts_of_a_multi_node_dump_meet_over_nvswitch_only() {
    String host =
        """
        <cpu host_hash="%s" numaid="0" arch="arm64">
          <pci busid="%s" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16">
            <gpu dev="0" sm="100" gdr="1"><nvlink target="f" count="18" tclass="0x068000"/></gpu>
          </pci>
          <pci busid="%s" class="0x020700" link_speed="32.0 GT/s PCIe" link_width="16"/>
        </cpu>
        """;
    NodeTopology node =
        read(
            "<system version=\"1\">"
                + host.formatted("0x1", "a", "b")
                + host.formatted("0x2", "c", "d")
                + "</system>");

    assertPath(node.gpuToGpu().get(0).get(1), PathType.NVL, 721.8); // 18 · 40.1
    assertThat(node.gpuToNic().get(0).get(1).type()).isEqualTo(PathType.DIS);
  }

  @Test
  void a_path_is_no_better_than_its_slowest_link() {
    for (String name : new String[] {"dgx-h100.xml", "a100-mesh.xml", "broken.xml"}) {
      NodeTopology node = Fixtures.node(name);
      for (GpuDevice from : node.gpus()) {
        for (GpuDevice to : node.gpus()) {
          DevicePath path = node.path(from, to);
          assertThat(path.type()).isEqualTo(node.path(to, from).type());
          if (from != to) {
            assertThat(path.bytesPerSecond()).isEqualTo(node.path(to, from).bytesPerSecond());
          }
        }
        for (NicDevice to : node.nics()) {
          assertThat(node.path(from, to).bytesPerSecond())
              .isLessThanOrEqualTo(from.pcie().bytesPerSecond());
        }
      }
    }
  }

  @Test
  void an_empty_system_has_nothing() {
    NodeTopology node = read("<system version=\"1\"/>");

    assertThat(node.gpus()).isEmpty();
    assertThat(node.nics()).isEmpty();
    assertThat(Affinity.of(node)).isEmpty();
  }
}
