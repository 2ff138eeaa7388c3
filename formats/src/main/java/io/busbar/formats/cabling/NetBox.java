package io.busbar.formats.cabling;

import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the cables of NetBox as its REST interface lists them: {@code /api/dcim/cables/} since
 * release 2.11 and {@code /api/dcim/interfaces/}, whose {@code connected_endpoints} already follow
 * patch panels. Cables that end at a panel, at power or at a circuit are told as not followed.
 */
final class NetBox {
  private static final String INTERFACE = "dcim.interface";

  private final ReportedLinks out;

  private NetBox(ReportedLinks out) {
    this.out = out;
  }

  /** What the document tells; null when it is none of NetBox's lists. */
  static @Nullable ReportedLinks read(String source, Tree tree) {
    List<Tree> items = items(tree instanceof Tree.Mapping m ? m.get("results") : tree);
    Tree.Mapping first =
        items.isEmpty() || !(items.getFirst() instanceof Tree.Mapping m) ? null : m;
    if (first == null) {
      return null;
    }
    if (first.get("model") != null && first.get("fields") != null) {
      return NetBoxDump.read(source, items);
    }
    boolean cables = first.get("a_terminations") != null || first.get("termination_a") != null;
    boolean interfaces =
        first.get("device") != null && first.get("cable") != null
            || first.get("connected_endpoints") != null;
    if (!cables && !interfaces) {
      return null;
    }
    ReportedLinks out = new ReportedLinks(source, cables ? "NetBox cables" : "NetBox interfaces");
    NetBox reader = new NetBox(out);
    for (Tree item : items) {
      if (!(item instanceof Tree.Mapping m)) {
        out.remark("unreadable-line", item.at().line(), item.shown() + " is no cable");
      } else if (cables) {
        reader.cable(m);
      } else {
        reader.face(m);
      }
    }
    if (tree instanceof Tree.Mapping m && m.text("next") != null) {
      out.remark("cut-dump", m.at("next").line(), "a page of the list: 'next' leads to more");
    }
    return out;
  }

  private static List<Tree> items(@Nullable Tree tree) {
    return tree instanceof Tree.Sequence s ? s.items() : List.of();
  }

  private void cable(Tree.Mapping cable) {
    int line = cable.at().line();
    String status = status(cable.get("status"));
    if (!status.isEmpty() && !status.equals("connected")) {
      out.remark("not-connected", line, "a cable that is " + status);
      return;
    }
    List<CableEnd> a = ends(cable, "a");
    List<CableEnd> b = ends(cable, "b");
    if (a.isEmpty() || b.isEmpty()) {
      out.remark("not-followed", line, "a cable that does not join two interfaces");
      return;
    }
    // A breakout has one end and several others.
    for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
      CableEnd one = a.get(Math.min(i, a.size() - 1));
      CableEnd other = b.get(Math.min(i, b.size() - 1));
      out.cable(new ReportedCable(one, other, true, 0, line));
    }
  }

  private static String status(@Nullable Tree tree) {
    if (tree instanceof Tree.Mapping m) {
      String value = m.text("value");
      return value == null ? "" : value;
    }
    return tree instanceof Tree.Scalar s && !s.isNull() ? s.text() : "";
  }

  private static List<CableEnd> ends(Tree.Mapping cable, String side) {
    List<CableEnd> ends = new ArrayList<>();
    for (Tree item : items(cable.get(side + "_terminations"))) {
      if (item instanceof Tree.Mapping m && INTERFACE.equals(m.text("object_type"))) {
        end(m.get("object"), ends);
      }
    }
    String type = cable.text("termination_" + side + "_type");
    if (type != null && type.equals(INTERFACE)) {
      end(cable.get("termination_" + side), ends);
    }
    return ends;
  }

  private static void end(@Nullable Tree object, List<CableEnd> ends) {
    if (object instanceof Tree.Mapping m) {
      String port = m.text("name");
      String device = m.get("device") instanceof Tree.Mapping d ? text(d) : null;
      if (port != null && device != null) {
        ends.add(new CableEnd(device, null, port, ""));
      }
    }
  }

  private static @Nullable String text(Tree.Mapping device) {
    String name = device.text("name");
    return name == null ? device.text("display") : name;
  }

  /** An interface and what is at the far end of its whole way. */
  private void face(Tree.Mapping face) {
    int line = face.at().line();
    List<CableEnd> own = new ArrayList<>();
    end(face, own);
    if (own.isEmpty()) {
      return;
    }
    double gigabits = rate(face);
    List<Tree> far = items(face.get("connected_endpoints"));
    Tree one = face.get("connected_endpoint");
    if (far.isEmpty() && one != null) {
      far = List.of(one);
    }
    List<CableEnd> ends = new ArrayList<>();
    far.forEach(object -> end(object, ends));
    for (CableEnd end : ends) {
      out.cable(new ReportedCable(own.getFirst(), end, false, gigabits, line));
    }
    if (ends.isEmpty() && face.get("cable") instanceof Tree.Mapping) {
      out.remark("not-followed", line, own.getFirst().system() + " " + own.getFirst().port());
    }
  }

  private static double rate(Tree.Mapping face) {
    String kilobits = face.text("speed");
    if (kilobits != null && kilobits.matches("\\d{1,12}")) {
      return Double.parseDouble(kilobits) / 1e6;
    }
    return Rates.ofMedium(status(face.get("type")));
  }

  /** Names of side and column of an import list: {@code side_a_device,side_a_type,side_a_name}. */
  static boolean interfaces(Map<String, String> row) {
    String a = row.getOrDefault("side_a_type", "interface");
    String b = row.getOrDefault("side_b_type", "interface");
    return a.endsWith("interface") && b.endsWith("interface");
  }
}
