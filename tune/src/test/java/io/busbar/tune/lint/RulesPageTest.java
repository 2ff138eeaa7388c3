package io.busbar.tune.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.tune.lint.rule.LintFinding;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * The page about the rules is made of their texts. It is written anew with {@code
 * -Dbusbar.docs=write}.
 */
class RulesPageTest {
  private static final Path PAGE = Path.of("../docs/nccl/lint-rules.md");
  private static final boolean WRITE = "write".equals(System.getProperty("busbar.docs"));
  private static final Texts TEXTS = Texts.standard();

  private static String text(String code, String part) {
    String text = TEXTS.find(code + "." + part);
    return text == null ? "" : text;
  }

  private static String page() {
    StringBuilder out =
        new StringBuilder(
            "# Lint rules\n\nWhat `busbar tune --check FILE...` looks for. Made of the rules and"
                + " `tune/src/main/resources/lint/rules.properties`; every example is a test.\n"
                + "The severity is that of the example; it depends on version, cluster and value."
                + " A cell with a cluster or a version says what the example is checked for.\n\n"
                + "| rule | severity | finds | wrong | right | fixed by `--fix` | source |\n"
                + "|---|---|---|---|---|---|---|\n");
    for (Rule rule : Rules.ALL) {
      String code = rule.code();
      LintFinding found =
          Linted.of(
                  text(code, "file"),
                  text(code, "wrong") + "\n",
                  text(code, "nccl"),
                  text(code, "cluster"))
              .findings()
              .stream()
              .filter(f -> f.code().equals(code))
              .findFirst()
              .orElseThrow();
      String where = text(code, "cluster") + text(code, "nccl");
      out.append("| `").append(code).append("` | ");
      out.append(found.severity().name().toLowerCase(Locale.ROOT)).append(" | ");
      out.append(cell(found.title())).append(" | ");
      out.append(example(text(code, "wrong")));
      out.append(where.isEmpty() ? "" : " (" + where + ")").append(" | ");
      out.append(example(text(code, "right"))).append(" | ");
      out.append(found.correctable() ? "yes" : "").append(" | ");
      out.append(cell(text(code, "source"))).append(" |\n");
    }
    return out.toString();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }

  private static String example(String text) {
    StringBuilder out = new StringBuilder();
    for (String line : text.split("\n")) {
      String shown = line.replace(' ', '\u00a0').replace("|", "\\|");
      out.append(out.isEmpty() ? "" : "<br>").append('`').append(shown).append('`');
    }
    return out.toString().replace('\u00a0', ' ');
  }

  @Test
  void the_page_says_what_the_rules_say() throws IOException {
    String page = page();
    if (WRITE) {
      Files.createDirectories(Path.of("../docs/nccl"));
      Files.writeString(PAGE, page);
    }
    assertThat(PAGE).as("write it with -Dbusbar.docs=write").hasContent(page);
  }
}
