package io.busbar.simulate.scenario.input;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.model.fabric.GridDesign;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.scenario.setting.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Fabrics in a word: {@code fat-tree:8}, {@code leaf-spine:16x32x8}. */
public final class FabricText {
  /** More endpoints are refused: the tables of one fabric would not fit in a plain heap. */
  static final int MOST_HOSTS = 200_000;

  private static final TimeSpan NO_DELAY = new TimeSpan(0);
  private static final int MOST_DIMENSIONS = 6;

  /** Shapes, how many numbers stand behind the colon at least and at most, and what they say. */
  private enum Shape {
    FAT_TREE("fat-tree", 1, 1, "fat-tree:K, K ports of a switch, even"),
    LEAF_SPINE("leaf-spine", 3, 3, "leaf-spine:LxHxS, leaves, hosts of each, spines"),
    STAR("star", 1, 1, "star:H, hosts on one switch"),
    RING("ring", 2, 2, "ring:SxH, switches in a circle, hosts of each"),
    DRAGONFLY_PLUS(
        "dragonfly+",
        5,
        5,
        "dragonfly+:GxLxHxSxP, groups, leaves of each, hosts of a leaf, spines of a group, links"
            + " between each two groups"),
    TORUS("torus", 1, MOST_DIMENSIONS, "torus:AxBx..., hosts by dimension, each in rings"),
    MESH("mesh", 1, MOST_DIMENSIONS, "mesh:AxBx..., the same without the links round"),
    HYPERX("hyperx", 1, MOST_DIMENSIONS, "hyperx:AxBx..., each joined to all of its lines");

    private final String word;
    private final int least;
    private final int most;
    private final String usage;

    Shape(String word, int least, int most, String usage) {
      this.word = word;
      this.least = least;
      this.most = most;
      this.usage = usage;
    }

    /** Hosts, and whatever else there are most of. */
    double size(List<Integer> counts) {
      double all = 1;
      for (int count : counts) {
        all *= count;
      }
      double first = counts.getFirst();
      return switch (this) {
        case FAT_TREE -> first * first * first / 4;
        case LEAF_SPINE -> first * Math.max(counts.get(1), counts.get(2));
        case DRAGONFLY_PLUS ->
            first
                * Math.max(
                    (double) counts.get(1) * Math.max(counts.get(2), counts.get(3)),
                    first * counts.get(4));
        case HYPERX -> all * counts.stream().mapToInt(count -> count).sum() / 2;
        case STAR, RING, TORUS, MESH -> all;
      };
    }

    double hosts(List<Integer> counts) {
      return switch (this) {
        case LEAF_SPINE -> (double) counts.get(0) * counts.get(1);
        case DRAGONFLY_PLUS -> (double) counts.get(0) * counts.get(1) * counts.get(2);
        case HYPERX -> counts.stream().mapToDouble(count -> count).reduce(1, (x, y) -> x * y);
        case FAT_TREE, STAR, RING, TORUS, MESH -> size(counts);
      };
    }
  }

  private static final Map<String, Shape> SHAPES = new TreeMap<>();

  static {
    for (Shape shape : Shape.values()) {
      SHAPES.put(shape.word, shape);
    }
  }

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

  /**
   * The fabric of {@code --fabric}, {@code --link} and {@code --link-latency} as they were typed.
   *
   * @return null after problems were added: all that is wrong with them
   */
  public static @Nullable Fabric read(
      String text, String link, String linkLatency, Problems problems) {
    Bandwidth rate = Words.amount(link, Bandwidth::parse, "--link", problems);
    if (rate != null && !(rate.bytesPerSecond() >= 1e6 && rate.bytesPerSecond() <= 1e13)) {
      problems.add(Position.of("--link"), "", link, "a rate from 8Mb/s to 80Tb/s", "");
      rate = null;
    }
    TimeSpan latency = Words.amount(linkLatency, TimeSpan::parse, "--link-latency", problems);
    if (latency != null && latency.seconds() > 1e-3) {
      problems.add(Position.of("--link-latency"), "", linkLatency, "at most 1ms", "");
      latency = null;
    }
    // The shape is looked at even when the link is wrong: all problems at once.
    Bandwidth any = rate == null ? new Bandwidth(1e9) : rate;
    TimeSpan some = latency == null ? new TimeSpan(0) : latency;
    Fabric made = new FabricText(text, any, some, problems).read();
    return rate == null || latency == null ? null : made;
  }

  /** The fabric; null after problems were added. */
  public @Nullable Fabric read() {
    int colon = text.indexOf(':');
    String word = colon < 0 ? text : text.substring(0, colon);
    Shape shape = SHAPES.get(word);
    if (shape == null) {
      String all = SHAPES.values().stream().map(one -> one.usage).collect(Collectors.joining("; "));
      return refuse(all, Nearest.hint(word, SHAPES.keySet()));
    }
    List<Integer> counts = counts(colon < 0 ? "" : text.substring(colon + 1));
    if (counts.size() < shape.least || counts.size() > shape.most) {
      return refuse(shape.usage, "whole numbers from 1");
    }
    int first = counts.getFirst();
    if (shape == Shape.FAT_TREE && first % 2 != 0) {
      return refuse(shape.usage, "did you mean 'fat-tree:" + (first + 1) + "'?");
    }
    if (shape == Shape.RING && first < 3) {
      return refuse(shape.usage, "a circle has 3 switches or more");
    }
    if (shape == Shape.DRAGONFLY_PLUS && first < 2) {
      return refuse(shape.usage, "2 groups or more; one is a leaf-spine");
    }
    double size = shape.size(counts);
    if (size > MOST_HOSTS) {
      String most = String.format(Locale.ROOT, "at most %,d hosts", MOST_HOSTS);
      String these =
          size > shape.hosts(counts)
              ? "cables between its switches count too: these are %,.0f"
              : "these are %,.0f";
      return refuse(most, String.format(Locale.ROOT, these, size));
    }
    if (shape.hosts(counts) < 2) {
      return refuse("2 hosts or more", "one host has nobody to send to");
    }
    return build(shape, counts);
  }

  private Fabric build(Shape shape, List<Integer> counts) {
    int first = counts.getFirst();
    return switch (shape) {
      case FAT_TREE -> Fabrics.fatTree(first, rate, latency, NO_DELAY);
      case STAR -> Fabrics.star(first, rate, latency, NO_DELAY);
      case RING -> Fabrics.ring(first, counts.get(1), rate, latency, NO_DELAY);
      case DRAGONFLY_PLUS ->
          Fabrics.dragonflyPlus(
              first, counts.get(1), counts.get(2), counts.get(3), counts.get(4), rate, latency);
      case TORUS -> grid(GridDesign.Shape.TORUS, counts);
      case MESH -> grid(GridDesign.Shape.MESH, counts);
      case HYPERX -> grid(GridDesign.Shape.HYPERX, counts);
      case LEAF_SPINE -> {
        int spines = counts.get(2);
        yield Fabrics.leafSpine(
            first, counts.get(1), spines, spines, rate, rate, latency, NO_DELAY);
      }
    };
  }

  private Fabric grid(GridDesign.Shape shape, List<Integer> counts) {
    return Fabrics.of(new GridDesign(shape, counts, rate.bytesPerSecond(), 0), latency);
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
