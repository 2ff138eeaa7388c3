package io.busbar.nccl.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.nccl.topology.check.TopologyChecks;
import io.busbar.nccl.version.NcclVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologiesTest {
  @TempDir private Path folder;

  private Topologies.Read read(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("file"), bytes);
    return Topologies.read(file, NcclVersion.newest());
  }

  private Topologies.Read read(String text) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void the_first_character_tells_what_a_file_is() throws IOException {
    assertThat(read("\n <system version=\"1\"/>")).isInstanceOf(Topologies.Read.Node.class);
    assertThat(read("<graphs version=\"1\"/>")).isInstanceOf(Topologies.Read.Channels.class);
    assertThat(read(MatrixTopologyTest.matrix(2, 4))).isInstanceOf(Topologies.Read.Node.class);
  }

  @Test
  void what_is_neither_is_refused_by_name() {
    assertThatThrownBy(() -> read("hello")).hasMessageContaining("nvidia-smi topo -m");
    assertThatThrownBy(() -> read("<html></html>")).hasMessageContaining("system");
    assertThatThrownBy(() -> read(new byte[] {0, 1, 2})).isInstanceOf(InputException.class);
    assertThatThrownBy(() -> Topologies.read(folder, NcclVersion.newest()))
        .hasMessageContaining("directory");
    assertThatThrownBy(() -> Topologies.read(folder.resolve("no"), NcclVersion.newest()))
        .hasMessageContaining("existing");
  }

  @Test
  void cut_at_every_line_or_damaged_a_file_is_read_and_checked_or_refused() throws IOException {
    byte[] whole = Files.readAllBytes(Fixtures.path("broken.xml"));
    Random random = new Random(7);
    for (int run = 0; run < 600; run++) {
      byte[] bytes = whole.clone();
      if (run < 200) {
        bytes = java.util.Arrays.copyOf(bytes, whole.length * run / 200);
      } else {
        for (int i = 0; i < 3; i++) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(128);
        }
      }
      try {
        if (read(bytes) instanceof Topologies.Read.Node node) {
          TopologyChecks.of(node.topology());
          assertThat(Affinity.of(node.topology())).hasSameSizeAs(node.topology().gpus());
        }
      } catch (InputException e) {
        assertThat(e.problems()).isNotEmpty();
      }
    }
  }
}
