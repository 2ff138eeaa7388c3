package io.busbar.formats.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.LineScanner;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import io.busbar.formats.intake.Artefact;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DetectionTest {
  private final List<String> asked = new ArrayList<>();

  @Test
  void readers_that_share_a_file_all_read_it() throws IOException {
    Detection detection =
        new Detection(List.of(reader("a", "AAA", false), reader("b", "BBB", false)), none());

    assertThat(detection.documents(text("x AAA\nBBB y"), new Kept())).containsExactly("a", "b");
  }

  @Test
  void the_first_reader_that_has_the_file_for_itself_ends_the_search() throws IOException {
    Detection detection =
        new Detection(List.of(reader("a", "AAA", true), reader("b", "BBB", false)), none());

    assertThat(detection.documents(text("x AAA\nBBB y"), new Kept())).containsExactly("a");
    assertThat(asked).containsExactly("a");
  }

  @Test
  void prefixes_are_gone_before_a_document_is_read() throws IOException {
    Kept found = new Kept();
    Detection.ALL.documents(
        text(
            "[1,0]<stdout>:{\"schema\":\n"
                + "[1,0]<stdout>: \"x\", \"pg_status\":{},\n"
                + "[1,0]<stdout>: \"entries\": []}\n"),
        found);

    assertThat(found.warnings).isEmpty();
  }

  @Test
  void what_is_too_large_for_memory_goes_to_readers_that_stream_only() throws IOException {
    Detection detection = new Detection(List.of(reader("a", "AAA", true)), none());
    Artefact large =
        new Artefact(
            "large",
            null,
            null,
            new java.io.BufferedInputStream(
                new java.io.ByteArrayInputStream("AAA".getBytes(StandardCharsets.US_ASCII))));

    assertThat(detection.documents(large, new Kept())).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void kinds_have_names_of_their_own() {
    Set<String> names = new HashSet<>();
    for (DocumentReader reader : DocumentKinds.ALL) {
      assertThat(reader.kind().isEmpty() || names.add(reader.kind())).as(reader.kind()).isTrue();
    }
  }

  @Test
  void marks_are_plain_texts_that_a_pass_over_bytes_finds() {
    for (DocumentReader reader : DocumentKinds.ALL) {
      assertThat(reader.marks()).allMatch(m -> !m.isEmpty() && m.chars().allMatch(c -> c < 128));
    }
  }

  private DocumentReader reader(String name, String mark, boolean alone) {
    return new DocumentReader() {
      @Override
      public String kind() {
        return name;
      }

      @Override
      public List<String> marks() {
        return List.of(mark);
      }

      @Override
      public boolean matches(Head head) {
        asked.add(name);
        return head.has(mark);
      }

      @Override
      public boolean alone() {
        return alone;
      }

      @Override
      public boolean read(Document file, Found found) {
        return true;
      }
    };
  }

  private static Artefact text(String content) {
    return new Artefact("file", null, content.getBytes(StandardCharsets.UTF_8));
  }

  private static LineScanner none() {
    return new LineScanner(List.of());
  }

  private static final class Kept implements Found {
    private final List<Entry> entries = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    @Override
    public void add(Entry entry) {
      entries.add(entry);
    }

    @Override
    public void warn(Place at, String message) {
      warnings.add(message);
    }
  }
}
