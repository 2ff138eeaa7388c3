package io.busbar.design.place;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The nodes that a job may get, in the scheduler's order and by leaf group. In a leaf group the
 * nodes with the best adapters come first. Immutable.
 */
final class FreeNodes {
  private final Site site;
  private final int[] order;
  private final int[][] byLeaf;

  /**
   * @param order nodes, each once, as the scheduler would hand them out
   */
  FreeNodes(Site site, int[] order) {
    this.site = site;
    this.order = order;
    Map<Integer, List<Integer>> found = new TreeMap<>();
    for (int node : order) {
      found.computeIfAbsent(site.leafOf(node), l -> new ArrayList<>()).add(node);
    }
    byLeaf = new int[site.leaves().size()][0];
    found.forEach((leaf, nodes) -> {
      nodes.sort(Comparator.comparingDouble(n -> -site.nodeShare(n)));
      byLeaf[leaf] = nodes.stream().mapToInt(n -> n).toArray();
    });
  }

  Site site() {
    return site;
  }

  int count() {
    return order.length;
  }

  int[] order() {
    return order.clone();
  }

  /** Free nodes of a leaf group, the best adapters first. */
  int[] of(int leaf) {
    return byLeaf[leaf];
  }

  /** How many each leaf group has. */
  int[] room() {
    return Arrays.stream(byLeaf).mapToInt(nodes -> nodes.length).toArray();
  }

  int mostOfLeaf() {
    return Arrays.stream(byLeaf).mapToInt(nodes -> nodes.length).max().orElse(0);
  }

  int mostOfPod() {
    return Arrays.stream(ofPods()).max().orElse(0);
  }

  int[] ofPods() {
    int[] counts = new int[site.pods()];
    for (int leaf = 0; leaf < byLeaf.length; leaf++) {
      counts[site.podOfLeaf(leaf)] += byLeaf[leaf].length;
    }
    return counts;
  }

  /** The same without nodes whose adapters are below a share of their rate. */
  FreeNodes atLeast(double share) {
    return new FreeNodes(
        site, Arrays.stream(order).filter(n -> site.nodeShare(n) >= share).toArray());
  }

  /**
   * Leaf groups with free nodes in orders worth trying: as the scheduler meets them; the fullest
   * pods and in them the fullest leaf groups first; the least oversubscribed first.
   */
  List<int[]> leafOrders() {
    List<Integer> met = new ArrayList<>();
    for (int node : order) {
      if (!met.contains(site.leafOf(node))) {
        met.add(site.leafOf(node));
      }
    }
    int[] pods = ofPods();
    Comparator<Integer> bySize =
        Comparator.comparingInt((Integer leaf) -> -pods[site.podOfLeaf(leaf)])
            .thenComparingInt(site::podOfLeaf)
            .thenComparingInt(leaf -> -byLeaf[leaf].length);
    Comparator<Integer> byRate =
        Comparator.comparingDouble((Integer leaf) -> site.podOver(site.podOfLeaf(leaf)))
            .thenComparingInt(site::podOfLeaf)
            .thenComparingDouble(site::leafOver)
            .thenComparingInt(leaf -> -byLeaf[leaf].length);
    List<int[]> orders = new ArrayList<>();
    orders.add(met.stream().mapToInt(l -> l).toArray());
    orders.add(met.stream().sorted(bySize).mapToInt(l -> l).toArray());
    orders.add(met.stream().sorted(byRate).mapToInt(l -> l).toArray());
    List<int[]> distinct = new ArrayList<>();
    for (int[] candidate : orders) {
      if (distinct.stream().noneMatch(other -> Arrays.equals(other, candidate))) {
        distinct.add(candidate);
      }
    }
    return distinct;
  }
}
