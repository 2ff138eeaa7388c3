package io.busbar.formats.cabling;

import io.busbar.formats.fabric.FabricNode.Kind;
import io.busbar.formats.tree.Tree;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the links of a Containerlab topology: the short form ({@code node:interface} twice) and the
 * extended one ({@code type: veth}). A rate is taken from {@code vars.rate}, which Containerlab
 * itself does not look at. Links to the machine that runs the lab are told as not followed.
 */
final class Containerlab {
  /** Kinds whose nodes may be hosts; all others forward. */
  private static final Set<String> OPEN =
      Set.of(
          "linux",
          "ext-container",
          "k8s-kind",
          "generic_vm",
          "freebsd",
          "openbsd",
          "keysight_ixia-c-one",
          "host");

  private static final Set<String> OUTSIDE =
      Set.of("host", "macvlan", "mgmt-net", "dummy", "vxlan");

  private final ReportedLinks out;
  private final Tree.Mapping topology;

  private Containerlab(ReportedLinks out, Tree.Mapping topology) {
    this.out = out;
    this.topology = topology;
  }

  /** Whether a tree is a topology of Containerlab. */
  static boolean knows(Tree tree) {
    return tree instanceof Tree.Mapping m && m.find("topology.nodes") instanceof Tree.Mapping;
  }

  static ReportedLinks read(String source, Tree.Mapping tree) {
    ReportedLinks out = new ReportedLinks(source, "Containerlab");
    if (tree.get("topology") instanceof Tree.Mapping topology) {
      new Containerlab(out, topology).links();
    }
    return out;
  }

  private void links() {
    if (!(topology.get("links") instanceof Tree.Sequence links)) {
      return;
    }
    for (Tree item : links.items()) {
      if (item instanceof Tree.Mapping link) {
        link(link);
      } else {
        out.remark("unreadable-line", item.at().line(), item.shown() + " is no link");
      }
    }
  }

  private void link(Tree.Mapping link) {
    int line = link.at().line();
    String type = link.text("type");
    if (type != null && OUTSIDE.contains(type)) {
      out.remark("not-followed", line, "a link of type " + type + " leads out of the lab");
      return;
    }
    List<Tree> ends = link.get("endpoints") instanceof Tree.Sequence s ? s.items() : List.of();
    CableEnd a = ends.size() == 2 ? end(ends.getFirst()) : null;
    CableEnd b = ends.size() == 2 ? end(ends.getLast()) : null;
    if (a == null || b == null) {
      out.remark("unreadable-line", line, "a link needs two endpoints, node:interface");
      return;
    }
    if (outside(a) || outside(b)) {
      String far = (outside(a) ? a : b).system();
      out.remark("not-followed", line, "a link to '" + far + "' leads out of the lab");
      return;
    }
    String rate = link.get("vars") instanceof Tree.Mapping vars ? vars.text("rate") : null;
    out.cable(new ReportedCable(a, b, true, rate == null ? 0 : Rates.listed(rate), line));
  }

  private boolean outside(CableEnd end) {
    return OUTSIDE.contains(end.system())
        && topology.find("nodes") instanceof Tree.Mapping nodes
        && nodes.get(end.system()) == null;
  }

  private @Nullable CableEnd end(Tree tree) {
    if (tree instanceof Tree.Scalar scalar) {
      int colon = scalar.text().indexOf(':');
      return colon <= 0 || colon == scalar.text().length() - 1
          ? null
          : end(scalar.text().substring(0, colon), scalar.text().substring(colon + 1));
    }
    if (tree instanceof Tree.Mapping m) {
      String node = m.text("node");
      String port = m.text("interface");
      return node == null || port == null ? null : end(node, port);
    }
    return null;
  }

  private CableEnd end(String node, String port) {
    return new CableEnd(node, kind(node), port, "");
  }

  private @Nullable Kind kind(String node) {
    Tree.Mapping own =
        topology.get("nodes") instanceof Tree.Mapping nodes
                && nodes.get(node) instanceof Tree.Mapping m
            ? m
            : null;
    String group = own == null ? null : own.text("group");
    String kind = first(own, "kind", group == null ? "" : "groups." + group);
    if (kind == null) {
      return null;
    }
    if (!OPEN.contains(kind)) {
      return Kind.SWITCH;
    }
    String image = own == null ? null : first(own, "image", "kinds." + kind);
    return image == null || !image.matches("(?i).*(?:frr|cumulus|sonic|vyos|quagga|bird|gobgp).*")
        ? null
        : Kind.SWITCH;
  }

  /** A node's own value, else that of its group or kind, else the default. */
  private @Nullable String first(Tree.@Nullable Mapping own, String key, String shared) {
    String value = own == null ? null : own.text(key);
    if (value == null && !shared.isEmpty()) {
      value = topology.find(shared) instanceof Tree.Mapping m ? m.text(key) : null;
    }
    if (value == null) {
      value = topology.get("defaults") instanceof Tree.Mapping m ? m.text(key) : null;
    }
    return value;
  }
}
