package io.busbar.simulate.scenario.input;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Fabrics in a word: {@code fat-tree:8}, {@code leaf-spine:16x32x8}. */
public final class FabricText {
  /** More endpoints are refused: the tables of one fabric would not fit in a plain heap. */
  static final int MOST_HOSTS = 200_000;

  private static final TimeSpan NO_DELAY = new TimeSpan(0);

  /** What stands behind the colon, by shape. */
  private static final Map<String, String> SHAPES =
      new TreeMap<>(
          Map.of(
              "fat-tree", "fat-tree:K, K ports of a switch, even",
              "leaf-spine", "leaf-spine:LxHxS, leaves, hosts of each, spines",
              "star", "star:H, hosts on one switch",
              "ring", "ring:SxH, switches in a circle, hosts of each"));

  private final String text;
  private final Bandwidth rate;
  private final TimeSpan latency;
  private final Problems problems;

  public FabricText(String text, Bandwidth rate, TimeSpan latency, Problems problems) {
    this.text = text;
    this.rate = rate;
    this.latency = latency;
    this.problems = problems;
  }

  /** The fabric; null after problems were added. */
  public @Nullable Fabric read() {
    int colon = text.indexOf(':');
    String shape = colon < 0 ? text : text.substring(0, colon);
    String usage = SHAPES.get(shape);
    if (usage == null) {
      return refuse(String.join("; ", SHAPES.values()), Nearest.hint(shape, SHAPES.keySet()));
    }
    List<Integer> counts = counts(colon < 0 ? "" : text.substring(colon + 1));
    int wanted = shape.equals("leaf-spine") ? 3 : shape.equals("ring") ? 2 : 1;
    if (counts.size() != wanted) {
      return refuse(usage, "whole numbers from 1");
    }
    int first = counts.getFirst();
    if (shape.equals("fat-tree") && first % 2 != 0) {
      return refuse(usage, "did you mean 'fat-tree:" + (first + 1) + "'?");
    }
    if (shape.equals("ring") && first < 3) {
      return refuse(usage, "a circle has 3 switches or more");
    }
    double hosts =
        shape.equals("fat-tree")
            ? Math.pow(first, 3) / 4
            : wanted == 1 ? first : (double) first * counts.get(1);
    if (hosts > MOST_HOSTS || wanted == 3 && (double) first * counts.get(2) > MOST_HOSTS) {
      String most = String.format(java.util.Locale.ROOT, "at most %,d hosts", MOST_HOSTS);
      return refuse(most, String.format(java.util.Locale.ROOT, "these are %,.0f", hosts));
    }
    if (hosts < 2) {
      return refuse("2 hosts or more", "one host has nobody to send to");
    }
    return build(shape, counts);
  }

  private Fabric build(String shape, List<Integer> counts) {
    int first = counts.getFirst();
    return switch (shape) {
      case "fat-tree" -> Fabrics.fatTree(first, rate, latency, NO_DELAY);
      case "star" -> Fabrics.star(first, rate, latency, NO_DELAY);
      case "ring" -> Fabrics.ring(first, counts.get(1), rate, latency, NO_DELAY);
      default -> {
        int spines = counts.get(2);
        yield Fabrics.leafSpine(
            first, counts.get(1), spines, spines, rate, rate, latency, NO_DELAY);
      }
    };
  }

  /** Empty when one is no whole number from 1. */
  private static List<Integer> counts(String words) {
    List<Integer> counts = new ArrayList<>();
    for (String word : words.split("x", -1)) {
      if (!word.matches("[1-9][0-9]{0,8}")) {
        return List.of();
      }
      counts.add(Integer.valueOf(word));
    }
    return counts;
  }

  private @Nullable Fabric refuse(String expected, String hint) {
    problems.add(Position.of("--fabric"), "", text, expected, hint);
    return null;
  }
}
