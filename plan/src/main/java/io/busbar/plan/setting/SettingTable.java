package io.busbar.plan.setting;

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
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a framework's settings, from the resource {@code emit/<framework>.yaml}: the
 * version they were checked for; why, trap and source of each; and which key of a plan each sets,
 * so that the same table writes settings and reads them. Immutable.
 */
public final class SettingTable {
  /**
   * What is known of one setting.
   *
   * @param why what it acts on
   * @param trap what goes wrong with it; empty when nothing known does
   * @param sets dotted path of the plan's key that it sets; empty for none, or for several
   * @param values the plan's word for each word of the framework; empty when they are the same
   * @param above whether it stands above other settings of the same key
   * @param flag whether it takes no value
   */
  public record Fact(
      String why,
      String trap,
      String sets,
      Map<String, String> values,
      boolean above,
      boolean flag) {
    public Fact {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
  }

  /** How a setting is understood that is none of the table's own. */
  public enum Effect {
    NONE,
    NOT_MODELLED
  }

  /**
   * A group of settings of one meaning.
   *
   * @param meaning in words
   * @param patterns names; one star stands for anything
   */
  private record Group(Effect effect, String meaning, List<String> patterns) {}

  /** What a setting without a fact of its own is about. */
  public record Meaning(Effect effect, String words) {}

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
  private static final Key<String> SETS =
      Key.optional("sets", Type.text(), "Key of the plan that it sets.").or("");
  private static final Key<Tree> VALUES =
      Key.optional(
          "values", Type.any(Map.of("type", "object")), "The plan's word for each of its.");
  private static final Key<Boolean> ABOVE =
      Key.optional("above", Type.flag(), "Whether it stands above others of the same key.")
          .or(false);
  private static final Key<Boolean> FLAG =
      Key.optional("flag", Type.flag(), "Whether it takes no value.").or(false);
  private static final Shape FACT_SHAPE =
      Shape.of("A setting.", SETS, VALUES, ABOVE, FLAG, WHY, TRAP, SOURCE, QUALITY);
  private static final String ABSENT = "absent";
  private static final Map<String, Effect> GROUPS =
      Map.of("without_effect", Effect.NONE, "not_modelled", Effect.NOT_MODELLED);

  private final String version;
  private final Map<String, Fact> byName;
  private final Map<String, String> absent;
  private final List<Group> groups;

  private SettingTable(
      String version, Map<String, Fact> byName, Map<String, String> absent, List<Group> groups) {
    this.version = version;
    this.byName = byName;
    this.absent = absent;
    this.groups = groups;
  }

  /** The table of a framework by its name on the command line. */
  public static SettingTable of(String framework) {
    String resource = "/emit/" + framework + ".yaml";
    try (InputStream in = SettingTable.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + resource);
      }
      return read((Tree.Mapping) TreeReader.parse(resource, in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SettingTable read(Tree.Mapping root) {
    Map<String, Fact> facts = new LinkedHashMap<>();
    Map<String, String> absent = new LinkedHashMap<>();
    List<Group> groups = new ArrayList<>();
    String version = "";
    for (var entry : root.entries().entrySet()) {
      String name = entry.getKey();
      Tree tree = entry.getValue().value();
      Effect effect = GROUPS.get(name);
      if (name.equals(ABOUT)) {
        version = about(fields(ABOUT_SHAPE, tree, name));
      } else if (name.equals(ABSENT)) {
        absent.putAll(words(tree));
      } else if (effect != null && tree instanceof Tree.Mapping mapping) {
        mapping
            .entries()
            .forEach(
                (meaning, list) -> groups.add(new Group(effect, meaning, items(list.value()))));
      } else {
        facts.put(name, fact(fields(FACT_SHAPE, tree, name)));
      }
    }
    return new SettingTable(version, facts, absent, groups);
  }

  private static Fields fields(Shape shape, Tree tree, String name) {
    Problems problems = new Problems();
    Fields fields = shape.read(tree, name, problems);
    problems.throwIfAny();
    return fields;
  }

  private static String about(Fields f) {
    return "Written for "
        + f.get(SOFTWARE)
        + "; names checked "
        + f.get(CHECKED)
        + " against "
        + f.get(AGAINST)
        + ".";
  }

  private static Fact fact(Fields f) {
    Quality quality = f.get(QUALITY);
    String mark = quality.mark().isEmpty() ? "" : " (" + quality.mark() + ")";
    Tree values = f.find(VALUES);
    return new Fact(
        f.get(WHY) + mark,
        f.get(TRAP),
        f.get(SETS),
        values == null ? Map.of() : words(values),
        f.get(ABOVE),
        f.get(FLAG));
  }

  private static Map<String, String> words(Tree tree) {
    Map<String, String> out = new LinkedHashMap<>();
    if (tree instanceof Tree.Mapping mapping) {
      for (var entry : mapping.entries().entrySet()) {
        out.put(entry.getKey(), entry.getValue().value().shown());
      }
    }
    return out;
  }

  private static List<String> items(Tree tree) {
    return tree instanceof Tree.Sequence sequence
        ? sequence.items().stream().map(Tree::shown).toList()
        : List.of(tree.shown());
  }

  /** Version, day and ground of the check, as a sentence. */
  public String version() {
    return version;
  }

  /**
   * @throws IllegalArgumentException when the resource does not know the setting
   */
  public Fact get(String name) {
    Fact fact = byName.get(name);
    if (fact == null) {
      throw new IllegalArgumentException("no fact about the setting " + name);
    }
    return fact;
  }

  /** Names of the settings with a fact of their own, in the table's order. */
  public Set<String> names() {
    return byName.keySet();
  }

  /** The fact about a setting, or null. */
  public @Nullable Fact find(String name) {
    return byName.get(name);
  }

  /** What keys of a plan are when no setting speaks of them. */
  public Map<String, String> absent() {
    return absent;
  }

  /** What a setting is about that has no fact of its own, or null when it is not known. */
  public @Nullable Meaning meaning(String name) {
    for (Group group : groups) {
      for (String pattern : group.patterns) {
        if (fits(pattern, name)) {
          return new Meaning(group.effect, group.meaning);
        }
      }
    }
    return null;
  }

  private static boolean fits(String pattern, String name) {
    int star = pattern.indexOf('*');
    return star < 0
        ? name.equals(pattern)
        : name.length() >= pattern.length() - 1
            && name.startsWith(pattern.substring(0, star))
            && name.endsWith(pattern.substring(star + 1));
  }

  /** The framework's word for a value of the plan: the first that means it. */
  public String word(String name, String planned) {
    for (Map.Entry<String, String> value : get(name).values().entrySet()) {
      if (value.getValue().equals(planned)) {
        return value.getKey();
      }
    }
    return planned;
  }
}
