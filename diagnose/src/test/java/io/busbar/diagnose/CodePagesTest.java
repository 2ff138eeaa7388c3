package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.diagnose.check.Threshold;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The pages of docs/diagnosis are made of the findings' resources and of the examples of the tests;
 * {@code -Dbusbar.docs=write} writes them.
 */
class CodePagesTest {
  private static final int EXAMPLE_LINES = 8;
  private static final int EXAMPLE_COLUMNS = 160;

  private static Path docs() {
    Path docs = Path.of("../docs/diagnosis");
    assumeTrue(Files.isDirectory(Path.of("../docs")), "the documentation is not here");
    return docs;
  }

  private static Map<String, String> pages() {
    Map<String, String> pages = new TreeMap<>();
    StringBuilder index =
        new StringBuilder(
            "# Findings\n\n"
                + "What `busbar diagnose` can find. Made of the findings' resources; `busbar"
                + " diagnose --describe CODE` prints the same.\n\n"
                + "| code | what is the case |\n"
                + "|---|---|\n");
    for (String code : Checks.codes()) {
      FindingText text = FindingText.of(code);
      index.append("| [`").append(code).append("`](").append(code).append(".md) | ");
      index.append(text.title()).append(" |\n");
      pages.put(code + ".md", page(code, text));
    }
    pages.put("index.md", index.toString());
    return pages;
  }

  private static String page(String code, FindingText text) {
    StringBuilder page = new StringBuilder("# " + text.title() + "\n\n`" + code + "`\n\n");
    page.append(text.why()).append('\n');
    list(page, "How to verify", text.verify());
    list(page, "What to do", text.fix());
    list(page, "Figures that decide", text.thresholds().stream().map(CodePagesTest::told).toList());
    example(page, code);
    related(page, "It explains", Relations.ALL.table().getOrDefault(code, Set.of()));
    Set<String> causes =
        Relations.ALL.table().entrySet().stream()
            .filter(e -> e.getValue().contains(code))
            .map(Map.Entry::getKey)
            .collect(Collectors.toCollection(TreeSet::new));
    related(page, "It may be explained by", causes);
    return page.append("\n[All findings](index.md)\n").toString();
  }

  private static String told(Threshold t) {
    String value = BigDecimal.valueOf(t.value()).stripTrailingZeros().toPlainString();
    return value + ": " + t.what() + " (" + t.source() + ")";
  }

  private static void list(StringBuilder page, String title, List<String> lines) {
    if (!lines.isEmpty()) {
      page.append("\n## ").append(title).append("\n\n");
      lines.forEach(line -> page.append("- ").append(line).append('\n'));
    }
  }

  private static void example(StringBuilder page, String code) {
    Variants.all().stream()
        .filter(v -> v.code().equals(code))
        .findFirst()
        .ifPresent(v -> {
          page.append("\n## How it looks\n");
          v.files()
              .forEach((file, text) -> {
                page.append("\nIn `").append(file).append("`:\n\n```\n");
                text.lines()
                    .filter(line -> !line.isBlank())
                    .limit(EXAMPLE_LINES)
                    .map(l ->
                        l.length() > EXAMPLE_COLUMNS ? l.substring(0, EXAMPLE_COLUMNS) + "..." : l)
                    .forEach(line -> page.append(line.stripTrailing()).append('\n'));
                page.append("```\n");
              });
        });
  }

  private static void related(StringBuilder page, String title, Set<String> codes) {
    if (!codes.isEmpty()) {
      page.append("\n").append(title).append(": ");
      page.append(
          codes.stream()
              .sorted()
              .map(c -> "[`" + c + "`](" + c + ".md)")
              .collect(Collectors.joining(", ")));
      page.append(".\n");
    }
  }

  @Test
  void there_is_a_page_for_every_finding() throws IOException {
    Path docs = docs();
    boolean write = "write".equals(System.getProperty("busbar.docs"));
    if (write) {
      Files.createDirectories(docs);
    }
    for (Map.Entry<String, String> page : pages().entrySet()) {
      Path file = docs.resolve(page.getKey());
      if (write) {
        Files.writeString(file, page.getValue());
      }
      assertThat(file)
          .as("-Dbusbar.docs=write writes the pages anew")
          .content()
          .isEqualToIgnoringNewLines(page.getValue());
    }
    try (Stream<Path> files = Files.list(docs)) {
      assertThat(files.map(f -> f.getFileName().toString())).isSubsetOf(pages().keySet());
    }
  }
}
