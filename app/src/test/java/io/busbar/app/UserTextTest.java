package io.busbar.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.csv.CsvTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What users read, in the product's strings, resources and documents, avoids the words of {@code
 * words-not-used.csv}: they are ours and not the field's, or stop a native reader.
 */
class UserTextTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
  private static final Pattern RESOURCE = Pattern.compile(".*\\.(md|yaml|properties|csv|html)");
  private static final List<String> DOCUMENTS =
      List.of("docs", "examples", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md");

  private record Banned(Pattern words, String instead) {}

  private static final List<Banned> BANNED = banned();

  private static List<Banned> banned() {
    CsvTable table = CsvTable.read(Path.of("src/test/resources/words-not-used.csv"));
    return table.rows().stream()
        .map(row -> new Banned(Pattern.compile(row.text("words")), row.text("instead")))
        .toList();
  }

  @Test
  void strings_of_the_product_avoid_them() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files(ROOT, "**/src/main/java/**.java")) {
      if (file.startsWith(ROOT.resolve("benchmarks"))) {
        continue;
      }
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        Matcher literal = LITERAL.matcher(line);
        while (literal.find()) {
          look(file, number, literal.group(), found);
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void documents_and_resources_avoid_them() throws IOException {
    List<Path> files = new ArrayList<>(files(ROOT, "**/src/main/resources/**"));
    files.removeIf(file -> !RESOURCE.matcher(file.toString()).matches());
    for (String document : DOCUMENTS) {
      files.addAll(files(ROOT.resolve(document), "**.md"));
    }
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        look(file, ++number, line, found);
      }
    }
    assertThat(found).isEmpty();
  }

  private static List<Path> files(Path root, String glob) throws IOException {
    var matcher = root.getFileSystem().getPathMatcher("glob:" + glob);
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> matcher.matches(file) && Files.isRegularFile(file))
          .filter(file -> !file.toString().contains("/target/"))
          .sorted()
          .toList();
    }
  }

  private static void look(Path file, int line, String text, List<String> found) {
    for (Banned each : BANNED) {
      Matcher words = each.words().matcher(text);
      if (words.find()) {
        found.add("%s:%d: '%s'; write: %s".formatted(file, line, words.group(), each.instead()));
      }
    }
  }
}
