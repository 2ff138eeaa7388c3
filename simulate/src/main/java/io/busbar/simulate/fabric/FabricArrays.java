package io.busbar.simulate.fabric;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The arrays of a fabric while it is built and afterwards. Nodes are added in order with all their
 * ports; then ports are joined pair by pair.
 */
final class FabricArrays {
  /** A node's routing rule is a record of eight ints in one array: one cache line per hop. */
  static final int ROUTE_WORDS = 8;

  /** First address below the node. */
  static final int LOW = 0;

  /** Addresses below the node. */
  static final int COVERED = 1;

  /** Addresses of one part. */
  static final int SPAN = 2;

  /** Ports to each part. */
  static final int CABLES = 3;

  /** First port downwards. */
  static final int DOWN = 4;

  /** First port upwards. */
  static final int UP = 5;

  /** Ports upwards. */
  static final int UPS = 6;

  /** With links between groups: 1 at a leaf, 2 and its place in its group at a spine; else 0. */
  static final int PLACE = 7;

  final NodeKind[] kind;
  final int[] firstPort;
  final int[] owner;
  final int[] peer;
  final long[] bytesPerSecond;
  final long[] latencyPs;
  final int[] route;
  final int[] scaleUpPorts;
  int[] nicAddress = {};
  int nicsPerEndpoint = 1;
  int domain = 1;

  /** Routes of a grid, in place of {@link #route}; null for trees. */
  @Nullable Grid grid;

  /** Links between the groups of a dragonfly+, in place of cores; null for other trees. */
  @Nullable GroupLinks groups;

  private int nodes;
  private int ports;

  FabricArrays(int nodes, int ports) {
    kind = new NodeKind[nodes];
    firstPort = new int[nodes + 1];
    owner = new int[ports];
    peer = new int[ports];
    bytesPerSecond = new long[ports];
    latencyPs = new long[ports];
    route = new int[nodes * ROUTE_WORDS];
    scaleUpPorts = new int[nodes];
    Arrays.fill(peer, -1);
  }

  /** Adds a node that leads to no address below it; all its ports lead up. */
  int add(NodeKind what, int portsOfIt) {
    int node = nodes++;
    kind[node] = what;
    Arrays.fill(owner, ports, ports + portsOfIt, node);
    int w = node * ROUTE_WORDS;
    route[w + SPAN] = 1;
    route[w + DOWN] = ports;
    route[w + UP] = ports;
    route[w + UPS] = portsOfIt;
    ports += portsOfIt;
    firstPort[node + 1] = ports;
    return node;
  }

  /**
   * The node's first ports lead down to the addresses from {@code from}: {@code parts} parts of
   * {@code span} addresses, {@code bundle} ports each.
   */
  void covers(int node, int from, int parts, int span, int bundle) {
    int w = node * ROUTE_WORDS;
    route[w + LOW] = from;
    route[w + COVERED] = parts * span;
    route[w + SPAN] = span;
    route[w + CABLES] = bundle;
    route[w + UP] = firstPort[node] + parts * bundle;
    route[w + UPS] = firstPort[node + 1] - route[w + UP];
  }

  /** Takes the node's last port out of its paths up. */
  void closeLastUp(int node) {
    route[node * ROUTE_WORDS + UPS]--;
  }

  /** A cable between two ports. */
  void join(int portA, int portB, Link link) {
    peer[portA] = portB;
    peer[portB] = portA;
    bytesPerSecond[portA] = link.bytesPerSecond();
    bytesPerSecond[portB] = link.bytesPerSecond();
    latencyPs[portA] = link.cablePs() + delayPs(portB, link);
    latencyPs[portB] = link.cablePs() + delayPs(portA, link);
  }

  private long delayPs(int port, Link link) {
    return kind[owner[port]] == NodeKind.ENDPOINT ? 0 : link.switchPs();
  }

  /** Ports without a cable become their own far end; no route leads there. */
  void close() {
    if (nodes != kind.length || ports != peer.length) {
      throw new IllegalStateException(nodes + " nodes and " + ports + " ports were added");
    }
    for (int port = 0; port < ports; port++) {
      if (peer[port] < 0) {
        peer[port] = port;
        bytesPerSecond[port] = 1;
      }
    }
  }

  /** One kind of cable. */
  record Link(long bytesPerSecond, long cablePs, long switchPs) {
    Link {
      if (bytesPerSecond < 1 || cablePs < 0 || switchPs < 0) {
        throw new IllegalArgumentException("a link has a rate and no negative latency");
      }
    }
  }
}
