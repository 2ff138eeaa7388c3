package io.busbar.formats.artefact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ReaderFaultTest {
  /** Does to each line with its keyword what it is made for. */
  private record Reader(String kind, Supplier<Throwable> defect) implements LineReader {
    @Override
    public List<String> keywords() {
      return List.of("port");
    }

    @Override
    public boolean read(Line line, Found found) {
      Throwable thrown = defect.get();
      if (thrown instanceof RuntimeException e) {
        throw e;
      }
      if (thrown instanceof Error e) {
        throw e;
      }
      found.add(line::place);
      return false;
    }
  }

  private static List<Entry> scanned(LineReader defect, int lines) throws IOException {
    List<Entry> found = new ArrayList<>();
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
    Reader sound = new Reader("sound", Exception::new);
    byte[] text = "port\n".repeat(lines).getBytes(StandardCharsets.UTF_8);
    new LineScanner(List.of(() -> defect, () -> sound))
        .scan("x", new ByteArrayInputStream(text), into);
    return found;
  }

  @Test
  void a_defect_of_a_reader_costs_no_other_reader() throws IOException {
    List<Entry> found = scanned(new Reader("broken", () -> new ClassCastException("no")), 3);

    assertThat(found.stream().filter(e -> !(e instanceof ReaderFault))).hasSize(3);
    ReaderFault first = (ReaderFault) found.getFirst();
    assertThat(first.reader()).isEqualTo("broken");
    assertThat(first.at()).isEqualTo(new Place("x", 1, "port"));
    assertThat(first.what()).contains("ClassCastException in ReaderFaultTest");
  }

  @Test
  void an_overflow_of_the_stack_is_a_fault_of_that_reader_alone() throws IOException {
    List<Entry> found = scanned(new Reader("deep", StackOverflowError::new), 1);

    assertThat(found).hasSize(2);
    assertThat(((ReaderFault) found.getFirst()).what()).contains("nested too deep");
  }

  @Test
  void a_reader_that_fails_again_and_again_is_left_out() throws IOException {
    List<Entry> found = scanned(new Reader("broken", IllegalStateException::new), 1000);

    assertThat(found.stream().filter(e -> e instanceof ReaderFault)).hasSize(10);
    assertThat(found).hasSize(1010);
  }
}
