package io.busbar.tune.advice;

import io.busbar.formats.csv.CsvTable;
import io.busbar.nccl.variable.Presence;
import io.busbar.nccl.variable.Variables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Asks all pieces, and explains what stays unset. Stateless. */
public final class Advisor {
  private static final List<Piece> PIECES =
      List.of(
          new ComputeNics(),
          new TopologyFile(),
          new LosslessClass(),
          new CreditClass(),
          new GidIndex(),
          new HashedPairs(),
          new SpreadPackets(),
          new Sharp());

  private Advisor() {}

  /** What to set; nothing that the version does not read. */
  public static List<Advice> settings(Site site) {
    List<Advice> all = new ArrayList<>();
    for (Piece piece : PIECES) {
      if (read(site, piece.name())) {
        piece.advise(site).ifPresent(all::add);
      }
    }
    return all;
  }

  private static boolean read(Site site, String name) {
    return Variables.standard()
        .find(name)
        .filter(v -> v.presence(site.version()) == Presence.PRESENT)
        .isPresent();
  }

  /** What stays unset, with the predicted effect of values that are often seen. */
  static List<LeftUnset> leftUnset(Site site, List<Advice> set) {
    Set<String> done = new HashSet<>();
    set.forEach(advice -> done.add(advice.name()));
    List<LeftUnset> all = new ArrayList<>();
    for (CsvTable.Row row : Tables.read("left-unset.csv").rows()) {
      String name = row.text("name");
      if (holds(site, row.text("where")) && read(site, name) && done.add(name)) {
        String value = row.text("value");
        Effect.Extremes effect = value.isEmpty() ? null : Effect.of(site, name, value);
        all.add(
            new LeftUnset(
                name,
                row.text("why"),
                value.isEmpty() ? "" : name + "=" + value,
                effect == null ? "" : effect.toString(),
                row.text("source")));
      }
    }
    return all;
  }

  private static boolean holds(Site site, String where) {
    return switch (where) {
      case "any" -> true;
      case "network" -> site.network();
      case "verbs" -> site.verbs();
      case "infiniband" -> site.infiniband();
      case "roce" -> site.ownRoce();
      case "operator" -> site.roce() && site.operatorsFabric();
      case "plugin" -> site.plugin();
      case "nvls" -> site.nvls();
      case "no-nvls" -> !site.nvls();
      case "rack" -> site.rack();
      case "sharp" -> site.infiniband() && site.cluster().network().sharp();
      case "no-sharp" -> site.infiniband() && !site.cluster().network().sharp();
      default -> throw new IllegalStateException("left-unset.csv: where " + where);
    };
  }
}
