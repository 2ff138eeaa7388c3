package io.busbar.design;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.TreeSize;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says where a layer has more switches than its ports need, so that links spread evenly. */
final class Divisibility {
  private Divisibility() {}

  static @Nullable Finding finding(FabricDesign design) {
    TreeSize tree = design.tree();
    boolean two = tree.tiers() == 2 && tree.pairLinks() == 0;
    int radix = design.spineRadix();
    int spines = Math.ceilDiv(tree.groupsPerPod() * tree.rails() * tree.leafUp(), radix);
    int cores = Math.ceilDiv(tree.pods() * tree.spinesPerPod() * tree.spineUp(), radix);
    String what =
        two && spines < tree.spinesPerPod()
            ? text("spines", spines, tree.spinesPerPod(), tree.leafUp(), "a leaf")
            : tree.tiers() == 3 && cores < tree.cores()
                ? text("cores", cores, tree.cores(), tree.spineUp(), "a spine")
                : "";
    return what.isEmpty()
        ? null
        : new Finding(
            "divisibility",
            Severity.INFO,
            what,
            "the same number of links to each switch above, or some paths carry more than others",
            List.of(),
            List.of("the ports left are room for growth"));
  }

  private static String text(String kind, int least, int built, int links, String below) {
    return String.format(
        Locale.ROOT,
        "%,d %s where ports alone need %,d: the %d links up of %s must divide evenly",
        built,
        kind,
        least,
        links,
        below);
  }
}
