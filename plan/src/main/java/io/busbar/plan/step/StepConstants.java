package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.hardware.Generation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The constants of the step model, from the resource {@code step/constants.yaml}. The same for all
 * systems of a kind; none belongs to one system or one publication. Immutable and thread-safe.
 */
public final class StepConstants {
  /** Part of the forward products that per-operation recomputation repeats. */
  public static final String PER_OPERATION_SHARE = "per_operation_share";

  private static final String RESOURCE = "/step/constants.yaml";
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

  private static @Nullable StepConstants standard;

  private final Map<String, Constant> byName;

  private StepConstants(Map<String, Constant> byName) {
    this.byName = byName;
  }

  /** The constants of this version; read once. */
  public static synchronized StepConstants standard() {
    if (standard == null) {
      standard = load();
    }
    return standard;
  }

  private static StepConstants load() {
    try (InputStream in = StepConstants.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + RESOURCE);
      }
      Tree.Mapping root = (Tree.Mapping) TreeReader.parse(RESOURCE, in.readAllBytes());
      Problems problems = new Problems();
      Map<String, Constant> constants = new LinkedHashMap<>();
      root.entries()
          .forEach((name, entry) -> constants.put(name, read(name, entry.value(), problems)));
      problems.throwIfAny();
      return new StepConstants(constants);
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

  /** The same constants with one value replaced; for sensitivity and fits. */
  public StepConstants with(String name, double value) {
    Constant c = get(name);
    Map<String, Constant> copy = new LinkedHashMap<>(byName);
    copy.put(
        name,
        new Constant(
            name, value, c.unit(), c.meaning(), c.low(), c.high(), c.quality(), c.source()));
    return new StepConstants(copy);
  }

  /**
   * @throws IllegalArgumentException when no constant is called so
   */
  public double value(String name) {
    return get(name).value();
  }

  /** The constant of a GPU generation: {@code name_ampere} and so on. */
  double value(String name, Generation generation) {
    return value(name + "_" + family(generation));
  }

  /** Puts a constant into the ledger with its quality and source. */
  double put(Ledger ledger, String name) {
    Constant c = get(name);
    return ledger.recording() ? ledger.put(c.term(), c.value(), c.quality(), "") : c.value();
  }

  /**
   * Generations that share constants: Volta and Ada compute like Ampere, CDNA like Hopper for want
   * of measurements.
   */
  static String family(Generation generation) {
    return switch (generation) {
      case VOLTA, AMPERE, ADA -> "ampere";
      case HOPPER, CDNA2, CDNA3, CDNA4, TPU -> "hopper";
      case BLACKWELL -> "blackwell";
    };
  }

  private Constant get(String name) {
    Constant constant = byName.get(name);
    if (constant == null) {
      throw new IllegalArgumentException("no constant of the step model is called " + name);
    }
    return constant;
  }
}
