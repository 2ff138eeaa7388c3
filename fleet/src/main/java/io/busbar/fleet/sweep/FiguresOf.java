package io.busbar.fleet.sweep;

import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The single values of an answer in JSON: those of lists of one as well, other lists not.
 * Stateless.
 */
final class FiguresOf {
  private static final int LONGEST = 80;

  private FiguresOf() {}

  static Map<String, String> json(String text) {
    Map<String, String> figures = new LinkedHashMap<>();
    collect("", TreeReader.parse("answer", text.getBytes(StandardCharsets.UTF_8)), figures);
    figures.remove("schema");
    return figures;
  }

  private static void collect(String key, Tree tree, Map<String, String> into) {
    switch (tree) {
      case Tree.Scalar scalar -> {
        if (!scalar.isNull() && scalar.text().length() <= LONGEST) {
          into.put(key, scalar.text());
        }
      }
      case Tree.Sequence list -> {
        if (list.items().size() == 1) {
          collect(key, list.items().getFirst(), into);
        }
      }
      case Tree.Mapping mapping ->
          mapping
              .entries()
              .forEach((name, entry) ->
                  collect(key.isEmpty() ? name : key + "." + name, entry.value(), into));
    }
  }
}
