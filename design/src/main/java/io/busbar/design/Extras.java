package io.busbar.design;

import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fact.Fact;
import io.busbar.model.hardware.NodeType;
import java.util.List;
import java.util.Locale;

/** The fabrics that a cluster needs besides the compute fabric; they are named, not sized. */
final class Extras {
  private Extras() {}

  static List<String> of(FabricDesign design) {
    NodeType node = design.request().node();
    Fact nics = node.entry().fact("storage_nics");
    String storage =
        String.format(
            Locale.ROOT,
            "storage: a fabric of its own for %,d nodes (%s), usually oversubscribed about 4:3",
            design.request().nodes(),
            nics == null ? "NICs for storage not in the catalogue" : nics.text() + " each");
    String management =
        String.format(
            Locale.ROOT,
            "management: in band and out of band, Ethernet: one port of each for %,d hosts, one"
                + " for each of %,d switches",
            design.hosts(),
            design.switches());
    return List.of(storage, management);
  }
}
