package io.busbar.simulate.scenario.setting;

import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.schedule.Locality;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.fabric.GridDesign;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.play.Placement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where a scenario plays.
 *
 * @param name as the user wrote it
 * @param cluster whose fabric it is; null for a fabric of plain hosts
 * @param domain endpoints that scale-up links join; 1 for plain hosts
 * @param nics network ports of each endpoint
 */
public record Site(String name, Fabric fabric, @Nullable Cluster cluster, int domain, int nics) {

  public static Site of(String name, Fabric fabric) {
    return new Site(name, fabric, null, 1, 1);
  }

  /**
   * The fabric of a cluster; of chips on a grid the grid, where there is only one. Several grids
   * are played as domains of switches.
   *
   * @throws IllegalArgumentException when the cluster's nodes cannot be joined
   */
  public static Site of(Cluster cluster) {
    GridDesign grid = cluster.grid();
    if (grid != null && cluster.gpus() == cluster.gpusPerDomain()) {
      return of(cluster.name(), Fabrics.of(grid, new TimeSpan(cluster.scaleUpLatencySeconds())));
    }
    int domain = Math.min(cluster.gpusPerDomain(), cluster.gpus());
    int planes = cluster.fabric().request().planes();
    int nics = Math.max(1, cluster.node().nics() / cluster.node().gpus()) * planes;
    return new Site(cluster.name(), Fabrics.of(cluster), cluster, domain, nics);
  }

  /** Whether the endpoints of a domain have a link for each pair. */
  public boolean mesh() {
    return cluster != null && domain > 1 && cluster.node().scaleUp() == ScaleUp.MESH;
  }

  public int hosts() {
    return fabric.endpoints();
  }

  /**
   * The same with the rails of the network, so that neighbours in a node share a leaf.
   *
   * @param endpoints where each rank is
   */
  public Locality byLeaf(int[] endpoints) {
    int[] node = new int[endpoints.length];
    int[] rail = new int[endpoints.length];
    Arrays.setAll(node, rank -> endpoints[rank] / domain);
    Arrays.setAll(rail, rank -> Placement.leaf(fabric, endpoints[rank]));
    return new Locality(dense(node), rail);
  }

  /** The first ranks. */
  public Locality locality(int ranks) {
    return locality(IntStream.range(0, ranks).toArray());
  }

  /**
   * Nodes are scale-up domains, and each of their GPUs has its own rail.
   *
   * @param endpoints where each rank is
   */
  public Locality locality(int[] endpoints) {
    int[] node = new int[endpoints.length];
    int[] rail = new int[endpoints.length];
    Arrays.setAll(node, rank -> endpoints[rank] / domain);
    Arrays.setAll(rail, rank -> endpoints[rank] % domain);
    return new Locality(dense(node), dense(rail));
  }

  /** The same numbers counted from 0 in the order in which they come. */
  private static int[] dense(int[] numbers) {
    Map<Integer, Integer> seen = new LinkedHashMap<>();
    int[] counted = new int[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      Integer before = seen.putIfAbsent(numbers[i], seen.size());
      counted[i] = before == null ? seen.size() - 1 : before;
    }
    return counted;
  }
}
