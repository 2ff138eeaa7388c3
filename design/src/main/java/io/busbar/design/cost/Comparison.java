package io.busbar.design.cost;

import io.busbar.base.quantity.Share;
import io.busbar.design.answer.DecisionAnswer;
import io.busbar.design.answer.DecisionAnswer.Deciding;
import io.busbar.design.answer.DecisionAnswer.Side;
import io.busbar.design.answer.DecisionAnswer.Swing;
import io.busbar.design.input.Assumption;
import io.busbar.design.input.Assumptions;
import io.busbar.design.input.Family;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * InfiniBand against RoCE: cost per delivered unit at likely values, over seeded draws of all
 * figures, with each figure at its ends, and where the decision turns. Stateless.
 */
public final class Comparison {
  private static final int DECIDING = 3;
  private static final int SWINGS = 10;
  private static final double EVEN = 0.1;

  private Comparison() {}

  /** The decision between the two. */
  public static DecisionAnswer of(
      Candidate ib, Candidate roce, Assumptions assumed, long seed, int draws) {
    Values likely = Values.likely(assumed);
    Draws drawn = new Draws(ib, roce, assumed, seed, draws);
    double share = drawn.firstCheaper();
    boolean ibCheaper = share > 0.5;
    List<Deciding> deciding =
        drawn.correlations().stream()
            .limit(DECIDING)
            .map(e -> new Deciding(e.getKey(), e.getValue()))
            .toList();
    double cheaperShare = ibCheaper ? share : 1 - share;
    String decision = sentence(ibCheaper, cheaperShare, ib.unit(), deciding);
    List<Side> sides = List.of(side(ib, likely, drawn.first), side(roce, likely, drawn.second));
    Flips flips = new Flips(ib, roce, assumed);
    return new DecisionAnswer(
        decision,
        (ibCheaper ? Family.IB : Family.ROCE).word(),
        cheaperShare,
        draws,
        seed,
        ib.unit(),
        sides,
        deciding,
        flips.all(deciding),
        swings(ib, roce, assumed),
        TenRows.with(Cells.of(ib, roce, assumed, sides, decision)));
  }

  private static String sentence(
      boolean ibCheaper, double share, String unit, List<Deciding> deciding) {
    String inputs =
        String.join(", ", deciding.stream().map(d -> d.input().replace('_', ' ')).toList());
    Family winner = ibCheaper ? Family.IB : Family.ROCE;
    String sure = share < 0.5 + EVEN ? "no clear winner: " : "";
    return sure
        + winner.title()
        + " is cheaper per "
        + unit
        + " in "
        + Share.print(share)
        + " of the draws; the deciding inputs are "
        + inputs;
  }

  private static Side side(Candidate c, Values likely, double[] drawn) {
    Bill bill = c.bill(likely);
    return new Side(
        c.quantities().family().word(),
        c.design().request().switchType().name(),
        c.quantities().switches(),
        bill.capex(),
        bill.networkCapex(),
        bill.opexPerYear(),
        bill.total(),
        c.delivery().planned() ? c.delivery().step(likely) : null,
        c.delivery().useful(likely),
        c.perUnit(likely),
        Draws.quantile(drawn, 0.1),
        Draws.quantile(drawn, 0.9));
  }

  private static List<Swing> swings(Candidate ib, Candidate roce, Assumptions assumed) {
    Values likely = Values.likely(assumed);
    List<Swing> swings = new ArrayList<>();
    for (Assumption figure : Draws.used(assumed, ib)) {
      swings.add(
          new Swing(
              figure.name(),
              Flips.advantage(ib, roce, likely.with(figure.name(), figure.low())),
              Flips.advantage(ib, roce, likely.with(figure.name(), figure.high()))));
    }
    swings.sort(Comparator.comparingDouble(s -> -Math.abs(s.atHigh() - s.atLow())));
    return List.copyOf(swings.subList(0, Math.min(SWINGS, swings.size())));
  }
}
