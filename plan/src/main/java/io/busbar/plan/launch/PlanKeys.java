package io.busbar.plan.launch;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.launch.Setting;
import io.busbar.formats.tree.Tree;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keys of a plan while they are collected from settings; contradictions become problems. */
final class PlanKeys {
  private final Position source;
  private final Problems problems;
  private final Map<String, Given> given = new LinkedHashMap<>();

  private record Given(Tree.Scalar value, String setting, boolean above) {}

  PlanKeys(Position source, Problems problems) {
    this.source = source;
    this.problems = problems;
  }

  /** Sets a key by a setting; the same setting may say it again, another must say the same. */
  void set(String path, String value, Setting setting, boolean above) {
    Tree.Scalar scalar = new Tree.Scalar(setting.at(), value, false);
    Given before = given.get(path);
    if (before == null || before.setting.equals(setting.name()) || (above && !before.above)) {
      given.put(path, new Given(scalar, setting.name(), above));
    } else if (!before.value.text().equals(value) && before.above == above) {
      problems.add(
          setting.at(),
          setting.name(),
          setting.value().isEmpty() ? "given" : setting.value(),
          "nothing that contradicts " + before.setting + " at " + before.value.at(),
          "leave out one of the two");
    }
  }

  /** Sets a key that follows from several settings; replaces what one alone said. */
  void replace(String path, String value, Position at) {
    given.put(path, new Given(new Tree.Scalar(at, value, false), "", true));
  }

  /** Sets a key unless something said it. */
  void absent(String path, String value) {
    given.putIfAbsent(path, new Given(new Tree.Scalar(source, value, false), "", false));
  }

  void remove(String path) {
    given.remove(path);
  }

  void removeSection(String section) {
    given.keySet().removeIf(path -> path.startsWith(section + "."));
  }

  boolean has(String path) {
    return given.containsKey(path);
  }

  /** The text of a key, or null. */
  @Nullable String text(String path) {
    Given value = given.get(path);
    return value == null ? null : value.value.text();
  }

  /** The number of a key, or {@code fallback} when it is absent or none. */
  long number(String path, long fallback) {
    String text = text(path);
    return text != null && text.matches("\\d{1,15}") ? Long.parseLong(text) : fallback;
  }

  Position at(String path) {
    Given value = given.get(path);
    return value == null ? source : value.value.at();
  }

  /** The plan file. */
  Tree.Mapping tree() {
    Tree.Mapping root = new Tree.Mapping(source, Map.of());
    for (Map.Entry<String, Given> entry : given.entrySet()) {
      root = root.withPath(entry.getKey(), entry.getValue().value);
    }
    return root;
  }
}
