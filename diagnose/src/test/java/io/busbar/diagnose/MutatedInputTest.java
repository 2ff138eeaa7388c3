package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.busbar.diagnose.expect.NcclExpectation;
import io.busbar.formats.intake.Artefact;
import io.busbar.formats.intake.Intake;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hostile and broken inputs of every family of readers: all examples of the variants, mutated by a
 * seeded generator, and files that are made to harm. With {@code -Dbusbar.fuzz.seconds=600} the
 * examples are mutated that long from a new seed.
 */
class MutatedInputTest {
  private static final int ROUNDS = 200;
  private static final int FUZZ_SECONDS = Integer.getInteger("busbar.fuzz.seconds", 0);
  private static final String[] PIECES = {
    "\n",
    "\r\n",
    "\0",
    "\t",
    " ",
    ":",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    "\"",
    "'",
    ",",
    "=",
    "-1",
    "0x",
    "99999999999999999999",
    "1e400",
    "NaN",
    "\u00e9",
    "\ud83d",
    " via NET/IB/",
    "GPU0",
    "<system",
    "busbw",
    "\"traceEvents\":[",
    "Rank 0]",
    "node01:1:2 [0] NCCL INFO ",
    "%s",
    "../"
  };

  @TempDir Path folder;

  private Diagnosis diagnose(byte[] bytes) throws IOException {
    Files.write(folder.resolve("x.txt"), bytes);
    return new Diagnoser(NcclExpectation.inferred()).diagnose(folder, List.of("x.txt"));
  }

  private static byte[] mutated(String text, Random random) {
    StringBuilder out = new StringBuilder(text);
    for (int i = random.nextInt(8); i >= 0 && out.length() > 0; i--) {
      int at = random.nextInt(out.length());
      switch (random.nextInt(5)) {
        case 0 -> out.insert(at, PIECES[random.nextInt(PIECES.length)]);
        case 1 -> out.delete(at, Math.min(out.length(), at + 1 + random.nextInt(12)));
        case 2 -> out.setCharAt(at, (char) random.nextInt(0x250));
        case 3 -> out.setLength(at);
        default -> {
          int end = Math.min(out.length(), at + random.nextInt(80));
          out.insert(random.nextInt(out.length()), out.substring(at, end));
        }
      }
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void mutated_examples_of_every_family_do_no_harm() {
    List<String> examples = new ArrayList<>();
    Variants.all().forEach(v -> examples.addAll(v.files().values()));
    long seed = FUZZ_SECONDS > 0 ? System.nanoTime() : 1;
    Random random = new Random(seed);
    long end = System.nanoTime() + FUZZ_SECONDS * 1_000_000_000L;
    for (int i = 0; FUZZ_SECONDS > 0 ? System.nanoTime() < end : i < ROUNDS; i++) {
      byte[] bytes = mutated(examples.get(random.nextInt(examples.size())), random);
      assertThatCode(() -> diagnose(bytes))
          .as("seed %d, round %d: %s", seed, i, new String(bytes, StandardCharsets.UTF_8))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void a_bomb_in_a_zip_is_left_with_a_warning() throws IOException {
    Path file = folder.resolve("bomb.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      out.putNextEntry(new ZipEntry("a.log"));
      megabytes(out, 80);
      out.closeEntry();
    }
    Diagnosis diagnosis = new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(file));

    assertThat(diagnosis.inputs().toString()).contains("unpacks to more");
  }

  @Test
  void archives_within_archives_are_opened_only_so_deep() throws IOException {
    byte[] inner = "nothing\n".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 6; i++) {
      Path file = folder.resolve("deep.gz");
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
        out.write(inner);
      }
      inner = Files.readAllBytes(file);
    }

    assertThat(diagnose(inner).inputs().toString()).contains("deeper than");
  }

  private static void megabytes(OutputStream out, int count) throws IOException {
    byte[] block = new byte[1 << 20];
    Arrays.fill(block, (byte) 'a');
    for (int i = 0; i < count; i++) {
      out.write(block);
    }
  }

  /** A gigabyte without a line end comes through a pipe; nothing of its size may be kept. */
  @Test
  void a_line_of_a_gigabyte_is_cut() throws IOException {
    InputStream gigabyte =
        new InputStream() {
          private long left = 1L << 30;

          @Override
          public int read() {
            return left-- > 0 ? 'x' : -1;
          }

          @Override
          public int read(byte[] to, int from, int length) {
            int count = (int) Math.min(length, left);
            Arrays.fill(to, from, from + count, (byte) 'x');
            left -= count;
            return count == 0 ? -1 : count;
          }
        };
    Gathered gathered = Gathered.of(List.of());
    new Intake(gathered).pipe("long.log", gigabyte);

    assertThat(gathered.inputs().getFirst().lines()).isEqualTo(1);
  }

  @Test
  void entities_of_xml_are_not_followed() throws IOException {
    Files.writeString(folder.resolve("secret"), "hidden-text");
    String xml =
        "<?xml version=\"1.0\"?><!DOCTYPE system [<!ENTITY a SYSTEM \"file://"
            + folder.resolve("secret")
            + "\"><!ENTITY b \"&a;&a;&a;&a;\">]><system version=\"1\"><cpu"
            + " numaid=\"&b;\"/></system>";

    assertThat(diagnose(xml.getBytes(StandardCharsets.UTF_8)).toString())
        .doesNotContain("hidden-text");
  }

  @Test
  void binary_and_wrongly_encoded_files_are_named() throws IOException {
    byte[] random = new byte[100_000];
    new Random(7).nextBytes(random);

    assertThat(diagnose(random).inputs().getFirst().kind()).isEqualTo("binary");
    byte[] latin =
        "node01:1:2 [0] NCCL INFO NCCL version 2.23.4 \u00fc\n"
            .getBytes(StandardCharsets.ISO_8859_1);
    assertThat(diagnose(latin).inputs().getFirst().lines()).isEqualTo(1);
    byte[] utf16 = "NCCL version 2.23.4\n".getBytes(StandardCharsets.UTF_16);
    assertThat(diagnose(utf16).inputs().getFirst().lines()).isEqualTo(1);
  }

  @Test
  void an_artefact_can_be_sniffed_before_it_is_read_once() throws IOException {
    byte[] bytes = "abc\n".getBytes(StandardCharsets.UTF_8);
    Artefact whole = new Artefact("x", null, bytes);

    assertThat(whole.head(2)).containsExactly('a', 'b');
    assertThat(whole.open().readAllBytes()).isEqualTo(bytes);
  }
}
