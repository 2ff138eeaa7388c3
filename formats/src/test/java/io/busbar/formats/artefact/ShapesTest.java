package io.busbar.formats.artefact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShapesTest {
  private static final String HEAD = "node01:12:34 [0] NCCL INFO ";

  /** Takes lines that end in {@code odd}; its keyword stands in every line. */
  private static final class Picky implements LineReader {
    private final List<Integer> looked;

    Picky(List<Integer> looked) {
      this.looked = looked;
    }

    @Override
    public String kind() {
      return "picky";
    }

    @Override
    public List<String> keywords() {
      return List.of("channel");
    }

    @Override
    public boolean read(Line line, Found found) {
      looked.add(line.number());
      if (line.text().endsWith("odd")) {
        found.add(line::place);
      }
      return false;
    }
  }

  private static List<Integer> looked(String text, List<Entry> found) throws IOException {
    List<Integer> looked = new ArrayList<>();
    Found into =
        new Found() {
          @Override
          public void add(Entry entry) {
            found.add(entry);
          }

          @Override
          public void warn(Place at, String message) {
            throw new AssertionError(message);
          }
        };
    new LineScanner(List.of(() -> new Picky(looked)))
        .scan("x", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), into);
    return looked;
  }

  @Test
  void informational_lines_of_a_shape_that_gave_nothing_are_not_looked_at_again()
      throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= 1000; i++) {
      text.append(HEAD).append("channel ").append(i).append(" of 0x7f").append(i).append('\n');
    }
    text.append(HEAD).append("channel 7 of 0x7f is odd\n");
    List<Entry> found = new ArrayList<>();

    assertThat(looked(text.toString(), found)).hasSize(33).endsWith(1001);
    assertThat(found).hasSize(1);
  }

  @Test
  void a_shape_is_one_wherever_it_stands_and_however_long_its_numbers_are() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= 1000; i++) {
      text.append("node").append(i % 7 * 1001).append(":").append(i).append(" [0] NCCL INFO ");
      text.append("channel ")
          .append(1L << i % 60)
          .append("/0xab")
          .append(Long.toHexString(1L << i % 50));
      text.append("->").append(1 + i).append('\n');
    }

    assertThat(looked(text.toString(), new ArrayList<>())).hasSize(32);
  }

  @Test
  void zero_is_another_shape_than_other_numbers() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= 100; i++) {
      text.append(HEAD).append("channel ").append(i).append('\n');
    }
    text.append(HEAD).append("channel 0\n");

    assertThat(looked(text.toString(), new ArrayList<>())).endsWith(101);
  }

  @Test
  void other_lines_are_all_looked_at() throws IOException {
    String text = "channel 5\n".repeat(100) + "node01:12:34 [0] NCCL WARN channel 5\n".repeat(100);

    assertThat(looked(text, new ArrayList<>())).hasSize(200);
  }
}
