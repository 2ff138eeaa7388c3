package io.busbar.model.catalog;

import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.UnknownKey;
import io.busbar.formats.tree.Tree;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Kind;
import java.util.LinkedHashMap;
import java.util.Map;

/** Figures of nodes and GPUs that a user sets in place of the catalogue's. Stateless. */
final class Overrides {
  private Overrides() {}

  /** Those of {@code changes} that are figures of this shelf; wrong values become problems. */
  static Map<String, Fact> read(Kind kind, Tree.Mapping changes, String path, Problems problems) {
    Map<String, Key<?>> keys = CatalogKeys.of(kind);
    Map<String, Fact> facts = new LinkedHashMap<>();
    changes
        .entries()
        .forEach((name, entry) -> {
          Key<?> key = keys.get(name);
          if (key == null) {
            return;
          }
          Tree value = entry.value();
          if (key.type().read(value, join(path, name), problems) != null) {
            facts.put(name, Fact.given(name, value.shown(), value.at()));
          }
        });
    return facts;
  }

  static void refuseUnknown(Tree.Mapping changes, String path, Problems problems) {
    Map<String, Key<?>> keys = new LinkedHashMap<>(CatalogKeys.of(Kind.NODE));
    keys.putAll(CatalogKeys.of(Kind.GPU));
    changes
        .entries()
        .forEach((name, entry) -> {
          if (!keys.containsKey(name)) {
            UnknownKey.add(
                problems,
                entry.keyAt(),
                join(path, name),
                name,
                "a figure of a node or GPU, as 'busbar catalog' names them",
                keys.keySet());
          }
        });
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
