package io.busbar.diagnose.check;

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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A figure from which on something counts as a finding. It stands with its source in the text of
 * the finding, {@code texts/<code>.yaml}. Immutable.
 *
 * @param what it bounds
 * @param source where it comes from; a judgement says so
 */
public record Threshold(String name, double value, String what, String source) {
  private static final Key<String> NAME = Key.required("name", Type.text(), "name in the check");
  private static final Key<Double> VALUE =
      Key.required("value", Type.number(0, 1e15), "the figure");
  private static final Key<String> WHAT = Key.required("what", Type.text(), "what it bounds");
  private static final Key<String> SOURCE =
      Key.required("source", Type.text(), "where it comes from");
  private static final Shape SHAPE = Shape.of("a threshold", NAME, VALUE, WHAT, SOURCE);
  private static final int MOST = 8;

  /** Thresholds of a finding, in its text. */
  public static final Key<List<Fields>> ALL =
      Key.optional("thresholds", Type.list(Type.object(SHAPE), MOST), "figures that decide")
          .or(List.of());

  private static final Map<String, List<Threshold>> BY_CODE = new ConcurrentHashMap<>();

  /** As they stand in a text. */
  public static List<Threshold> of(Fields text) {
    return text.get(ALL).stream()
        .map(f -> new Threshold(f.get(NAME), f.get(VALUE), f.get(WHAT), f.get(SOURCE)))
        .toList();
  }

  /**
   * The value of a threshold of a finding.
   *
   * @throws IllegalStateException when its text has none of that name
   */
  public static double of(String code, String name) {
    return BY_CODE.computeIfAbsent(code, Threshold::read).stream()
        .filter(t -> t.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no threshold " + name + " of " + code))
        .value();
  }

  private static List<Threshold> read(String code) {
    String file = "/io/busbar/diagnose/texts/" + code + ".yaml";
    try (InputStream in = Objects.requireNonNull(Threshold.class.getResourceAsStream(file), code)) {
      Tree tree = TreeReader.parse(file, in.readAllBytes());
      Problems ignored = new Problems(); // the other keys are those of the text
      return of(Shape.of("text of a finding", ALL).read(tree, ignored));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
