package io.busbar.nccl.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.constants.Constant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * The table of constants in docs/collective-time.md is made of the resource. It is written anew
 * with {@code -Dbusbar.docs=write}; otherwise this says when it is old.
 */
class CollectiveTimePageTest {
  private static final Path PAGE = Path.of("../docs/collective-time.md");
  private static final String BEGIN = "<!-- constants -->\n";
  private static final String END = "<!-- /constants -->\n";
  private static final boolean WRITE = "write".equals(System.getProperty("busbar.docs"));

  private static String table() {
    StringBuilder out =
        new StringBuilder("| constant | value | unit | quality | meaning | bounds |\n");
    out.append("|---|---|---|---|---|---|\n");
    String before = "";
    for (Constant c : TimeConstants.standard().all()) {
      String same = c.meaning().replace("the same", before);
      String meaning = c.meaning().startsWith("the same, ") ? same : c.meaning();
      out.append("| `").append(c.name()).append("` | ").append(number(c.value()));
      out.append(" | ").append(c.unit());
      out.append(" | ").append(c.quality().name().toLowerCase(Locale.ROOT));
      out.append(" | ").append(meaning.replace("|", "\\|"));
      out.append(" | ").append(number(c.low())).append(" to ").append(number(c.high()));
      out.append(" |\n");
      before = withoutKind(meaning);
    }
    return out.toString();
  }

  /** What "the same, Hopper" is the same as: the meaning before, without its last word. */
  private static String withoutKind(String meaning) {
    int comma = meaning.lastIndexOf(", ");
    return comma < 0 ? meaning : meaning.substring(0, comma);
  }

  private static String number(double value) {
    String plain = String.format(Locale.ROOT, "%.4g", value);
    double read = Double.parseDouble(plain);
    return read >= 1e-3 && read < 1e4 || read == 0
        ? Double.toString(read).replaceFirst("\\.0$", "")
        : String.format(Locale.ROOT, "%.3e", read).replaceFirst("\\.?0+e", "e");
  }

  @Test
  void lists_every_constant_as_it_is() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    String expected = page.substring(0, begin) + table() + page.substring(end);
    if (WRITE) {
      Files.writeString(PAGE, expected);
    }

    assertThat(PAGE).as("write it with -Dbusbar.docs=write").hasContent(expected);
  }
}
