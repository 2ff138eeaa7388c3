package io.busbar.fleet.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.diagnose.Gathered;
import io.busbar.diagnose.Told;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Whatever a file tells can be kept and comes back. */
class RecordsTest {
  private static final Path EXAMPLES = Path.of("../examples");

  /** Beside the project; where it is missing the examples have to do. */
  private static final Path CORPUS = Path.of("../../shared/corpus/artefacts");

  private static final long MOST_BYTES = 1 << 20;

  private static List<Path> files() throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path root : List.of(EXAMPLES, CORPUS)) {
      if (Files.isDirectory(root)) {
        try (Stream<Path> below = Files.walk(root)) {
          below.filter(RecordsTest::isSmall).sorted().forEach(all::add);
        }
      }
    }
    return all;
  }

  private static boolean isSmall(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void what_files_tell_comes_back() throws IOException {
    List<Path> files = files();
    assertThat(files).isNotEmpty();
    SoftAssertions checks = new SoftAssertions();
    for (Path file : files) {
      Told told = Gathered.told(file, file.toString());
      checks.check(() ->
          assertThat(RecordReader.of(RecordWriter.bytes(told), Told.class))
              .as(file.toString())
              .usingRecursiveComparison()
              .withEqualsForType(Double::equals, Double.class)
              .isEqualTo(told));
    }
    checks.assertAll();
  }
}
