package io.busbar.formats.astra;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Problems;
import io.busbar.formats.astra.NetworkFile.Dimension;
import io.busbar.formats.astra.NetworkFile.Shape;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads network files of ASTRA-sim, YAML with a value for each dimension: {@code topology}, {@code
 * npus_count}, {@code bandwidth} in gigabytes of 2^30 bytes a second, {@code latency} in
 * nanoseconds. Stateless.
 */
public final class NetworkReader {
  private static final int MOST_DIMENSIONS = 8;
  private static final int MOST_NPUS = 1 << 20;
  private static final double NANOS = 1e9;

  private NetworkReader() {}

  /** Whether a document is one, as far as its keys say. */
  public static boolean matches(Tree tree) {
    return tree instanceof Tree.Mapping root && root.get("npus_count") != null;
  }

  /**
   * @param problems what is wrong is added; then the answer has no meaning
   */
  public static NetworkFile read(Tree tree, Problems problems) {
    List<Dimension> dimensions = new ArrayList<>();
    if (!(tree instanceof Tree.Mapping root)) {
      problems.add(tree.at(), "", tree.shown(), "topology, npus_count, bandwidth and latency", "");
      return new NetworkFile(dimensions);
    }
    List<Tree> shapes = list(root, "topology", problems);
    List<Tree> npus = list(root, "npus_count", problems);
    List<Tree> rates = list(root, "bandwidth", problems);
    List<Tree> latencies = list(root, "latency", problems);
    int count = shapes.size();
    if (problems.any()) {
      return new NetworkFile(dimensions);
    }
    for (List<Tree> other : List.of(npus, rates, latencies)) {
      if (other.size() != count) {
        String expected = count + ", one for each dimension of topology";
        problems.add(other.getFirst().at(), "", other.size() + " values", expected, "");
      }
    }
    if (count > MOST_DIMENSIONS) {
      String expected = "at most " + MOST_DIMENSIONS + " dimensions";
      problems.add(shapes.getFirst().at(), "topology", "" + count, expected, "");
    }
    for (int d = 0; d < count && !problems.any(); d++) {
      dimensions.add(
          new Dimension(
              shape(shapes.get(d), problems),
              (int) number(npus.get(d), "npus_count", 1, MOST_NPUS, problems),
              number(rates.get(d), "bandwidth", 1e-6, 1e6, problems) * NetworkFile.GIGABYTE,
              number(latencies.get(d), "latency", 0, NANOS, problems) / NANOS));
    }
    return new NetworkFile(dimensions);
  }

  private static List<Tree> list(Tree.Mapping root, String key, Problems problems) {
    Tree value = root.get(key);
    if (value instanceof Tree.Sequence list && !list.items().isEmpty()) {
      return list.items();
    }
    String read = value == null ? "" : value.shown();
    problems.add(value == null ? root.at() : value.at(), key, read, "a list by dimension", "");
    return List.of();
  }

  private static Shape shape(Tree tree, Problems problems) {
    for (Shape shape : Shape.values()) {
      if (tree.shown().equals(shape.word())) {
        return shape;
      }
    }
    List<String> known = Arrays.stream(Shape.values()).map(Shape::word).toList();
    String expected = "one of " + String.join(", ", known);
    problems.add(tree.at(), "topology", tree.shown(), expected, Nearest.hint(tree.shown(), known));
    return Shape.RING;
  }

  private static double number(
      Tree tree, String key, double least, double most, Problems problems) {
    double value = Double.NaN;
    boolean whole = key.equals("npus_count");
    if (tree instanceof Tree.Scalar scalar
        && scalar
            .text()
            .matches(whole ? "\\d{1,9}" : "\\d{1,12}(\\.\\d{0,12})?([eE][-+]?\\d{1,2})?")) {
      value = Double.parseDouble(scalar.text());
    }
    if (!(value >= least && value <= most)) {
      String expected = "a " + (whole ? "whole " : "") + "number from " + text(least) + " to ";
      problems.add(tree.at(), key, tree.shown(), expected + text(most), "");
      return least;
    }
    return value;
  }

  private static String text(double number) {
    return number == Math.rint(number) ? "" + (long) number : "" + number;
  }
}
