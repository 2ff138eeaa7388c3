package io.busbar.design.place;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Placements of large jobs: the slots form a grid over the layout's axes; a leaf group takes tiles
 * of it, a pod takes tiles of these. Each shape of tiles that fits, and each way through them, is a
 * candidate; leaf groups take whole tiles first, what is left over is filled last.
 */
final class Tiles {
  private static final int MOST_SHAPES = 160;
  private static final int MOST_CANDIDATES = 3000;

  private final int[] sizes;
  private final int slots;
  private final FreeNodes free;

  /**
   * @param sizes of the axes in nodes, the fastest first
   */
  Tiles(int[] sizes, FreeNodes free) {
    this.sizes = sizes;
    this.free = free;
    slots = Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
  }

  /** Gives each candidate to {@code to}: node of each slot. */
  void forEach(Consumer<int[]> to) {
    List<int[]> leafShapes = shapes(sizes, free.mostOfLeaf());
    List<int[][]> ways = new ArrayList<>();
    for (int[] leaf : leafShapes) {
      int[] rest = new int[sizes.length];
      Arrays.setAll(rest, i -> sizes[i] / leaf[i]);
      for (int[] axes : permutations(sizes.length)) {
        ways.add(new int[][] {leaf, rest, axes});
      }
      int tile = product(leaf);
      for (int[] pod : shapes(rest, Math.max(1, free.mostOfPod() / tile))) {
        ways.add(new int[][] {leaf, pod, natural()});
      }
    }
    int every = Math.ceilDiv(ways.size(), MOST_CANDIDATES);
    List<int[]> leafOrders = free.leafOrders();
    Set<List<Integer>> seen = new HashSet<>();
    for (int w = 0; w < ways.size(); w += every) {
      int[][] way = ways.get(w);
      int[] sequence = sequence(way[0], way[1], way[2]);
      List<Integer> key = new ArrayList<>(List.of(product(way[0])));
      Arrays.stream(sequence).forEach(key::add);
      if (seen.add(key)) {
        for (int[] leaves : leafOrders) {
          to.accept(fill(sequence, product(way[0]), leaves));
        }
      }
    }
  }

  private int[] natural() {
    int[] axes = new int[sizes.length];
    Arrays.setAll(axes, i -> i);
    return axes;
  }

  private static int product(int[] shape) {
    return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
  }

  /** Divisors of the sizes with a product that fits; the largest when there are many. */
  private static List<int[]> shapes(int[] sizes, int most) {
    List<int[]> shapes = new ArrayList<>();
    collect(sizes, most, 0, new int[sizes.length], shapes);
    shapes.sort((a, b) -> product(b) - product(a));
    return shapes.subList(0, Math.min(MOST_SHAPES, shapes.size()));
  }

  private static void collect(int[] sizes, int most, int axis, int[] shape, List<int[]> into) {
    if (axis == sizes.length) {
      into.add(shape.clone());
      return;
    }
    for (int part = 1; part <= Math.min(sizes[axis], most); part++) {
      if (sizes[axis] % part == 0) {
        shape[axis] = part;
        collect(sizes, most / part, axis + 1, shape, into);
      }
    }
  }

  private static List<int[]> permutations(int n) {
    List<int[]> all = new ArrayList<>();
    permute(new int[n], 0, 0, all);
    return all;
  }

  private static void permute(int[] chosen, int used, int depth, List<int[]> into) {
    if (depth == chosen.length) {
      into.add(chosen.clone());
      return;
    }
    for (int i = 0; i < chosen.length; i++) {
      if ((used & 1 << i) == 0) {
        chosen[depth] = i;
        permute(chosen, used | 1 << i, depth + 1, into);
      }
    }
  }

  /**
   * Slots in the order: within a leaf tile, then over the leaf tiles of a pod tile, then over
   * those; {@code axes} says which axis goes fastest over leaf tiles.
   */
  private int[] sequence(int[] leaf, int[] pod, int[] axes) {
    int[] sequence = new int[slots];
    int[] top = new int[sizes.length];
    Arrays.setAll(top, i -> sizes[i] / leaf[i] / pod[i]);
    int[] stride = new int[sizes.length];
    for (int i = 0, s = 1; i < sizes.length; s *= sizes[i++]) {
      stride[i] = s;
    }
    for (int at = 0; at < slots; at++) {
      int rest = at;
      int slot = 0;
      for (int i = 0; i < sizes.length; i++) {
        slot += rest % leaf[i] * stride[i];
        rest /= leaf[i];
      }
      for (int i : axes) {
        slot += rest % pod[i] * leaf[i] * stride[i];
        rest /= pod[i];
      }
      for (int i = 0; i < sizes.length; i++) {
        slot += rest % top[i] * pod[i] * leaf[i] * stride[i];
        rest /= top[i];
      }
      sequence[at] = slot;
    }
    return sequence;
  }

  /** Whole tiles to leaf groups in their order, then single slots to the nodes left over. */
  private int[] fill(int[] sequence, int tile, int[] leaves) {
    int[] order = new int[slots];
    int[] taken = new int[free.room().length];
    int at = 0;
    for (int leaf : leaves) {
      int[] nodes = free.of(leaf);
      while (nodes.length - taken[leaf] >= tile && at + tile <= slots) {
        for (int i = 0; i < tile; i++) {
          order[sequence[at++]] = nodes[taken[leaf]++];
        }
      }
    }
    for (int leaf : leaves) {
      int[] nodes = free.of(leaf);
      while (at < slots && taken[leaf] < nodes.length) {
        order[sequence[at++]] = nodes[taken[leaf]++];
      }
    }
    return order;
  }
}
