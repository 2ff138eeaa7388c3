package io.busbar.formats.ncclxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.formats.ncclxml.TopologyFile.Cpu;
import io.busbar.formats.ncclxml.TopologyFile.Gpu;
import io.busbar.formats.ncclxml.TopologyFile.Net;
import io.busbar.formats.ncclxml.TopologyFile.Pci;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TopologyFilesTest {

  private static TopologyFile read(String text) {
    return TopologyFiles.of(NcclXmlReader.parse("topo.xml", text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void every_known_element_and_attribute_is_bound() {
    TopologyFile file =
        read(
            """
            <system version="1">
              <cpu host_hash="0xabc" numaid="1" affinity="ff" arch="x86_64" vendor="GenuineIntel"
                   familyid="6" modelid="143">
                <pci busid="0000:AB:00.0" class="0x060400" link_speed="32.0 GT/s PCIe" link_width="16">
                  <pcilink target="0000:CD:00.0"/>
                  <pci busid="0000:ac:00.0" class="0x030200" vendor="0x10de" device="0x2330">
                    <gpu dev="3" sm="90" rank="11" gdr="1" mlopart="0">
                      <nvlink target="0000:07:00.0" count="18" tclass="0x068000"/>
                      <c2c bw="44712" count="10"/>
                    </gpu>
                  </pci>
                </pci>
                <nic>
                  <net name="eth0" dev="0" speed="100000" port="0" latency="1.5" guid="0x0" gdr="0" coll="1"/>
                </nic>
              </cpu>
            </system>
            """);

    assertThat(file.version()).isEqualTo(1);
    assertThat(file.whole()).isTrue();
    assertThat(file.warnings()).isEmpty();
    assertThat(file.elementCount()).isEqualTo(10);
    Cpu cpu = file.cpus().getFirst();
    assertThat(cpu.host()).isEqualTo("0xabc");
    assertThat(cpu.numaId()).isEqualTo(1);
    assertThat(cpu.model()).isEqualTo(143);
    Pci bridge = cpu.devices().getFirst();
    assertThat(bridge.busId()).isEqualTo("0000:ab:00.0");
    assertThat(bridge.links()).containsExactly("0000:cd:00.0");
    assertThat(bridge.isGpu() || bridge.isNic()).isFalse();
    Gpu gpu = bridge.devices().getFirst().gpu();
    assertThat(gpu).isNotNull();
    assertThat(gpu.sm()).isEqualTo(90);
    assertThat(gpu.gdr()).isTrue();
    assertThat(gpu.nvLinks().getFirst().count()).isEqualTo(18);
    assertThat(gpu.c2cs().getFirst().megabytesPerSecond()).isEqualTo(44712);
    Net net = cpu.nics().getFirst().nets().getFirst();
    assertThat(net.megabitsPerSecond()).isEqualTo(100_000);
    assertThat(net.gdr()).isFalse();
    assertThat(net.latencyMicroseconds()).isEqualTo(1.5);
    assertThat(file.devices()).hasSize(2);
  }

  @Test
  void devices_of_hand_written_files_are_known_by_class() {
    TopologyFile file =
        read(
            """
            <system version="1"><cpu numaid="0">
              <pci busid="1" class="0x030200"/><pci busid="2" class="0x020700"/>
              <pci busid="3" class="0x020000"/><pci busid="4" class="0x060400"/>
            </cpu></system>
            """);

    assertThat(file.devices()).filteredOn(Pci::isGpu).extracting(Pci::busId).containsExactly("1");
    assertThat(file.devices()).filteredOn(Pci::isNic).hasSize(2);
  }

  @Test
  void odd_values_and_elements_are_warnings() {
    TopologyFile file =
        read(
            """
            <system version="1"><cpu numaid="0x1">
              <pci busid="1" class="0x030200" link_width="wide"><gpu dev="08" sm="99999999999"/></pci>
              <nics/>
              <nic><net speed="NaN" dev="-1"/></nic>
            </cpu></system>
            """);

    assertThat(file.cpus().getFirst().numaId()).isEqualTo(1);
    assertThat(file.devices().getFirst().linkWidth()).isZero();
    assertThat(file.devices().getFirst().gpu())
        .satisfies(gpu -> assertThat(gpu.dev()).isEqualTo(8))
        .satisfies(gpu -> assertThat(gpu.sm()).isNull());
    assertThat(file.warnings()).hasSize(4);
    assertThat(file.warnings()).anySatisfy(w -> assertThat(w.hint()).contains("'nic'"));
  }

  @Test
  void another_root_is_refused_with_the_nearest_name() {
    assertThatThrownBy(() -> read("<sytem version=\"1\"/>"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("did you mean 'system'?");
  }

  @Test
  void graph_files_have_their_own_records() {
    String text =
        """
        <graphs version="1">
          <graph id="0" pattern="4" crossnic="0" nchannels="1" speedintra="20" speedinter="24"
                 latencyinter="0" typeintra="NVL" typeinter="PXN" samechannels="1">
            <channel><net dev="0x1"/><gpu dev="0x3" rank="3"/><gpu dev="2"/><net dev="0"/></channel>
          </graph>
        </graphs>
        """;
    GraphFile file =
        GraphFile.of(NcclXmlReader.parse("graph.xml", text.getBytes(StandardCharsets.UTF_8)));

    assertThat(file.version()).isEqualTo(1);
    GraphFile.Graph graph = file.graphs().getFirst();
    assertThat(graph.channels().getFirst())
        .extracting(Object::toString)
        .containsExactly("NET/1", "GPU/3", "GPU/2", "NET/0");
    assertThat(graph.typeInter()).isEqualTo("PXN");
    assertThat(graph.sameChannels()).isTrue();
    assertThat(graph.interGigabytesPerSecond()).isEqualTo(24);
  }
}
