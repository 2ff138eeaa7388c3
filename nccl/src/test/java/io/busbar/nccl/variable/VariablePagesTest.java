package io.busbar.nccl.variable;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The pages about variables are made of the table. They are written anew with {@code
 * -Dbusbar.docs=write}; otherwise this says which ones are old.
 */
class VariablePagesTest {
  private static final Path FOLDER = Path.of("../docs/nccl/variables");
  private static final boolean WRITE = "write".equals(System.getProperty("busbar.docs"));

  private static Map<String, String> pages() {
    Map<String, String> pages = new LinkedHashMap<>();
    StringBuilder index =
        new StringBuilder(
            "# Variables\n\nMade of `nccl/src/main/resources/nccl/variables.csv`; 'busbar nccl var"
                + " NAME' prints all about one.\n\n| family | variables |\n|---|---|\n");
    for (String family : Variables.standard().families()) {
      List<Variable> members =
          Variables.standard().all().stream().filter(v -> v.family().equals(family)).toList();
      index.append("| [").append(family).append("](").append(family).append(".md) | ");
      index.append(members.size()).append(" |\n");
      pages.put(family + ".md", page(family, members));
    }
    pages.put("README.md", index.toString());
    return pages;
  }

  private static String page(String family, List<Variable> members) {
    StringBuilder out = new StringBuilder("# Variables: ").append(family).append("\n\n");
    out.append("| name | read by | versions | values | default | meaning | mind |\n");
    out.append("|---|---|---|---|---|---|---|\n");
    for (Variable v : members) {
      String values = v.values().isEmpty() ? v.allowed().shown() : v.values();
      String fallback = v.fallback().isEmpty() ? v.fallbackNote() : v.fallback();
      String instead = String.join(" or ", v.replacements());
      String mind =
          Stream.of(instead.isEmpty() ? "" : "Instead: " + instead + ".", v.pitfall(), v.note())
              .filter(text -> !text.isEmpty())
              .reduce((a, b) -> a + " " + b)
              .orElse("");
      out.append("| `").append(v.name()).append("` | ");
      for (String cell : List.of(v.owner().title(), versions(v), values, fallback, v.meaning())) {
        out.append(plain(cell)).append(" | ");
      }
      out.append(plain(mind)).append(" |\n");
    }
    return out.toString();
  }

  private static String versions(Variable v) {
    String from = v.since() == null ? "" : "from " + v.since();
    String to = v.until() == null ? "" : "to " + v.until();
    return (v.status() == Status.NEVER ? "never read" : from + " " + to).strip();
  }

  private static String plain(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*");
  }

  @Test
  void the_pages_say_what_the_table_says() throws IOException {
    for (var page : pages().entrySet()) {
      Path file = FOLDER.resolve(page.getKey());
      if (WRITE) {
        Files.createDirectories(FOLDER);
        Files.writeString(file, page.getValue());
      }
      assertThat(file).as("write it with -Dbusbar.docs=write").hasContent(page.getValue());
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .containsExactlyInAnyOrderElementsOf(pages().keySet());
    }
  }
}
