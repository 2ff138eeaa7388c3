package io.busbar.formats.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchivesTest {
  @TempDir Path folder;

  private final Map<String, Long> bytes = new LinkedHashMap<>();
  private final Map<String, String> skipped = new LinkedHashMap<>();

  private final Intake.Visitor visitor =
      new Intake.Visitor() {
        @Override
        public void file(Artefact artefact) throws IOException {
          try (InputStream in = artefact.open()) {
            bytes.put(artefact.name(), in.transferTo(OutputStream.nullOutputStream()));
          }
        }

        @Override
        public void skipped(String name, String why) {
          skipped.put(name, why);
        }
      };

  @BeforeEach
  void clear() {
    bytes.clear();
    skipped.clear();
  }

  private void walk(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    Files.write(file, content);
    new Intake(visitor).walk(file, name);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(content);
    }
    return packed.toByteArray();
  }

  private static byte[] zip(String name, byte[] content, int copies) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(packed)) {
      for (int i = 0; i < copies; i++) {
        out.putNextEntry(new ZipEntry(i + name));
        out.write(content);
      }
    }
    return packed.toByteArray();
  }

  private static byte[] tar(int longNames, Map<String, byte[]> members) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (TarArchiveOutputStream out = new TarArchiveOutputStream(packed, "UTF-8")) {
      out.setLongFileMode(longNames);
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(member.getKey());
        entry.setSize(member.getValue().length);
        out.putArchiveEntry(entry);
        out.write(member.getValue());
        out.closeArchiveEntry();
      }
    }
    return packed.toByteArray();
  }

  /** The first hundred characters of both are the same. */
  @ParameterizedTest
  @ValueSource(ints = {TarArchiveOutputStream.LONGFILE_GNU, TarArchiveOutputStream.LONGFILE_POSIX})
  void hosts_with_long_paths_stay_two(int longNames) throws IOException {
    String path = "collected/" + "very-long-directory-name/".repeat(5);
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put(path + "node01/ibstat.txt", ascii("one"));
    members.put(path + "node02/ibstat.txt", ascii("three"));
    walk("bundle.tar", tar(longNames, members));

    assertThat(bytes)
        .containsOnly(
            Map.entry("bundle.tar!" + path + "node01/ibstat.txt", 3L),
            Map.entry("bundle.tar!" + path + "node02/ibstat.txt", 5L));
    assertThat(skipped).isEmpty();
  }

  @Test
  void a_size_in_base_256_is_read() throws IOException {
    byte[] tar = tar(TarArchiveOutputStream.LONGFILE_GNU, Map.of("a.log", ascii("hello")));
    Arrays.fill(tar, 124, 136, (byte) 0);
    tar[124] = (byte) 0x80;
    tar[135] = 5;
    Arrays.fill(tar, 148, 156, (byte) ' ');
    int sum = 0;
    for (int i = 0; i < 512; i++) {
      sum += tar[i] & 0xff;
    }
    byte[] octal = ascii(String.format("%06o", sum));
    System.arraycopy(octal, 0, tar, 148, 6);
    tar[154] = 0;
    walk("big.tar", tar);

    assertThat(bytes).containsOnly(Map.entry("big.tar!a.log", 5L));
  }

  @Test
  void members_of_one_name_are_all_read() throws IOException {
    byte[] one = tar(TarArchiveOutputStream.LONGFILE_GNU, Map.of("a.log", ascii("one")));
    byte[] both = Arrays.copyOf(one, 1024 + one.length);
    System.arraycopy(one, 0, both, 1024, one.length);
    walk("twice.tar", both);

    assertThat(bytes.keySet()).containsExactly("twice.tar!a.log", "twice.tar!a.log (2)");
  }

  /** Sixteen copies of sixteen copies of sixteen copies of a mebibyte of zeros: some kilobytes. */
  @Test
  void nested_bombs_share_one_budget() throws IOException {
    byte[] inner = zip(".log", new byte[1 << 20], 16);
    byte[] middle = zip(".zip", inner, 16);
    byte[] bomb = zip(".zip", middle, 16);
    walk("bomb.zip", bomb);

    long read = bytes.values().stream().mapToLong(Long::longValue).sum();
    assertThat(read).isLessThan(Budget.FREE_BYTES + (long) bomb.length * Budget.MAX_RATIO);
    assertThat(skipped.get("bomb.zip")).contains("unpacks to more");
  }

  /** Several bombs beside each other may not cost more than one. */
  @Test
  void all_files_of_an_invocation_share_one_budget() throws IOException {
    for (int i = 0; i < 8; i++) {
      Files.write(folder.resolve(i + ".gz"), gzip(gzip(new byte[40 << 20])));
    }
    new Intake(visitor).walk(folder, "");

    long read = bytes.values().stream().mapToLong(Long::longValue).sum();
    assertThat(read).isLessThan(Budget.FREE_BYTES + (16 << 20));
    assertThat(skipped).isNotEmpty();
  }

  @Test
  void archives_are_opened_only_so_deep() throws IOException {
    byte[] packed = ascii("x");
    for (int i = 0; i < 8; i++) {
      packed = gzip(packed);
    }
    walk("deep.gz", packed);

    assertThat(bytes).isEmpty();
    assertThat(skipped.get("deep.gz")).contains("no deeper than");
  }

  @Test
  void members_and_time_have_an_end_too() throws IOException {
    long[] now = {0};
    Budget budget = new Budget(() -> now[0]);
    budget.start();
    budget.member();
    now[0] = (Budget.MAX_SECONDS + 1) * 1_000_000_000L;
    assertThat(failure(budget)).contains("within 300 s");

    Budget many = new Budget(() -> 0);
    for (int i = 0; i < Budget.MAX_MEMBERS; i++) {
      many.member();
    }
    assertThat(failure(many)).contains("at most 100000 members");
  }

  private static String failure(Budget budget) {
    try {
      budget.member();
      return "";
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  @Test
  void a_cut_file_gives_what_stands_before_the_cut() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append("line ").append(i * 7919L).append('\n');
    }
    byte[] whole = gzip(ascii(text.toString()));
    walk("job.log.gz", Arrays.copyOf(whole, whole.length / 2));

    assertThat(bytes.get("job.log")).isBetween(1000L, (long) text.length() - 1);
    assertThat(skipped.get("job.log.gz")).contains("cut");
  }

  @Test
  void a_damaged_member_leaves_its_siblings_alone() throws IOException {
    byte[] damaged = gzip(ascii("what is changed below is found by its sum"));
    damaged[damaged.length - 6] ^= 1;
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("a.gz", damaged);
    members.put("b.log", ascii("sound"));
    walk("both.tar", tar(TarArchiveOutputStream.LONGFILE_GNU, members));

    assertThat(bytes).containsEntry("both.tar!b.log", 5L);
    assertThat(skipped.get("both.tar!a.gz")).contains("cannot be read");
  }

  @Test
  void a_file_too_large_for_memory_is_streamed_whole() throws IOException {
    byte[] content = new byte[Intake.MAX_IN_MEMORY + 70_001];
    Random random = new Random(1);
    for (int i = 0; i < content.length; i += 100) { // as well packed as a log, not as a bomb
      content[i] = (byte) random.nextInt();
    }
    walk("large.gz", gzip(content));

    assertThat(bytes).containsEntry("large", Intake.MAX_IN_MEMORY + 70_001L);
    assertThat(skipped).isEmpty();
  }

  @Test
  void a_reader_that_breaks_down_costs_no_other_file() throws IOException {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("bad", ascii("x"));
    members.put("good", ascii("y"));
    Path file = folder.resolve("t.tar");
    Files.write(file, tar(TarArchiveOutputStream.LONGFILE_GNU, members));
    new Intake(
            new Intake.Visitor() {
              @Override
              public void file(Artefact artefact) {
                if (artefact.name().endsWith("bad")) {
                  throw new StackOverflowError();
                }
                bytes.put(artefact.name(), 1L);
              }

              @Override
              public void skipped(String name, String why) {
                skipped.put(name, why);
              }
            })
        .walk(file, "t.tar");

    assertThat(bytes).containsOnlyKeys("t.tar!good");
    assertThat(skipped).containsOnlyKeys("t.tar!bad");
  }
}
