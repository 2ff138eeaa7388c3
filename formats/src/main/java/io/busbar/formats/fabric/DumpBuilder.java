package io.busbar.formats.fabric;

import io.busbar.formats.fabric.FabricNode.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gathers nodes and the ends of cables, and joins the ends when the dump is over. A node has a key:
 * its GUID, or a LID where the tool tells no other. Not thread-safe; one dump, one use.
 */
final class DumpBuilder {
  static final int MAX_REMARKS = 1000;
  private static final int MAX_NODES = 1 << 18;
  private static final int MAX_ENDS = 1 << 21;
  private static final int MAX_NAME = 128;
  private static final int PORT_BITS = 12;
  private static final int NONE = -1;

  /** One side of a cable as its record tells it. */
  record End(
      int node,
      int port,
      long peerKey,
      int peerPort,
      String peerName,
      Kind peerKind,
      boolean kindTold,
      int lanes,
      @Nullable LaneSpeed speed,
      String couldBe,
      int line) {}

  private final List<FabricNode> nodes = new ArrayList<>();
  private final Map<Long, Integer> byKey = new HashMap<>();
  private final List<End> ends = new ArrayList<>();
  private final List<Cable> cables = new ArrayList<>();
  private final List<DumpRemark> remarks = new ArrayList<>();
  private int remarkCount;
  private int adapters;

  void remark(String code, int line, String text) {
    remarkCount++;
    if (remarks.size() < MAX_REMARKS) {
      remarks.add(new DumpRemark(code, line, text));
    }
  }

  /** A record begins; the same GUID twice is odd, and the first record takes the ends of both. */
  int describe(Kind kind, long guid, String name, int line) {
    Integer known = byKey.get(guid);
    if (guid != 0 && known != null) {
      FabricNode first = nodes.get(known);
      if (first.described()) {
        String both = "'" + first.label() + "' of line " + first.line() + " and '" + name + "'";
        remark("duplicate-guid", line, String.format("GUID 0x%016x is that of %s", guid, both));
      }
      return known;
    }
    int node = add(new FabricNode(kind, guid, cut(name), true, line));
    if (guid != 0) {
      byKey.put(guid, node);
    }
    return node;
  }

  /** A node of a list that names it in every line. */
  int listed(Kind kind, long key, String name, int line) {
    Integer known = byKey.get(key);
    if (known != null) {
      return known;
    }
    int node = add(new FabricNode(kind, key, cut(name), true, line));
    byKey.put(key, node);
    return node;
  }

  /** A further key of a node: the LID of one of its ports. */
  void alias(long key, int node) {
    byKey.putIfAbsent(key, node);
  }

  private int add(FabricNode node) {
    if (nodes.size() >= MAX_NODES) {
      throw new DumpTooLarge();
    }
    nodes.add(node);
    adapters += node.described() && node.kind() == Kind.ADAPTER ? 1 : 0;
    return nodes.size() - 1;
  }

  void end(End end) {
    if (ends.size() >= MAX_ENDS) {
      throw new DumpTooLarge();
    }
    ends.add(end);
  }

  private static String cut(String name) {
    String plain = name.strip();
    return plain.length() > MAX_NAME ? plain.substring(0, MAX_NAME) : plain;
  }

  FabricDump build(String source, String tool) {
    Map<Long, Integer> byPort = new HashMap<>(ends.size() * 2);
    boolean[] unused = new boolean[ends.size()];
    for (int i = 0; i < ends.size(); i++) {
      End end = ends.get(i);
      Integer other = byPort.putIfAbsent(port(end.node, end.port), i);
      if (other != null) {
        unused[i] = true;
        twice(end, ends.get(other));
      }
    }
    int described = nodes.size();
    for (int i = 0; i < ends.size(); i++) {
      if (nodes.size() >= MAX_NODES) {
        remark(
            "cut-dump", ends.get(i).line, "more nodes than any fabric has; the rest is left out");
        break;
      }
      if (!unused[i]) {
        join(i, described, byPort);
      }
    }
    remarks.sort(Comparator.comparingInt(DumpRemark::line));
    return new FabricDump(source, tool, nodes, cables, remarks, remarkCount);
  }

  private static long port(int node, int port) {
    return ((long) node << PORT_BITS) + port;
  }

  /** Tools that start at several places print a record twice; only a difference is odd. */
  private void twice(End end, End first) {
    if (end.peerKey != first.peerKey || end.peerPort != first.peerPort) {
      String name = nodes.get(end.node).label();
      remark(
          "contradictory-link",
          end.line,
          "port " + end.port + " of '" + name + "' has another peer in line " + first.line);
    }
  }

  private void join(int index, int described, Map<Long, Integer> byPort) {
    End end = ends.get(index);
    int peer = peerOf(end);
    int back = byPort.getOrDefault(port(peer, end.peerPort), NONE);
    End other = back == NONE ? null : ends.get(back);
    boolean mutual =
        other != null && nodeOf(other.peerKey) == end.node && other.peerPort == end.port;
    if (mutual && back < index) {
      return;
    }
    if (!mutual && peer < described) {
      String from = "port " + end.port + " of '" + nodes.get(end.node).label() + "'";
      String to = "port " + end.peerPort + " of '" + nodes.get(peer).label() + "'";
      remark(
          other == null ? "one-sided-link" : "contradictory-link",
          end.line,
          from
              + " leads to "
              + to
              + ", which "
              + (other == null ? "does not lead back" : "differs"));
    }
    if (!mutual && other != null) {
      return;
    }
    String couldBe = end.couldBe.isEmpty() && other != null ? other.couldBe : end.couldBe;
    cables.add(
        new Cable(end.node, end.port, peer, end.peerPort, end.lanes, end.speed, couldBe, end.line));
  }

  private int nodeOf(long key) {
    Integer node = byKey.get(key);
    return node == null ? NONE : node;
  }

  private int peerOf(End end) {
    int known = nodeOf(end.peerKey);
    if (known >= 0) {
      return known;
    }
    // Without any record of an adapter the tool was asked for switches, and described all of them.
    Kind kind = adapters == 0 && !end.kindTold ? Kind.ADAPTER : end.peerKind;
    int added = add(new FabricNode(kind, end.peerKey, cut(end.peerName), false, end.line));
    byKey.put(end.peerKey, added);
    return added;
  }

  /** The dump with what has been remarked since it was built. */
  FabricDump rebuilt(FabricDump dump) {
    remarks.sort(Comparator.comparingInt(DumpRemark::line));
    return new FabricDump(
        dump.source(), dump.tool(), dump.nodes(), dump.cables(), remarks, remarkCount);
  }
}
