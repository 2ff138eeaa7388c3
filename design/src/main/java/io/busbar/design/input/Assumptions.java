package io.busbar.design.input;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.shape.UnknownKey;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The figures that a design assumes, from a resource with quality and source of each; a file of the
 * user's replaces any of them. Immutable and thread-safe.
 */
public final class Assumptions {
  private static final String RESOURCE = "/design/assumptions.yaml";
  private static final double MOST = 1e12;
  private static final Set<String> DIVISORS =
      Set.of("years", "h", "kW", "U", "racks", "factor", "W");

  private static final Type<Double> NUMBER = Type.number(0, MOST);
  private static final Key<Double> LOW = Key.optional("low", NUMBER, "smallest plausible value");
  private static final Key<Double> LIKELY = Key.optional("likely", NUMBER, "the value itself");
  private static final Key<Double> HIGH = Key.optional("high", NUMBER, "largest plausible value");
  private static final Key<String> UNIT = Key.optional("unit", Type.text(), "its unit").or("");
  private static final Key<Quality> QUALITY =
      Key.optional("quality", Type.oneOf(Quality.class), "how well it is known")
          .or(Quality.ASSUMED);
  private static final Key<String> DATE = Key.optional("date", Type.text(), "when it held").or("");
  private static final Key<String> SOURCE =
      Key.optional("source", Type.text(), "where it was read").or("");
  private static final Key<String> NOTE =
      Key.optional("note", Type.text(), "what it stands on").or("");
  private static final Shape FIGURE =
      Shape.of("a figure", LOW, LIKELY, HIGH, UNIT, QUALITY, DATE, SOURCE, NOTE);

  private static final class Holder {
    private static final Assumptions STANDARD = new Assumptions(resource());
  }

  private final Map<String, Assumption> all;

  private Assumptions(Map<String, Assumption> all) {
    this.all = all;
  }

  /** Those of the product. */
  public static Assumptions standard() {
    return Holder.STANDARD;
  }

  private static Map<String, Assumption> resource() {
    Map<String, Assumption> figures = new LinkedHashMap<>();
    Problems problems = new Problems();
    try (InputStream in = Assumptions.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the build");
      }
      Tree.Mapping sections = (Tree.Mapping) TreeReader.parse(RESOURCE, in.readAllBytes());
      for (Tree.Entry section : sections.entries().values()) {
        ((Tree.Mapping) section.value())
            .entries()
            .forEach((name, entry) -> figures.put(name, figure(name, entry.value(), problems)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (problems.any()) {
      throw new IllegalStateException(problems.list().toString());
    }
    return figures;
  }

  private static Assumption figure(String name, Tree tree, Problems problems) {
    Fields f = FIGURE.read(tree, name, problems);
    return new Assumption(
        name,
        f.get(LOW),
        f.get(LIKELY),
        f.get(HIGH),
        f.get(UNIT),
        f.get(QUALITY),
        f.get(DATE),
        f.get(SOURCE),
        f.get(NOTE));
  }

  /**
   * The same with the figures of a file in place of ours: a mapping of names to numbers, or to
   * mappings with {@code low}, {@code likely} and {@code high}.
   *
   * @throws io.busbar.base.problem.InputException when the file cannot be read as YAML
   */
  public Assumptions with(Path file, Problems problems) {
    return with(TreeReader.read(file), problems);
  }

  Assumptions with(Tree tree, Problems problems) {
    if (!(tree instanceof Tree.Mapping mapping)) {
      problems.add(tree.at(), "", tree.shown(), "a mapping of names to numbers", "");
      return this;
    }
    Map<String, Assumption> changed = new LinkedHashMap<>(all);
    mapping
        .entries()
        .forEach((name, entry) -> {
          Assumption ours = all.get(name);
          if (ours == null) {
            String expected = "a figure that designs assume";
            UnknownKey.add(problems, entry.keyAt(), "", name, expected, all.keySet());
          } else {
            changed.put(name, replaced(ours, entry.value(), problems));
          }
        });
    return new Assumptions(changed);
  }

  private static Assumption replaced(Assumption ours, Tree value, Problems problems) {
    String where = value.at().toString();
    if (value instanceof Tree.Scalar) {
      Double number = NUMBER.read(value, ours.name(), problems);
      return number == null || !sane(ours, number, number, value, problems)
          ? ours
          : ours.given(number, number, number, where);
    }
    Fields f = FIGURE.read(value, ours.name(), problems);
    Double likely = f.find(LIKELY);
    Double low = f.find(LOW);
    Double high = f.find(HIGH);
    double middle =
        likely != null ? likely : low != null && high != null ? (low + high) / 2 : ours.likely();
    double from = low != null ? low : Math.min(middle, ours.low());
    double to = high != null ? high : Math.max(middle, ours.high());
    if (from > middle || middle > to) {
      String read = from + ", " + middle + ", " + to;
      problems.add(value.at(), ours.name(), read, "low, likely and high in this order", "");
      return ours;
    }
    return sane(ours, from, to, value, problems) ? ours.given(from, middle, to, where) : ours;
  }

  /** What is divided by must not be 0, and a share is at most 1. */
  private static boolean sane(
      Assumption ours, double from, double to, Tree value, Problems problems) {
    boolean divides = DIVISORS.contains(ours.unit());
    if (divides && from <= 0) {
      problems.add(value.at(), ours.name(), value.shown(), "a number above 0", "");
      return false;
    }
    if (ours.unit().equals("share") && to > 1) {
      problems.add(value.at(), ours.name(), value.shown(), "a share from 0 to 1", "");
      return false;
    }
    return true;
  }

  /** The figure of this name, which must be one of ours. */
  public Assumption get(String name) {
    Assumption figure = all.get(name);
    if (figure == null) {
      throw new IllegalStateException(RESOURCE + " lacks " + name);
    }
    return figure;
  }

  /** The figure of this name, else the other's. */
  public Assumption get(String name, String otherwise) {
    return all.containsKey(name) ? get(name) : get(otherwise);
  }

  /** Its likely value. */
  public double likely(String name) {
    return get(name).likely();
  }

  /** All of them, in the order of the resource. */
  public List<Assumption> all() {
    return List.copyOf(all.values());
  }
}
