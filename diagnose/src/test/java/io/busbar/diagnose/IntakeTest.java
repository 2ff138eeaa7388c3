package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.v3.zstd.ZstdOutputStream;
import io.busbar.base.problem.InputException;
import io.busbar.diagnose.expect.NcclExpectation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntakeTest {
  private static final byte[] DOWN =
      "CA 'mlx5_1'\n\tPort 1:\n\t\tState: Down\n\t\tPhysical state: Polling\n\t\tLink layer: InfiniBand\n"
          .getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;

  private Diagnosis diagnose(String name) {
    return new Diagnoser(NcclExpectation.inferred()).diagnose(folder, List.of(name));
  }

  private List<String> codes(Diagnosis diagnosis) {
    return diagnosis.findings().stream().map(Diagnosis.Cause::code).toList();
  }

  @Test
  void a_compressed_file_is_opened() throws IOException {
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("ibstat.txt.gz")))) {
      out.write(DOWN);
    }
    Diagnosis diagnosis = diagnose("ibstat.txt.gz");

    assertThat(codes(diagnosis)).containsExactly("ib-port-down");
    assertThat(diagnosis.findings().getFirst().evidence().getFirst().file())
        .isEqualTo("ibstat.txt");
  }

  /** The same text as zstd 1.5 packs it. */
  private static final String ZSTD =
      "28b52ffd0458b10200434120276d6c78355f31270a09506f727420313a0a090953746174653a2044"
          + "6f776e0a0909506879736963616c2073746174653a20506f6c6c696e670a09094c696e6b206c6179"
          + "65723a20496e66696e6942616e640a129afbee";

  @Test
  void a_file_packed_with_zstandard_is_opened() throws IOException {
    Files.write(folder.resolve("ibstat.txt.zst"), HexFormat.of().parseHex(ZSTD));
    Diagnosis diagnosis = diagnose("ibstat.txt.zst");

    assertThat(codes(diagnosis)).containsExactly("ib-port-down");
    assertThat(diagnosis.inputs().getFirst().file()).isEqualTo("ibstat.txt");
  }

  @Test
  void a_bomb_of_zstandard_is_left_with_a_warning() throws IOException {
    try (OutputStream out =
        new ZstdOutputStream(Files.newOutputStream(folder.resolve("bomb.zst")))) {
      byte[] letters = new byte[48 << 20];
      Arrays.fill(letters, (byte) 'a');
      out.write(letters);
    }
    assertThat(diagnose("bomb.zst").inputs().toString()).contains("unpacks to more");
  }

  @Test
  void a_cut_or_changed_zstandard_file_is_named() throws IOException {
    byte[] whole = HexFormat.of().parseHex(ZSTD);
    for (int i = 5; i < whole.length; i++) {
      Files.write(folder.resolve("cut.zst"), Arrays.copyOf(whole, i));
      assertThat(diagnose("cut.zst").inputs()).hasSizeLessThanOrEqualTo(2);
      byte[] changed = whole.clone();
      changed[i] ^= 0x55;
      Files.write(folder.resolve("changed.zst"), changed);
      assertThat(diagnose("changed.zst").inputs()).hasSizeLessThanOrEqualTo(2);
    }
  }

  @Test
  void members_of_a_zip_are_called_by_archive_and_member() throws IOException {
    zip("a.zip", "node1/ibstat.txt", DOWN);
    Diagnosis diagnosis = diagnose("a.zip");

    assertThat(codes(diagnosis)).containsExactly("ib-port-down");
    assertThat(diagnosis.inputs().getFirst().file()).isEqualTo("a.zip!node1/ibstat.txt");
  }

  @Test
  void members_of_a_tar_are_read() throws IOException {
    byte[] tar = new byte[512 * 4];
    System.arraycopy("ibstat.txt".getBytes(StandardCharsets.UTF_8), 0, tar, 0, 10);
    byte[] size = String.format("%011o", DOWN.length).getBytes(StandardCharsets.UTF_8);
    System.arraycopy(size, 0, tar, 124, 11);
    System.arraycopy("ustar".getBytes(StandardCharsets.UTF_8), 0, tar, 257, 5);
    System.arraycopy(DOWN, 0, tar, 512, DOWN.length);
    Files.write(folder.resolve("a.tar"), tar);

    assertThat(codes(diagnose("a.tar"))).containsExactly("ib-port-down");
  }

  @Test
  void a_member_that_points_out_of_the_archive_is_refused() throws IOException {
    zip("a.zip", "../../etc/ibstat.txt", DOWN);
    Diagnosis diagnosis = diagnose("a.zip");

    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.inputs().getFirst().warnings().getFirst()).contains("points out");
  }

  @Test
  void a_bomb_is_left_with_a_warning() throws IOException {
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("bomb.gz")))) {
      byte[] zeros = new byte[1 << 20];
      Arrays.fill(zeros, (byte) 'a');
      for (int i = 0; i < 96; i++) {
        out.write(zeros);
      }
    }
    assertThat(diagnose("bomb.gz").inputs().toString()).contains("unpacks to more");
  }

  @Test
  void a_binary_file_is_named_and_not_read() throws IOException {
    Files.write(folder.resolve("core"), new byte[] {1, 0, 2, 0, 3});

    assertThat(diagnose("core").inputs().getFirst().kind()).isEqualTo("binary");
  }

  @Test
  void a_line_without_end_needs_little_memory() throws IOException {
    byte[] line = new byte[8 << 20];
    Arrays.fill(line, (byte) 'x');
    Files.write(folder.resolve("long.txt"), line);

    assertThat(diagnose("long.txt").inputs().getFirst().lines()).isEqualTo(1);
  }

  @Test
  void a_missing_file_is_a_mistake_of_the_call() {
    assertThatThrownBy(() -> diagnose("nothing.txt"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("existing");
  }

  private void zip(String name, String member, byte[] bytes) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      out.putNextEntry(new ZipEntry(member));
      out.write(bytes);
      out.closeEntry();
    }
  }
}
