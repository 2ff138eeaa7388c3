package io.busbar.nccl.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.ncclxml.Element;
import io.busbar.formats.ncclxml.NcclXmlReader;
import io.busbar.formats.ncclxml.NcclXmlWriter;
import io.busbar.nccl.topology.check.TopologyChecks;
import io.busbar.nccl.version.NcclVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that people published; skipped where the corpus is not at hand. */
class CorpusTest {
  private static final Path CORPUS = Path.of("../../shared/corpus/artefacts");

  private static Path path(String file) {
    Path path = CORPUS.resolve(file);
    assumeTrue(Files.isRegularFile(path), "the corpus of artefacts is not at " + CORPUS);
    return path;
  }

  private static NodeTopology node(String file) {
    return Fixtures.node(path(file), NcclVersion.newest());
  }

  @ParameterizedTest
  @CsvSource({
    "014-topo-xml-aws-p4d/topo.xml, 8, 4, 0, 2",
    "037-topo-xml-azure-ndv5/topo.xml, 8, 8, 0, 2",
    "038-topo-xml-pcie-gpu-bond-nics/topo-fragment.xml, 1, 5, 0, 1",
    "096-topo-xml-azure-ndv4/topo.xml, 8, 8, 0, 4",
    "129-nccl-topo-xml-gdr0-h100/topo-fragment.xml, 1, 1, 18, 0",
    "170-topo-xml-azure-ncv4/topo.xml, 4, 1, 12, 4",
    "025-topo-4xh100-nv6-healthy/nvidia-smi-topo.txt, 4, 4, 18, 4",
    "033-ll128-not-chosen-a100-nv4/nvidia-smi-topo.txt, 4, 0, 12, 4",
    "055-topo-pairs-only-nvlink-a100-pcie/nvidia-smi-topo.txt, 8, 0, 12, 2",
    "164-topo-two-nics-a100-3gbs/nvidia-smi-topo.txt, 4, 2, 12, 4",
  })
  void counts_are_those_of_the_machine(String file, int gpus, int nics, int links, int numas) {
    NodeTopology node = node(file);

    assertThat(node.gpus()).hasSize(gpus);
    assertThat(node.nics()).hasSize(nics);
    assertThat(node.numaNodes()).isEqualTo(numas);
    for (GpuDevice gpu : node.gpus()) {
      assertThat(gpu.nvLinks() == null ? 0 : gpu.nvLinks()).isEqualTo(links);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "038-topo-xml-pcie-gpu-bond-nics/topo-fragment.xml, nic-not-for-traffic",
    "129-nccl-topo-xml-gdr0-h100/topo-fragment.xml, gdr-disabled",
    "055-topo-pairs-only-nvlink-a100-pcie/nvidia-smi-topo.txt, nvlink-pairs-only",
    "164-topo-two-nics-a100-3gbs/nvidia-smi-topo.txt, gpu-without-local-nic",
  })
  void what_is_known_to_be_wrong_is_found(String file, String code) {
    assertThat(TopologyChecks.of(node(file))).extracting(Finding::code).contains(code);
  }

  @ParameterizedTest
  @CsvSource({
    "014-topo-xml-aws-p4d/topo.xml",
    "037-topo-xml-azure-ndv5/topo.xml",
    "096-topo-xml-azure-ndv4/topo.xml",
    "170-topo-xml-azure-ncv4/topo.xml",
    "025-topo-4xh100-nv6-healthy/nvidia-smi-topo.txt",
    "033-ll128-not-chosen-a100-nv4/nvidia-smi-topo.txt",
  })
  void a_node_without_fault_raises_no_alarm(String file) {
    assertThat(TopologyChecks.of(node(file)))
        .extracting(Finding::severity)
        .allMatch(Severity.INFO::equals);
  }

  @Test
  void a_port_for_management_is_not_called_degraded_and_no_link_is_called_missing() {
    String bonded = "038-topo-xml-pcie-gpu-bond-nics/topo-fragment.xml";
    String piece = "129-nccl-topo-xml-gdr0-h100/topo-fragment.xml";

    assertThat(TopologyChecks.of(node(bonded)))
        .extracting(Finding::code)
        .doesNotContain("pcie-link-downgraded");
    assertThat(TopologyChecks.of(node(piece)))
        .extracting(Finding::code)
        .doesNotContain("nvlink-inactive");
  }

  @Test
  void every_file_is_written_as_it_was_read() throws IOException {
    path("014-topo-xml-aws-p4d/topo.xml");
    List<Path> files;
    try (Stream<Path> all = Files.walk(CORPUS)) {
      files = all.filter(file -> file.toString().endsWith(".xml")).toList();
    }
    assertThat(files).hasSizeGreaterThanOrEqualTo(7);
    for (Path file : files) {
      for (Element root : NcclXmlReader.read(file).roots()) {
        String written = NcclXmlWriter.write(root, List.of());
        byte[] bytes = written.getBytes(StandardCharsets.UTF_8);
        Element again = NcclXmlReader.parse("again", bytes).roots().getFirst();
        assertSame(again, root);
      }
    }
  }

  private static void assertSame(Element one, Element other) {
    assertThat(one.name()).isEqualTo(other.name());
    assertThat(List.copyOf(one.attributes().entrySet()))
        .isEqualTo(List.copyOf(other.attributes().entrySet()));
    assertThat(one.children()).hasSameSizeAs(other.children());
    for (int i = 0; i < one.children().size(); i++) {
      assertSame(one.children().get(i), other.children().get(i));
    }
  }
}
