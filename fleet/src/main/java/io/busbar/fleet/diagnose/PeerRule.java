package io.busbar.fleet.diagnose;

import io.busbar.base.problem.Problems;
import io.busbar.diagnose.check.Threshold;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/**
 * When a figure is unlike that of its peers. The rules are data, {@code peers.yaml}, each threshold
 * with its source.
 *
 * @param name of the figure
 * @param code of the finding
 * @param comparison how peers are compared
 * @param title of the finding: what, and the unit, in words
 * @param settles codes of findings of single parts that say nothing of a thing which is as its
 *     peers are
 * @param thresholds that decide
 */
record PeerRule(
    String name,
    String code,
    Comparison comparison,
    String title,
    List<String> settles,
    List<Threshold> thresholds) {
  /** How figures of peers are compared. */
  enum Comparison {
    /** Nearly all have the same one: a lower one is ill. */
    SAME,
    /** A much lower one is ill. */
    LOW,
    /** A much higher one is ill. */
    HIGH,
    /** A much lower one is ill, and one of its hosts, which others clear. */
    LOW_OF_ANY
  }

  private static final int MOST = 100;
  private static final Key<String> NAME = Key.required("name", Type.text(), "the figure");
  private static final Key<String> CODE = Key.required("code", Type.text(), "the finding");
  private static final Key<Comparison> COMPARE =
      Key.required("compare", Type.oneOf(Comparison.class), "how peers are compared");
  private static final Key<String> TITLE = Key.required("title", Type.text(), "what is found");
  private static final Key<List<String>> SETTLES =
      Key.optional("settles", Type.list(Type.text(), MOST), "findings that it settles")
          .or(List.of());
  private static final Shape SHAPE =
      Shape.of("a figure of peers", NAME, CODE, COMPARE, TITLE, SETTLES, Threshold.ALL);
  private static final Key<List<Fields>> FIGURES =
      Key.required("figures", Type.list(Type.object(SHAPE), MOST), "figures that are compared");

  /** All of them. */
  static final List<PeerRule> ALL = read();

  PeerRule {
    settles = List.copyOf(settles);
    thresholds = List.copyOf(thresholds);
  }

  private static List<PeerRule> read() {
    String file = "peers.yaml";
    try (InputStream in = Objects.requireNonNull(PeerRule.class.getResourceAsStream(file), file)) {
      Problems problems = new Problems();
      Fields all =
          Shape.of("figures of peers", FIGURES)
              .read(TreeReader.parse(file, in.readAllBytes()), problems);
      problems.throwIfAny();
      return all.get(FIGURES).stream()
          .map(f ->
              new PeerRule(
                  f.get(NAME),
                  f.get(CODE),
                  f.get(COMPARE),
                  f.get(TITLE),
                  f.get(SETTLES),
                  Threshold.of(f)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rule of a figure. */
  static PeerRule of(String name) {
    return ALL.stream().filter(rule -> rule.name().equals(name)).findFirst().orElseThrow();
  }

  /** A threshold. */
  double threshold(String name) {
    return thresholds.stream()
        .filter(t -> t.name().equals(name))
        .mapToDouble(Threshold::value)
        .findFirst()
        .orElseThrow();
  }
}
