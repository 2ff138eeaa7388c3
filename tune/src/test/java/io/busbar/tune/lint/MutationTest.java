package io.busbar.tune.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.env.EnvReader;
import io.busbar.formats.env.EnvSource;
import io.busbar.formats.env.SourceKind;
import io.busbar.tune.lint.rule.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Broken inputs: all examples, mutated by a seeded generator, read as every kind. With {@code
 * -Dbusbar.fuzz.seconds=600} every kind is tried that long from a new seed, a share of the time
 * each.
 */
class MutationTest {
  private static final int ROUNDS = 1_000;
  private static final int FUZZ_SECONDS = Integer.getInteger("busbar.fuzz.seconds", 0);
  private static final String[] PIECES = {
    "export ",
    "NCCL_ALGO=",
    "=",
    "^",
    ",",
    "\"",
    "'",
    "\\",
    "\n",
    "\r\n",
    "\0",
    "$",
    "${",
    "$(",
    "`",
    "#",
    "<<EOF\n",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ":",
    ";",
    "mpirun -x ",
    "--mca ",
    "os.environ[\"",
    "model.no_sync() if ",
    "% 0",
    "name: ",
    "value: ",
    "\t",
    "0x",
    "\u00e9",
    "\ud83d",
    "  ",
    "%",
    "-"
  };

  private static String mutated(String text, Random random) {
    StringBuilder out = new StringBuilder(text);
    for (int i = random.nextInt(8); i >= 0 && out.length() > 0; i--) {
      int at = random.nextInt(out.length());
      switch (random.nextInt(5)) {
        case 0 -> out.insert(at, PIECES[random.nextInt(PIECES.length)]);
        case 1 -> out.delete(at, Math.min(out.length(), at + 1 + random.nextInt(12)));
        case 2 -> out.setCharAt(at, (char) random.nextInt(0x250));
        case 3 -> out.setLength(at);
        default -> {
          int end = Math.min(out.length(), at + random.nextInt(40));
          out.insert(random.nextInt(out.length()), out.substring(at, end));
        }
      }
    }
    return out.toString();
  }

  private static List<String> examples() {
    List<String> all = new ArrayList<>();
    Texts texts = Texts.standard();
    for (String key : new TreeSet<>(keys(texts))) {
      if (key.endsWith(".wrong") || key.endsWith(".right")) {
        all.add(texts.find(key) + "\n");
      }
    }
    return all;
  }

  private static List<String> keys(Texts texts) {
    List<String> keys = new ArrayList<>();
    texts.keys().forEach(keys::add);
    return keys;
  }

  @ParameterizedTest
  @EnumSource(SourceKind.class)
  void mutated_examples_never_crash_and_findings_and_edits_stay_inside_the_text(SourceKind kind) {
    long seed = FUZZ_SECONDS > 0 ? System.nanoTime() : kind.ordinal() * 7919L + 1;
    Random random = new Random(seed);
    List<String> examples = examples();
    long share = FUZZ_SECONDS * 1_000_000_000L / SourceKind.values().length;
    long end = System.nanoTime() + share;
    for (int i = 0; FUZZ_SECONDS > 0 ? System.nanoTime() < end : i < ROUNDS; i++) {
      String joined =
          examples.get(random.nextInt(examples.size()))
              + examples.get(random.nextInt(examples.size()));
      String text = mutated(joined, random);
      EnvSource source = EnvReader.read("mutated", text, kind);
      Lint lint = new Lint(null, null);
      lint.add(source);
      Lint.Result result = lint.finish(List.of());
      int lines = (int) text.chars().filter(c -> c == '\n').count() + 1;
      assertThat(result.findings())
          .as(seed + ": " + text)
          .allMatch(f -> f.line() >= 0 && f.line() <= lines);
      result
          .edits()
          .forEach((file, edits) -> {
            assertThat(edits).as(text).allMatch(e -> e.span().end() <= text.length());
            Correction.apply(text, edits);
          });
    }
  }
}
