package io.busbar.simulate.validate;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts the nodes and cables of a fabric. Keys: those of {@link Place}. */
final class FabricExperiment implements Experiment {
  @Override
  public Map<String, Double> run(Setting setting) {
    Fabric fabric = Place.of(setting).fabric();
    setting.finish();
    Map<String, Double> figures = new LinkedHashMap<>();
    for (NodeKind kind : NodeKind.values()) {
      figures.put(kind.word().replace(' ', '_'), 0.0);
    }
    double switches = 0;
    for (int node = 0; node < fabric.nodes(); node++) {
      NodeKind kind = fabric.kind(node);
      figures.merge(kind.word().replace(' ', '_'), 1.0, Double::sum);
      switches += kind == NodeKind.LEAF || kind == NodeKind.SPINE || kind == NodeKind.CORE ? 1 : 0;
    }
    figures.put("switches", switches);
    for (int port = 0; port < fabric.ports(); port++) {
      if (fabric.joined(port)) {
        NodeKind from = fabric.kind(fabric.owner(port));
        NodeKind to = fabric.kind(fabric.owner(fabric.peer(port)));
        figures.merge(from.word() + "_to_" + to.word(), 1.0, Double::sum);
      }
    }
    return figures;
  }
}
