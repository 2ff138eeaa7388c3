package io.busbar.design.site;

import io.busbar.formats.shape.Key;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.catalog.CatalogKeys;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Kind;
import io.busbar.model.fact.Range;
import java.util.Map;
import java.util.Objects;

/**
 * Classes of cable length, and the module of the catalogue for each. Stateless.
 *
 * @param metres longest cable of the class
 * @param medium what it is made of
 */
record Reach(double metres, String medium) {
  static final String COPPER = "copper";
  private static final String MULTIMODE = "multimode fibre";
  private static final String SINGLE_MODE = "single-mode fibre";
  private static final Reach[] CLASSES = {
    new Reach(3, COPPER),
    new Reach(50, MULTIMODE),
    new Reach(100, SINGLE_MODE),
    new Reach(500, SINGLE_MODE),
    new Reach(2000, SINGLE_MODE)
  };
  private static final double XDR = 100e9;
  private static final double XDR_COPPER_M = 2;

  /**
   * The shortest class that covers a length. Links of 800 Gb/s and more have no multimode fibre,
   * and copper up to 2 m only.
   */
  static Reach of(double metres, double linkBytesPerSecond) {
    boolean fast = linkBytesPerSecond >= XDR;
    for (Reach reach : CLASSES) {
      boolean fits =
          !fast
              || reach.medium.equals(SINGLE_MODE)
              || (reach.medium.equals(COPPER) && metres <= XDR_COPPER_M);
      if (metres <= reach.metres && fits) {
        return reach;
      }
    }
    return CLASSES[CLASSES.length - 1];
  }

  /**
   * The module with the shortest reach that suffices, of this rate or of two such links.
   *
   * @param links links of a cage that the module fills
   */
  String module(double cableBytesPerSecond, int links) {
    Map<String, Key<?>> keys = CatalogKeys.of(Kind.OPTIC);
    Key<?> rateKey = Objects.requireNonNull(keys.get("rate"));
    Key<?> reachKey = Objects.requireNonNull(keys.get("reach"));
    String best = "";
    double bestScore = Double.POSITIVE_INFINITY;
    for (String name : Catalog.standard().names(Kind.OPTIC)) {
      CatalogEntry entry = Catalog.standard().find(Kind.OPTIC, name);
      if (entry == null
          || entry.fact("medium") == null
          || !(entry.value(reachKey) instanceof Range range)) {
        continue;
      }
      Double rate = entry.value(rateKey) instanceof Double r ? r : null;
      double twin = rate == null ? 1 : rate / cableBytesPerSecond;
      boolean rateFits = rate == null ? medium.equals(COPPER) : twin == 1 || twin == 2;
      Fact kind = entry.fact("medium");
      boolean mediumFits = kind != null && kind.text().contains(medium);
      double score = range.high() * 10 + (twin == links ? 0 : twin);
      if (rateFits && mediumFits && range.high() >= metres && score < bestScore) {
        best = name;
        bestScore = score;
      }
    }
    return best;
  }
}
