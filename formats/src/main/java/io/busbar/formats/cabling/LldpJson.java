package io.busbar.formats.cabling;

import io.busbar.formats.fabric.FabricNode.Kind;
import io.busbar.formats.tree.Tree;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads LLDP neighbours in JSON: {@code lldpctl -f json} and {@code json0} of all lldpd releases,
 * Arista's {@code show lldp neighbors | json} and NX-OS's {@code show lldp neighbors | json}.
 */
final class LldpJson {
  private final String system;
  private final ReportedLinks out;

  private LldpJson(String system, ReportedLinks out) {
    this.system = system;
    this.out = out;
  }

  /** What the document tells; null when it is none of these. */
  static @Nullable ReportedLinks read(String source, String system, Tree tree) {
    if (!(tree instanceof Tree.Mapping top)) {
      return null;
    }
    if (top.get("lldp") != null) {
      ReportedLinks out = new ReportedLinks(source, "lldpctl");
      out.guessed();
      new LldpJson(system, out).lldpd(first(top.get("lldp")));
      return out;
    }
    if (top.get("lldpNeighbors") instanceof Tree.Sequence rows) {
      ReportedLinks out = new ReportedLinks(source, "Arista show lldp neighbors");
      out.guessed();
      rows.items().forEach(new LldpJson(system, out)::arista);
      return out;
    }
    if (top.find("TABLE_nbor.ROW_nbor") != null) {
      ReportedLinks out = new ReportedLinks(source, "NX-OS show lldp neighbors");
      out.guessed();
      items(top.find("TABLE_nbor.ROW_nbor")).forEach(new LldpJson(system, out)::nexus);
      return out;
    }
    return null;
  }

  private static List<Tree> items(@Nullable Tree tree) {
    return tree instanceof Tree.Sequence s ? s.items() : tree == null ? List.of() : List.of(tree);
  }

  private static @Nullable Tree first(@Nullable Tree tree) {
    return tree instanceof Tree.Sequence s
        ? s.items().isEmpty() ? null : s.items().getFirst()
        : tree;
  }

  /** {@code json0} wraps each value in a list and a mapping. */
  private static String value(@Nullable Tree tree) {
    Tree one = first(tree);
    if (one instanceof Tree.Mapping m) {
      one = first(m.get("value"));
    }
    return one instanceof Tree.Scalar s && !s.isNull() ? s.text() : "";
  }

  private static Tree.@Nullable Mapping mapping(@Nullable Tree tree) {
    return first(tree) instanceof Tree.Mapping m ? m : null;
  }

  private void lldpd(@Nullable Tree lldp) {
    if (!(lldp instanceof Tree.Mapping m)) {
      return;
    }
    for (Tree item : items(m.get("interface"))) {
      if (!(item instanceof Tree.Mapping one)) {
        unread(item);
      } else if (one.get("name") instanceof Tree) {
        neighbour(value(one.get("name")), one);
      } else {
        for (Map.Entry<String, Tree.Entry> entry : one.entries().entrySet()) {
          for (Tree each : items(entry.getValue().value())) {
            if (each instanceof Tree.Mapping inner) {
              neighbour(entry.getKey(), inner);
            } else {
              unread(each);
            }
          }
        }
      }
    }
  }

  private void unread(Tree tree) {
    out.remark("unreadable-line", tree.at().line(), tree.shown() + " is no neighbour");
  }

  private void neighbour(String port, Tree.Mapping told) {
    Tree.Mapping chassis = mapping(told.get("chassis"));
    Tree.Mapping far = mapping(told.get("port"));
    int line = told.at().line();
    if (chassis == null || far == null) {
      out.remark("unreadable-line", line, "port " + port + " tells no chassis and port");
      return;
    }
    String name = value(chassis.get("name"));
    if (name.isEmpty() && chassis.get("id") == null && !chassis.entries().isEmpty()) {
      Map.Entry<String, Tree.Entry> named = chassis.entries().entrySet().iterator().next();
      name = named.getKey();
      chassis = mapping(named.getValue().value());
    }
    String id = chassis == null ? "" : value(chassis.get("id"));
    Kind kind = chassis == null ? null : kind(value(chassis.get("descr")), chassis);
    String peerPort = value(far.get("id"));
    String alias = value(far.get("descr"));
    Tree.Mapping negotiation = mapping(far.get("auto-negotiation"));
    double gigabits = negotiation == null ? 0 : Rates.ofMedium(value(negotiation.get("current")));
    String peer = name.isEmpty() ? id : name;
    if (peer.isEmpty() || peerPort.isEmpty() && alias.isEmpty()) {
      out.remark("unreadable-line", line, "port " + port + " tells no name of its neighbour");
      return;
    }
    CableEnd end = new CableEnd(peer, kind, peerPort.isEmpty() ? alias : peerPort, alias);
    out.cable(new ReportedCable(new CableEnd(system, null, port, ""), end, false, gigabits, line));
  }

  private static @Nullable Kind kind(String description, Tree.Mapping chassis) {
    Kind told = Names.described(description);
    if (told != null) {
      return told;
    }
    boolean station = false;
    boolean forwards = false;
    for (Tree item : items(chassis.get("capability"))) {
      if (item instanceof Tree.Mapping m && "true".equals(m.text("enabled"))) {
        station |= "Station".equals(m.text("type"));
        forwards |= "Bridge".equals(m.text("type")) || "Router".equals(m.text("type"));
      }
    }
    return station && !forwards ? Kind.ADAPTER : null;
  }

  private void arista(Tree row) {
    if (row instanceof Tree.Mapping m) {
      row(m, "port", "neighborDevice", "neighborPort");
    }
  }

  private void nexus(Tree row) {
    if (row instanceof Tree.Mapping m) {
      row(m, "l_port_id", "chassis_id", "port_id");
    }
  }

  private void row(Tree.Mapping row, String own, String system, String far) {
    String port = row.text(own);
    String peer = row.text(system);
    String peerPort = row.text(far);
    int line = row.at().line();
    if (port == null || peer == null || peerPort == null) {
      out.remark("unreadable-line", line, "a row without " + own + ", " + system + " and " + far);
      return;
    }
    CableEnd end = new CableEnd(peer, null, peerPort, "");
    out.cable(
        new ReportedCable(new CableEnd(this.system, Kind.SWITCH, port, ""), end, false, 0, line));
  }
}
