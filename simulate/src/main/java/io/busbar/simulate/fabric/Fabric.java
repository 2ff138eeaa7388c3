package io.busbar.simulate.fabric;

import io.busbar.base.grid.GridAxis;
import java.util.List;

/**
 * Nodes, ports and links as ints. Endpoints are the nodes [0, endpoints). A port stands for its
 * link's direction away from its node, so ports number link directions. Packets are routed by
 * address: a NIC port or, inside a scale-up domain, a GPU. Immutable and thread-safe.
 *
 * <p>A node knows a run of addresses below it, cut into equal parts, and has the same number of
 * cables to each part; for any other address all its ports upwards are equally good. Routers of a
 * {@link Grid} know coordinates instead; leaves and spines of a dragonfly+ know the links of their
 * group to the address's group.
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

  /**
   * The first of the ports, in a row or circle, that lead from a switch or NIC towards an address.
   */
  public int firstChoice(int node, int address) {
    if (a.grid != null) {
      return gridPort(a.grid, node, address - endpoints);
    }
    int w = node * FabricArrays.ROUTE_WORDS;
    int offset = address - a.route[w + FabricArrays.LOW];
    return offset >= 0 && offset < a.route[w + FabricArrays.COVERED]
        ? a.route[w + FabricArrays.DOWN]
            + offset / a.route[w + FabricArrays.SPAN] * a.route[w + FabricArrays.CABLES]
        : a.route[w + FabricArrays.UP] + (a.groups == null ? 0 : firstUpTo(a.groups, w, address));
  }

  /** Which of a node's ports upwards is the first to the group of an address. */
  private int firstUpTo(GroupLinks groups, int w, int address) {
    int place = a.route[w + FabricArrays.PLACE];
    int from = groups.group(a.route[w + FabricArrays.LOW]);
    int to = groups.group(address);
    if (place == 0 || from == to || !sameTree(groups, from, to)) {
      return 0;
    }
    return place == 1 ? groups.leafFirst(from, to) : groups.spineFirst(place - 2, from, to);
  }

  private static boolean sameTree(GroupLinks groups, int from, int to) {
    return to >= 0 && from / groups.groups() == to / groups.groups();
  }

  private int upsTo(GroupLinks groups, int w, int address) {
    int place = a.route[w + FabricArrays.PLACE];
    int from = groups.group(a.route[w + FabricArrays.LOW]);
    int to = groups.group(address);
    if (place == 0 || from == to) {
      return a.route[w + FabricArrays.UPS];
    }
    if (!sameTree(groups, from, to)) {
      return 0;
    }
    return place == 1 ? groups.leafChoices() : groups.spineChoices(place - 2, from, to);
  }

  /** How many such ports there are: 0 when there is no path. */
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
        : a.groups == null ? a.route[w + FabricArrays.UPS] : upsTo(a.groups, w, address);
  }

  /**
   * One of the ports that lead towards an address: behind its last port a node goes on with its
   * first upwards.
   *
   * @param i from 0, below {@link #choices}
   */
  public int choice(int node, int address, int i) {
    return inCircle(node, firstChoice(node, address) + i);
  }

  /** A port of a node, counted on from its last with the first upwards. */
  public int inCircle(int node, int port) {
    return port < endPort(node) ? port : port - ups(node);
  }

  /** Whether routers are joined by dimension: a torus, mesh or HyperX. */
  public boolean grid() {
    return a.grid != null;
  }

  /** The dimensions of a grid as collectives over all of it see them; none elsewhere. */
  public List<GridAxis> gridAxes() {
    return a.grid == null ? List.of() : a.grid.axes();
  }

  /** Whether ports towards an address may go on behind the last one; else they are in a row. */
  public boolean circles() {
    return a.groups != null;
  }

  /** Whether a way to an address goes up from a node. */
  public boolean leadsUp(int node, int address) {
    if (a.grid != null) {
      return firstChoice(node, address) == firstPort(node);
    }
    int w = node * FabricArrays.ROUTE_WORDS;
    int offset = address - a.route[w + FabricArrays.LOW];
    return offset < 0 || offset >= a.route[w + FabricArrays.COVERED];
  }

  /** Whether a node is a spine that packets to an address leave for another group. */
  public boolean leavesGroup(int node, int address) {
    return a.groups != null
        && a.route[node * FabricArrays.ROUTE_WORDS + FabricArrays.PLACE] > 1
        && leadsUp(node, address);
  }

  /** Whether a port's link joins two groups of a dragonfly+. */
  public boolean global(int port) {
    return a.groups != null
        && kind(owner(port)) == NodeKind.SPINE
        && kind(owner(peer(port))) == NodeKind.SPINE;
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

  /**
   * Whether a detour may begin with the global link away from a port; else it may end with it: the
   * groups in a circle, links to the half ahead of a group are for beginnings, at every other spine
   * those to the half behind it.
   */
  public boolean beginsDetours(int port) {
    if (a.groups == null) {
      return false;
    }
    int w = owner(port) * FabricArrays.ROUTE_WORDS;
    int ahead = Math.floorMod(group(peer(port)) - group(port), a.groups.groups());
    boolean near = 2 * ahead <= a.groups.groups();
    return near == (a.route[w + FabricArrays.PLACE] % 2 == 0);
  }

  /** The group of a dragonfly+, over all trees, in which a port's switch is. */
  public int group(int port) {
    return a.groups == null
        ? 0
        : a.groups.group(a.route[owner(port) * FabricArrays.ROUTE_WORDS + FabricArrays.LOW]);
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
    return choice(node, address, (int) (scaled >>> 32));
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
