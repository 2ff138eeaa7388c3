package io.busbar.formats.constants;

import io.busbar.base.explain.Ledger;
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
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The constants of one model, from a resource. The same for all systems of a kind. Immutable and
 * thread-safe.
 */
public final class Constants {
  private static final Key<Double> VALUE =
      Key.required("value", Type.number(0, 1e12), "The value.");
  private static final Key<String> UNIT = Key.optional("unit", Type.text(), "Its unit.").or("");
  private static final Key<String> MEANING =
      Key.required("meaning", Type.text(), "What it stands for.");
  private static final Key<Double> LOW = Key.required("low", Type.number(0, 1e12), "Lower bound.");
  private static final Key<Double> HIGH =
      Key.required("high", Type.number(0, 1e12), "Upper bound.");
  private static final Key<Quality> QUALITY =
      Key.required("quality", Type.oneOf(Quality.class), "How well it is known.");
  private static final Key<String> SOURCE =
      Key.required("source", Type.text(), "Where it comes from.");
  private static final Shape SHAPE =
      Shape.of("A constant.", VALUE, UNIT, MEANING, LOW, HIGH, QUALITY, SOURCE);

  private final String resource;
  private final Map<String, Constant> byName;

  private Constants(String resource, Map<String, Constant> byName) {
    this.resource = resource;
    this.byName = byName;
  }

  /**
   * Reads a resource of the product.
   *
   * @param owner whose module holds it
   * @throws IllegalStateException when there is none
   */
  public static Constants load(Class<?> owner, String resource) {
    try (InputStream in = owner.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + resource);
      }
      Tree.Mapping root = (Tree.Mapping) TreeReader.parse(resource, in.readAllBytes());
      Problems problems = new Problems();
      Map<String, Constant> constants = new LinkedHashMap<>();
      root.entries()
          .forEach((name, entry) -> constants.put(name, read(name, entry.value(), problems)));
      problems.throwIfAny();
      return new Constants(resource, constants);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Constant read(String name, Tree tree, Problems problems) {
    Fields f = SHAPE.read(tree, name, problems);
    problems.throwIfAny();
    return new Constant(
        name,
        f.get(VALUE),
        f.get(UNIT),
        f.get(MEANING),
        f.get(LOW),
        f.get(HIGH),
        f.get(QUALITY),
        f.get(SOURCE));
  }

  /** All of them, in the order of the resource. */
  public Collection<Constant> all() {
    return byName.values();
  }

  /** The same constants with one value replaced; for calibration, sensitivity and fits. */
  public Constants with(String name, double value) {
    Map<String, Constant> copy = new LinkedHashMap<>(byName);
    copy.put(name, get(name).with(value));
    return new Constants(resource, copy);
  }

  /**
   * @throws IllegalArgumentException when no constant is called so
   */
  public double value(String name) {
    return get(name).value();
  }

  /** Puts a constant into the ledger with its quality and source. Returns its value. */
  public double put(Ledger ledger, String name) {
    Constant c = get(name);
    return ledger.recording() ? ledger.put(c.term(), c.value(), c.quality(), "") : c.value();
  }

  /**
   * @throws IllegalArgumentException when no constant is called so
   */
  public Constant get(String name) {
    Constant constant = byName.get(name);
    if (constant == null) {
      throw new IllegalArgumentException(resource + " has no constant " + name);
    }
    return constant;
  }
}
