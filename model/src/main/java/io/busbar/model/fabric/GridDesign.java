package io.busbar.model.fabric;

import io.busbar.base.grid.GridLine;
import io.busbar.formats.shape.Names;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A grid of routers, one beside each chip, joined by dimension: torus, mesh or HyperX. All counts
 * follow from the sizes; N is their product, n the size of a dimension, B the rate of a link in one
 * direction. Immutable.
 *
 * <p>With a block of side b, links inside blocks of b to the power of the dimensions are electrical
 * and all others, those round a torus among them, go through optical circuit switches: for each
 * dimension and each place on a face of a block one switch, with a port for either side of every
 * block (Jouppi et al., TPU v4, ISCA 2023).
 *
 * @param shape how the routers of a line are joined
 * @param sizes routers by dimension, each 1 or more
 * @param linkBytesPerSecond of a link, one direction
 * @param block side of an electrical block; 0 where all cables are alike
 */
public record GridDesign(Shape shape, List<Integer> sizes, double linkBytesPerSecond, int block) {
  /** Ports of an optical circuit switch in use: Palomar's 136 less its spares. */
  public static final int OPTICAL_PORTS = 128;

  /** How the routers of a line are joined. */
  public enum Shape {
    /** Each to the next and the previous one, the last to the first; two by one link. */
    TORUS,
    /** The same without the link between the last and the first. */
    MESH,
    /** Each to all others. */
    HYPERX;

    /** How the routers of each of its lines are joined. */
    public GridLine line() {
      return switch (this) {
        case TORUS -> GridLine.RING;
        case MESH -> GridLine.MESH;
        case HYPERX -> GridLine.ALL;
      };
    }

    /** As options write it. */
    public String word() {
      return Names.of(this);
    }

    /** The shapes by their words. */
    public static Map<String, Shape> byWord() {
      Map<String, Shape> words = new LinkedHashMap<>();
      for (Shape shape : values()) {
        words.put(shape.word(), shape);
      }
      return words;
    }
  }

  /**
   * @throws IllegalArgumentException when sizes are below 1, or no multiples of the block
   */
  public GridDesign {
    sizes = List.copyOf(sizes);
    if (sizes.isEmpty() || sizes.stream().anyMatch(size -> size < 1)) {
      throw new IllegalArgumentException("a grid has dimensions of 1 router or more");
    }
    if (!(linkBytesPerSecond > 0) || block < 0) {
      throw new IllegalArgumentException("links have a rate, and blocks no negative side");
    }
    int side = block;
    if (side > 0 && (shape != Shape.TORUS || sizes.stream().anyMatch(size -> size % side != 0))) {
      throw new IllegalArgumentException(
          "blocks of " + side + " fill tori whose sizes are multiples of " + side);
    }
  }

  /** Routers, and so chips. */
  public long routers() {
    return sizes.stream().mapToLong(size -> size).reduce(1, Math::multiplyExact);
  }

  /** Links between routers, cables counted singly. */
  public long links() {
    return sizes.stream().mapToLong(size -> routers() / size * shape.line().links(size)).sum();
  }

  /** Ports to other routers of the router that has the most. */
  public int ports() {
    return sizes.stream().mapToInt(size -> shape.line().ports(size)).sum();
  }

  /** Ports of the router that has the fewest: a corner of a mesh. */
  public int fewestPorts() {
    return sizes.stream().mapToInt(size -> shape.line().fewestPorts(size)).sum();
  }

  /** Most links on a shortest path. */
  public int diameter() {
    return sizes.stream().mapToInt(size -> shape.line().diameter(size)).sum();
  }

  /**
   * Links on a shortest path on average, over all pairs of different routers: the sum over
   * dimensions of {@link GridLine#meanDistance}, which has a router and itself, times N/(N − 1).
   */
  public double meanDistance() {
    double sum = sizes.stream().mapToDouble(size -> shape.line().meanDistance(size)).sum();
    double all = routers();
    return all > 1 ? sum * all / (all - 1) : 0;
  }

  /**
   * Links that the narrowest cut into two halves takes away: across a dimension of even size, 2 N/n
   * of a torus, N/n of a mesh or of a ring of two, N n/4 of a HyperX. With odd sizes only, the cut
   * nearest to the middle.
   */
  public long bisectionLinks() {
    boolean even = sizes.stream().anyMatch(size -> size % 2 == 0);
    return sizes.stream()
        .filter(size -> size > 1 && (!even || size % 2 == 0))
        .mapToLong(this::cut)
        .min()
        .orElse(0);
  }

  private long cut(int size) {
    return routers() / size * shape.line().cut(size);
  }

  /** The same as bandwidth in one direction. */
  public double bisectionBytesPerSecond() {
    return bisectionLinks() * linkBytesPerSecond;
  }

  /**
   * What each router sends at most when all send equally much to all others, each dimension crossed
   * on shortest paths: its busiest links ({@link GridLine#allToAllLoad}) are full.
   */
  public double allToAllBytesPerSecond() {
    double most =
        sizes.stream()
            .filter(size -> size > 1)
            .mapToDouble(size -> shape.line().allToAllLoad(size))
            .max()
            .orElse(0);
    double all = routers();
    return most == 0 ? 0 : linkBytesPerSecond / most * (all - 1) / all;
  }

  /**
   * Bus bandwidth of an all-reduce at most: each router sends 2 (N − 1)/N of the size over all its
   * links, which rings by dimension in both directions reach on a torus.
   */
  public double allReduceBusBytesPerSecond() {
    return fewestPorts() * linkBytesPerSecond;
  }

  /** Blocks; 0 without. */
  public long blocks() {
    return block == 0
        ? 0
        : sizes.stream().mapToLong(size -> size / block).reduce(1, Math::multiplyExact);
  }

  /** Links between chips that go through optical switches: those between blocks, and round. */
  public long opticalLinks() {
    return block == 0 ? 0 : sizes.size() * (routers() / block);
  }

  /** Links inside blocks. */
  public long electricalLinks() {
    return block == 0 ? 0 : blocks() * sizes.size() * faceRouters() * (block - 1);
  }

  private long faceRouters() {
    long face = 1;
    for (int d = 1; d < sizes.size(); d++) {
      face = Math.multiplyExact(face, block);
    }
    return face;
  }

  /** Fibres from blocks to optical switches: two for each link. */
  public long opticalFibres() {
    return 2 * opticalLinks();
  }

  /** Optical switches, of {@link #OPTICAL_PORTS} ports each. */
  public long opticalSwitches() {
    return block == 0
        ? 0
        : sizes.size() * faceRouters() * Math.ceilDiv(2 * blocks(), OPTICAL_PORTS);
  }
}
