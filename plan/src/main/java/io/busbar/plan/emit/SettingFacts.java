package io.busbar.plan.emit;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What is known of a framework's settings, from the resource {@code emit/<framework>.yaml}: the
 * version they were checked for, and why, trap and source of each. Immutable.
 */
final class SettingFacts {
  /**
   * What is known of one setting.
   *
   * @param why what it acts on
   * @param trap what goes wrong with it; empty when nothing known does
   */
  record Fact(String why, String trap) {}

  private static final String ABOUT = "about";
  private static final Key<String> SOFTWARE =
      Key.required("software", Type.text(), "Name and version the settings were written for.");
  private static final Key<String> CHECKED =
      Key.required("checked", Type.text(), "Day on which the names were checked.");
  private static final Key<String> AGAINST =
      Key.required("against", Type.text(), "What they were checked against.");
  private static final Shape ABOUT_SHAPE =
      Shape.of("What the settings belong to.", SOFTWARE, CHECKED, AGAINST);

  private static final Key<String> WHY =
      Key.required("why", Type.text(), "What the setting acts on.");
  private static final Key<String> TRAP =
      Key.optional("trap", Type.text(), "What goes wrong with it.").or("");
  private static final Key<String> SOURCE =
      Key.required("source", Type.text(), "Where name and behaviour were read.");
  private static final Key<Quality> QUALITY =
      Key.optional("quality", Type.oneOf(Quality.class), "How well it is known.")
          .or(Quality.SOURCED);
  private static final Shape FACT_SHAPE = Shape.of("A setting.", WHY, TRAP, SOURCE, QUALITY);

  private final String version;
  private final Map<String, Fact> byName;

  private SettingFacts(String version, Map<String, Fact> byName) {
    this.version = version;
    this.byName = byName;
  }

  static SettingFacts of(Framework framework) {
    String resource = "/emit/" + framework.cliName() + ".yaml";
    try (InputStream in = SettingFacts.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + resource);
      }
      return read((Tree.Mapping) TreeReader.parse(resource, in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SettingFacts read(Tree.Mapping root) {
    Problems problems = new Problems();
    Map<String, Fact> facts = new LinkedHashMap<>();
    String version = "";
    for (var entry : root.entries().entrySet()) {
      String name = entry.getKey();
      Tree tree = entry.getValue().value();
      boolean about = name.equals(ABOUT);
      Fields f = (about ? ABOUT_SHAPE : FACT_SHAPE).read(tree, name, problems);
      problems.throwIfAny();
      if (about) {
        version =
            "Written for "
                + f.get(SOFTWARE)
                + "; names checked "
                + f.get(CHECKED)
                + " against "
                + f.get(AGAINST)
                + ".";
      } else {
        Quality quality = f.get(QUALITY);
        String mark = quality.mark().isEmpty() ? "" : " (" + quality.mark() + ")";
        facts.put(name, new Fact(f.get(WHY) + mark, f.get(TRAP)));
      }
    }
    return new SettingFacts(version, facts);
  }

  /** Version, day and ground of the check, as a sentence. */
  String version() {
    return version;
  }

  /**
   * @throws IllegalArgumentException when the resource does not know the setting
   */
  Fact get(String name) {
    Fact fact = byName.get(name);
    if (fact == null) {
      throw new IllegalArgumentException("no fact about the setting " + name);
    }
    return fact;
  }

  Set<String> names() {
    return byName.keySet();
  }
}
