package io.busbar.formats.launch;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** The entries of a TOML document as settings with dotted names. Stateless. */
final class TomlSettings {
  private static final int MOST = 20_000;
  private static final int MOST_DEPTH = 64;
  private static final int MOST_BRACKETS = 2_000;

  private TomlSettings() {}

  /**
   * @throws InputException with every error of the document
   */
  static List<Setting> of(String source, String text) {
    refuseNesting(source, text);
    TomlParseResult toml = Toml.parse(text);
    if (toml.hasErrors()) {
      Problems problems = new Problems();
      for (TomlParseError error : toml.errors()) {
        problems.add(at(source, error.position()), "", "", "valid TOML", first(error.getMessage()));
      }
      problems.throwIfAny();
    }
    List<Setting> out = new ArrayList<>();
    collect("", toml, source, out, 0);
    return out;
  }

  /** The parser recurses; a document of brackets alone would end in a full stack. */
  private static void refuseNesting(String source, String text) {
    int depth = 0;
    int deepest = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
      deepest = Math.max(deepest, depth);
    }
    if (deepest > MOST_DEPTH || depth > MOST_BRACKETS) {
      Problems problems = new Problems();
      problems.add(
          Position.of(source), "", "", "at most " + MOST_DEPTH + " levels of brackets", "");
      problems.throwIfAny();
    }
  }

  private static String first(@Nullable String message) {
    return message == null ? "" : message.lines().findFirst().orElse("");
  }

  private static Position at(String source, @Nullable TomlPosition position) {
    return position == null
        ? Position.of(source)
        : new Position(source, position.line(), position.column());
  }

  private static void collect(
      String prefix, TomlTable table, String source, List<Setting> out, int depth) {
    for (String key : table.keySet()) {
      if (out.size() >= MOST || depth > MOST_DEPTH) {
        return;
      }
      String name = prefix.isEmpty() ? key : prefix + "." + key;
      List<String> path = List.of(key);
      Position at = at(source, table.inputPositionOf(path));
      Object value = table.get(path);
      if (value instanceof TomlTable inner) {
        collect(name, inner, source, out, depth + 1);
      } else if (value instanceof TomlArray array) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < Math.min(array.size(), MOST); i++) {
          values.add(String.valueOf(array.get(i)));
        }
        out.add(new Setting(name, values, at, at, true));
      } else {
        out.add(new Setting(name, List.of(String.valueOf(value)), at, at, true));
      }
    }
  }
}
