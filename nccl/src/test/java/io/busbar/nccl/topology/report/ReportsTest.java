package io.busbar.nccl.topology.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.report.Block;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.formats.ncclxml.GraphFile;
import io.busbar.formats.ncclxml.NcclXmlReader;
import io.busbar.nccl.topology.Fixtures;
import io.busbar.nccl.topology.NodeTopology;
import io.busbar.nccl.version.NcclVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {
  private static final NcclVersion NEWEST = NcclVersion.newest();
  @TempDir private Path folder;

  private static <B extends Block> B block(Report report, Class<B> kind, String title) {
    return report.blocks().stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .filter(b -> b.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_node_is_told_in_tables_a_tree_and_a_picture() {
    Report report = TopologyReport.of(Fixtures.node("dgx-h100.xml"), NEWEST);
    TopologyAnswer answer = (TopologyAnswer) report.answer();

    assertThat(answer.gpuModel()).isEqualTo("h100-sxm");
    assertThat(answer.gpuModelByNumber()).isTrue();
    assertThat(answer.elements()).isEqualTo(83);
    assertThat(answer.paths()).hasSize(8 * 7 + 8 * 8);
    assertThat(answer.gpus().get(3).nearestNics()).containsExactly("NIC3");
    Block.Table matrix = block(report, Block.Table.class, "GPU to GPU");
    assertThat(matrix.rows().getFirst())
        .containsExactly("GPU0", "X", "NV18", "NV18", "NV18", "NV18", "NV18", "NV18", "NV18", "0");
    Block.Table tree = block(report, Block.Table.class, "Tree");
    assertThat(tree.rows()).hasSize(2 + 8 * 4);
    assertThat(tree.rows().get(2))
        .containsExactly("| + 0000:18:00.0", "GPU0", "32 GT/s x16", "48", "NV18 NVSwitch");
    Block.Drawing picture = block(report, Block.Drawing.class, "Picture");
    assertThat(picture.shapes()).filteredOn(Block.Shape.Box.class::isInstance).hasSize(27);
    assertInside(picture);
  }

  private static void assertInside(Block.Drawing picture) {
    for (Block.Shape shape : picture.shapes()) {
      if (shape instanceof Block.Shape.Box box) {
        assertThat(box.x() + box.width()).isLessThanOrEqualTo(picture.width());
        assertThat(box.y() + box.height()).isLessThanOrEqualTo(picture.height());
      }
    }
  }

  @Test
  void a_mesh_is_drawn_with_a_line_for_each_pair() {
    Report report = TopologyReport.of(Fixtures.node("a100-mesh.xml"), NEWEST);
    Block.Drawing picture = block(report, Block.Drawing.class, "Picture");

    assertThat(picture.shapes()).filteredOn(Block.Shape.Line.class::isInstance).hasSize(3 * 6);
    assertInside(picture);
  }

  @Test
  void two_nodes_of_the_same_file_do_not_differ() {
    NodeTopology node = Fixtures.node("dgx-h100.xml");
    TopologyDiff.Answer answer = (TopologyDiff.Answer) TopologyDiff.of(node, node).answer();

    assertThat(answer.differences()).isEmpty();
    assertThat(answer.compared()).isGreaterThan(200);
  }

  @Test
  void differences_are_facts_with_both_values() throws IOException {
    String text = Files.readString(Fixtures.path("dgx-h100.xml"));
    Path changed =
        Files.writeString(
            folder.resolve("b.xml"),
            text.replaceFirst("count=\"5\"", "count=\"4\"")
                .replace("name=\"mlx5_7\"", "name=\"mlx5_9\"")
                .replaceFirst("(busid=\"0000:9b.*?)link_width=\"16\"", "$1link_width=\"8\""));
    Report report = TopologyDiff.of(Fixtures.node("dgx-h100.xml"), Fixtures.node(changed, NEWEST));
    TopologyDiff.Answer answer = (TopologyDiff.Answer) report.answer();

    assertThat(answer.differences())
        .contains(
            new TopologyDiff.Difference("GPU0", "NVLinks", "18", "17"),
            new TopologyDiff.Difference("GPU0", "path to GPU1", "NV18", "NV17"),
            new TopologyDiff.Difference("mlx5_4", "PCIe", "32 GT/s x16", "32 GT/s x8"),
            new TopologyDiff.Difference("mlx5_7", "exists", "present", "absent"));
    assertThat(answer.findings())
        .extracting(Finding::code)
        .containsExactly("nic-set-differs-between-nodes");
  }

  @Test
  void a_matrix_and_a_file_are_compared_in_what_both_tell() throws IOException {
    StringBuilder matrix = new StringBuilder("    ");
    for (int gpu = 0; gpu < 8; gpu++) {
      matrix.append(" GPU").append(gpu);
    }
    for (int row = 0; row < 8; row++) {
      matrix.append("\nGPU").append(row);
      for (int column = 0; column < 8; column++) {
        matrix.append(row == column ? " X" : " NV18");
      }
    }
    Path file = Files.writeString(folder.resolve("topo.txt"), matrix);
    TopologyDiff.Answer answer =
        (TopologyDiff.Answer)
            TopologyDiff.of(Fixtures.node("dgx-h100.xml"), Fixtures.node(file, NEWEST)).answer();

    assertThat(answer.differences()).filteredOn(d -> d.device().startsWith("GPU")).isEmpty();
    assertThat(answer.differences()).extracting(TopologyDiff.Difference::fact).contains("NICs");
  }

  @Test
  void channels_of_a_graph_file_are_listed_and_contradictions_found() {
    String text =
        """
        <graphs version="1">
          <graph id="0" pattern="4" nchannels="3" speedintra="0.1" speedinter="24" typeintra="1" typeinter="PXN">
            <channel><net dev="0x1"/><gpu dev="0x0"/><gpu dev="0x1"/><net dev="0x1"/></channel>
            <channel><gpu dev="1"/></channel>
          </graph>
        </graphs>
        """;
    GraphFile file =
        GraphFile.of(NcclXmlReader.parse("g.xml", text.getBytes(StandardCharsets.UTF_8)));
    GraphReport.Answer answer = (GraphReport.Answer) GraphReport.of(file, NEWEST).answer();

    assertThat(answer.graphs().getFirst().algorithm()).isEqualTo("ring");
    assertThat(answer.graphs().getFirst().intraType()).isEqualTo("NVL");
    assertThat(answer.graphs().getFirst().interBytesPerS()).isEqualTo(24e9);
    assertThat(answer.graphs().getFirst().channels().getFirst())
        .isEqualTo(List.of("NET/1", "GPU/0", "GPU/1", "NET/1"));
    assertThat(answer.findings())
        .extracting(Finding::code)
        .containsExactly("graph-channel-count", "graph-ring-incomplete", "graph-fallback");
  }
}
