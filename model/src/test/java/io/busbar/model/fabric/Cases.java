package io.busbar.model.fabric;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Kind;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.Ports;
import io.busbar.model.hardware.SwitchType;
import java.util.List;
import java.util.Map;

/** Nodes, switches and designs for tests. */
final class Cases {
  private Cases() {}

  static NodeType node(String name) {
    Problems problems = new Problems();
    NodeType node = Catalog.standard().node(name, Position.of("test"), problems);
    problems.throwIfAny();
    return java.util.Objects.requireNonNull(node);
  }

  static SwitchType catalogSwitch(String name) {
    Problems problems = new Problems();
    SwitchType type = Catalog.standard().switchType(name, Position.of("test"), problems);
    problems.throwIfAny();
    return java.util.Objects.requireNonNull(type);
  }

  /** A switch that can be run in these ways: ports and Gb/s of each. */
  static SwitchType ports(double... portsAndGigabits) {
    List<Ports> ways = new java.util.ArrayList<>();
    for (int i = 0; i < portsAndGigabits.length; i += 2) {
      ways.add(new Ports((int) portsAndGigabits[i], portsAndGigabits[i + 1] * 1e9 / 8));
    }
    CatalogEntry entry =
        new CatalogEntry(Kind.SWITCH, "of-the-test", List.of(), "test", Map.of(), List.of());
    double capacity = ways.getFirst().count() * ways.getFirst().bytesPerSecond();
    return new SwitchType(entry, NetworkKind.INFINIBAND, ways, capacity, null, 0, 0, false, 0);
  }

  /** A host with one GPU and one NIC port of 400 Gb/s: the endpoint of textbook fat trees. */
  static NodeType endpoint() {
    NodeType eight = node("dgx-h100");
    return new NodeType(
        eight.entry(),
        eight.gpu(),
        1,
        1,
        1,
        eight.scaleUp(),
        false,
        1,
        eight.nicModel(),
        50e9,
        List.of(List.of(0)),
        eight.network(),
        1000);
  }

  static FabricDesign size(FabricRequest request) {
    Problems problems = new Problems();
    FabricDesign design = Sizer.size(request, problems);
    problems.throwIfAny();
    return java.util.Objects.requireNonNull(design);
  }

  static List<String> problems(FabricRequest request) {
    Problems problems = new Problems();
    Sizer.size(request, problems);
    return problems.list().stream().map(Object::toString).toList();
  }
}
