package io.busbar.formats.cabling;

import io.busbar.formats.hosts.NameOrder;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the cables of a whole NetBox ({@code manage.py dumpdata}), with the rates of interfaces by
 * their type and the way through patch panels. One use.
 */
final class NetBoxDump {
  private static final int MOST_PANELS = 32;
  private static final String INTERFACE = "interface";
  private static final String FRONT = "frontport";
  private static final String REAR = "rearport";

  /** A thing that a cable can end at: {@code interface} 12. */
  private record Spot(String model, String key) {}

  /** The other end of a cable. */
  private record Way(Spot to, int line) {}

  private final ReportedLinks out;
  private final Map<String, String> devices = new HashMap<>();
  private final Map<Spot, Tree.Mapping> ports = new HashMap<>();
  private final Map<String, List<List<Spot>>> ends = new HashMap<>();
  private final Map<String, Tree.Mapping> cables = new HashMap<>();
  private final Map<Spot, List<Way>> ways = new HashMap<>();

  /** The front port of a rear port's position, as {@code rear/position}. */
  private final Map<String, Spot> fronts = new HashMap<>();

  private NetBoxDump(ReportedLinks out) {
    this.out = out;
  }

  static ReportedLinks read(String source, List<Tree> items) {
    ReportedLinks out = new ReportedLinks(source, "NetBox dumpdata");
    NetBoxDump dump = new NetBoxDump(out);
    items.forEach(dump::take);
    dump.join();
    return out;
  }

  private void take(Tree item) {
    if (!(item instanceof Tree.Mapping m) || !(m.get("fields") instanceof Tree.Mapping fields)) {
      return;
    }
    String model = m.text("model");
    String key = m.text("pk");
    if (model == null || key == null) {
      return;
    }
    switch (model) {
      case "dcim.device" -> {
        String name = fields.text("name");
        devices.put(key, name == null ? "device" + key : name);
      }
      case "dcim.interface", "dcim.frontport", "dcim.rearport" ->
          ports.put(new Spot(model.substring(model.indexOf('.') + 1), key), fields);
      case "dcim.cable" -> cable(key, m, fields);
      case "dcim.cabletermination" -> termination(fields);
      default -> {}
    }
  }

  private void cable(String key, Tree.Mapping item, Tree.Mapping fields) {
    cables.put(key, item);
    for (String side : List.of("a", "b")) {
      Spot spot =
          spot(
              fields.get("termination_" + side + "_type"),
              fields.text("termination_" + side + "_id"));
      if (spot != null) {
        sides(key).get(side.equals("a") ? 0 : 1).add(spot);
      }
    }
  }

  private List<List<Spot>> sides(String cable) {
    return ends.computeIfAbsent(cable, c -> List.of(new ArrayList<>(), new ArrayList<>()));
  }

  private void termination(Tree.Mapping fields) {
    String cable = fields.text("cable");
    Spot spot = spot(fields.get("termination_type"), fields.text("termination_id"));
    if (cable != null && spot != null) {
      sides(cable).get("B".equals(fields.text("cable_end")) ? 1 : 0).add(spot);
    }
  }

  private static @Nullable Spot spot(@Nullable Tree type, @Nullable String key) {
    if (type instanceof Tree.Sequence s
        && s.items().size() == 2
        && key != null
        && s.items().getLast() instanceof Tree.Scalar model) {
      return new Spot(model.text(), key);
    }
    return null;
  }

  private void join() {
    ports.forEach((spot, fields) -> {
      String rear = fields.text("rear_port");
      if (spot.model.equals(FRONT) && rear != null) {
        fronts.put(rear + "/" + position(fields), spot);
      }
    });
    ends.forEach((key, sides) -> {
      Tree.Mapping cable = cables.get(key);
      if (cable == null || sides.getFirst().isEmpty() || sides.getLast().isEmpty()) {
        return;
      }
      for (int i = 0; i < Math.max(sides.getFirst().size(), sides.getLast().size()); i++) {
        Spot a = sides.getFirst().get(Math.min(i, sides.getFirst().size() - 1));
        Spot b = sides.getLast().get(Math.min(i, sides.getLast().size() - 1));
        ways.computeIfAbsent(a, s -> new ArrayList<>()).add(new Way(b, cable.at().line()));
        ways.computeIfAbsent(b, s -> new ArrayList<>()).add(new Way(a, cable.at().line()));
      }
    });
    ports.keySet().stream()
        .filter(spot -> spot.model.equals(INTERFACE))
        .sorted(Comparator.comparing(Spot::key, NameOrder.NAMES))
        .forEach(this::follow);
  }

  private static String position(Tree.Mapping front) {
    String position = front.text("rear_port_position");
    return position == null ? "1" : position;
  }

  private void follow(Spot from) {
    for (Way way : ways.getOrDefault(from, List.of())) {
      Spot to = throughPanels(way.to);
      if (!to.model.equals(INTERFACE)) {
        CableEnd own = end(from);
        out.remark(
            "not-followed", way.line, own.system() + " " + own.port() + " ends at a " + to.model);
      } else if (from.key.compareTo(to.key) < 0) {
        double one = rate(from);
        double other = rate(to);
        double gigabits = one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
        out.cable(new ReportedCable(end(from), end(to), true, gigabits, way.line));
      }
    }
  }

  /** Front port, its rear port, the cable behind, and so on; a way in a circle ends somewhere. */
  private Spot throughPanels(Spot start) {
    Spot at = start;
    String position = "1";
    for (int i = 0; i < MOST_PANELS; i++) {
      Tree.Mapping fields = ports.get(at);
      Spot behind = null;
      if (at.model.equals(FRONT) && fields != null && fields.text("rear_port") != null) {
        position = position(fields);
        behind = new Spot(REAR, "" + fields.text("rear_port"));
      } else if (at.model.equals(REAR)) {
        behind = fronts.get(at.key + "/" + position);
      }
      List<Way> next = behind == null ? List.of() : ways.getOrDefault(behind, List.of());
      if (next.isEmpty()) {
        return at;
      }
      at = next.getFirst().to;
    }
    return at;
  }

  private CableEnd end(Spot spot) {
    Tree.Mapping fields = ports.get(spot);
    String device = fields == null ? null : fields.text("device");
    String name = fields == null ? null : fields.text("name");
    String system = device == null ? "device" : devices.getOrDefault(device, "device" + device);
    return new CableEnd(system, null, name == null ? spot.model + spot.key : name, "");
  }

  private double rate(Spot spot) {
    Tree.Mapping fields = ports.get(spot);
    String type = fields == null ? null : fields.text("type");
    return type == null ? 0 : Rates.ofMedium(type);
  }
}
