package io.busbar.simulate.fabric;

/**
 * Nodes, ports and links as ints. Endpoints are the nodes [0, endpoints). A port stands for its
 * link's direction away from its node, so ports number link directions. Packets are routed by
 * address: a NIC port or, inside a scale-up domain, a GPU. Immutable and thread-safe.
 *
 * <p>A node knows a run of addresses below it, cut into equal parts, and has the same number of
 * cables to each part; for any other address all its ports upwards are equally good. Routers of a
 * {@link Grid} know coordinates instead.
 */
public final class Fabric {
  private final FabricArrays a;
  private final int endpoints;
  private final int[] firstOfKind;

  Fabric(FabricArrays arrays, int endpoints) {
    arrays.close();
    this.a = arrays;
    this.endpoints = endpoints;
    this.firstOfKind = new int[NodeKind.values().length];
    for (int node = nodes() - 1; node >= 0; node--) {
      firstOfKind[kind(node).ordinal()] = node;
    }
  }

  public int endpoints() {
    return endpoints;
  }

  public int nodes() {
    return a.kind.length;
  }

  public int ports() {
    return a.peer.length;
  }

  public NodeKind kind(int node) {
    return a.kind[node];
  }

  /** The node's ports are [firstPort, endPort). */
  public int firstPort(int node) {
    return a.firstPort[node];
  }

  public int endPort(int node) {
    return a.firstPort[node + 1];
  }

  /** The node that a port belongs to. */
  public int owner(int port) {
    return a.owner[port];
  }

  /** The port at the other end of the link; the port itself when it has no cable. */
  public int peer(int port) {
    return a.peer[port];
  }

  /** Whether a port has a cable. */
  public boolean joined(int port) {
    return a.peer[port] != port;
  }

  /** Whether a port's link is of a scale-up domain: between GPUs, or to their switch. */
  public boolean scaleUp(int port) {
    return insideDomain(kind(owner(port))) && insideDomain(kind(owner(peer(port))));
  }

  private static boolean insideDomain(NodeKind kind) {
    return kind == NodeKind.ENDPOINT || kind == NodeKind.SCALE_UP_SWITCH;
  }

  /** Rate of the link in the direction away from this port. */
  public long bytesPerSecond(int port) {
    return a.bytesPerSecond[port];
  }

  /**
   * From the last bit leaving this port until the far node has taken it in: cable and, at a switch,
   * its own delay, picoseconds.
   */
  public long latencyPs(int port) {
    return a.latencyPs[port];
  }

  /** Whether two endpoints reach each other over scale-up links. */
  public boolean scaleUp(int src, int dst) {
    return a.domain > 1 && src / a.domain == dst / a.domain;
  }

  /**
   * The address by which {@code src} reaches {@code dst}: over scale-up links if both are in one
   * domain, else the NIC of {@code dst} that the channel chooses.
   */
  public int address(int src, int dst, int channel) {
    return scaleUp(src, dst)
        ? dst
        : a.nicAddress[dst * a.nicsPerEndpoint + Math.floorMod(channel, a.nicsPerEndpoint)];
  }

  /** The port of {@code src} where messages to {@code dst} start. */
  public int sourcePort(int src, int dst, int channel) {
    return scaleUp(src, dst) ? a.firstPort[src] + choiceBelow(src, dst) : networkPort(src, channel);
  }

  /** The port of an endpoint where messages of a channel to other domains start. */
  public int networkPort(int endpoint, int channel) {
    return a.firstPort[endpoint]
        + a.scaleUpPorts[endpoint]
        + Math.floorMod(channel, a.nicsPerEndpoint);
  }

  private int choiceBelow(int src, int dst) {
    return a.scaleUpPorts[src] == 1 ? 0 : dst % a.domain;
  }

  /** The first of the ports, in a row, that lead from a switch or NIC towards an address. */
  public int firstChoice(int node, int address) {
    if (a.grid != null) {
      return gridPort(a.grid, node, address - endpoints);
    }
    int w = node * FabricArrays.ROUTE_WORDS;
    int offset = address - a.route[w + FabricArrays.LOW];
    return offset >= 0 && offset < a.route[w + FabricArrays.COVERED]
        ? a.route[w + FabricArrays.DOWN]
            + offset / a.route[w + FabricArrays.SPAN] * a.route[w + FabricArrays.CABLES]
        : a.route[w + FabricArrays.UP];
  }

  /** How many such ports there are: 0 when there is no way. */
  public int choices(int node, int address) {
    if (a.grid != null) {
      int router = node - endpoints;
      boolean both = router < endpoints && a.grid.bothWays(router, address - endpoints);
      return both ? 2 : 1;
    }
    int w = node * FabricArrays.ROUTE_WORDS;
    int offset = address - a.route[w + FabricArrays.LOW];
    return offset >= 0 && offset < a.route[w + FabricArrays.COVERED]
        ? a.route[w + FabricArrays.CABLES]
        : a.route[w + FabricArrays.UPS];
  }

  /** The port of a router or switch towards the endpoint of another router. */
  private int gridPort(Grid grid, int node, int target) {
    int router = node - endpoints;
    if (target < 0 || target >= endpoints) {
      return firstPort(node);
    }
    return router < endpoints
        ? firstPort(node) + grid.towards(router, target)
        : firstPort(node) + grid.coordinate(target, grid.dimensionOfSwitch(router - endpoints));
  }

  /** The first of a node's ports that lead upwards. */
  public int firstUp(int node) {
    return a.route[node * FabricArrays.ROUTE_WORDS + FabricArrays.UP];
  }

  /** How many ports of a node lead upwards. */
  public int ups(int node) {
    return a.route[node * FabricArrays.ROUTE_WORDS + FabricArrays.UPS];
  }

  /** The lowest address below a node; −1 when there is none. */
  public int firstAddressBelow(int node) {
    int w = node * FabricArrays.ROUTE_WORDS;
    return a.route[w + FabricArrays.COVERED] == 0 ? -1 : a.route[w + FabricArrays.LOW];
  }

  /** The port that a hash chooses (ECMP); the same hash chooses the same port. */
  public int nextPort(int node, int address, int hash) {
    long scaled = (hash & 0xffff_ffffL) * choices(node, address);
    return firstChoice(node, address) + (int) (scaled >>> 32);
  }

  /** A node as people name it: {@code spine 3}. */
  public String nodeName(int node) {
    return kind(node).word() + " " + (node - firstOfKind[kind(node).ordinal()]);
  }

  /** A link direction as people name it: {@code leaf 0 -> spine 3}, cables of a bundle apart. */
  public String portName(int port) {
    int far = owner(peer(port));
    int cable = 0;
    for (int other = port - 1;
        other >= firstPort(owner(port)) && owner(peer(other)) == far;
        other--) {
      cable++;
    }
    boolean bundle = cable > 0 || (port + 1 < endPort(owner(port)) && owner(peer(port + 1)) == far);
    return nodeName(owner(port)) + " -> " + nodeName(far) + (bundle ? " cable " + cable : "");
  }
}
