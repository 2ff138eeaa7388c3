package io.busbar.formats.lines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteLinesTest {
  private static final int MOST = 100_000;

  private static List<String> lines(String text, boolean asBytes) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    ByteLines lines = new ByteLines(new ByteArrayInputStream(bytes), MOST);
    List<String> found = new ArrayList<>();
    while (lines.next()) {
      byte[] array = asBytes ? lines.bytes() : lines.array();
      int from = asBytes ? 0 : lines.from();
      found.add(new String(array, from, lines.length(), StandardCharsets.ISO_8859_1));
      assertThat(lines.number()).isEqualTo(found.size());
    }
    return found;
  }

  @Test
  void lines_lie_in_one_chunk_or_across_many() throws IOException {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    List<String> wanted = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      String line =
          Character.toString('a' + i % 26).repeat(random.nextInt(i % 500 == 0 ? MOST : 90));
      wanted.add(line);
      text.append(line).append(i % 3 == 0 ? "\r\n" : "\n");
    }
    assertThat(lines(text.toString(), false)).isEqualTo(wanted);
    assertThat(lines(text.toString(), true)).isEqualTo(wanted);
  }

  @Test
  void the_last_line_needs_no_end_and_a_long_one_is_cut() throws IOException {
    assertThat(lines("a\n\nb", false)).containsExactly("a", "", "b");
    assertThat(lines("", false)).isEmpty();
    assertThat(lines("x".repeat(3 * MOST) + "\ny\n", false)).containsExactly("x".repeat(MOST), "y");
  }

  @Test
  void text_and_what_is_sought_count_from_the_start_of_the_line() throws IOException {
    byte[] bytes = "first\nNCCL WARN here\n".getBytes(StandardCharsets.US_ASCII);
    ByteLines lines = new ByteLines(new ByteArrayInputStream(bytes), MOST);
    assertThat(lines.next() && lines.next()).isTrue();
    assertThat(lines.indexOf("WARN")).isEqualTo(5);
    assertThat(lines.contains("first")).isFalse();
    assertThat(lines.text(5, 9)).isEqualTo("WARN");
    assertThat(lines.text()).isEqualTo("NCCL WARN here");
  }
}
