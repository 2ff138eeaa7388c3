package io.busbar.design.cost;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Money;
import io.busbar.design.answer.CostAnswer.Budget;
import io.busbar.design.input.Assumption;
import io.busbar.design.input.Assumptions;
import io.busbar.design.input.Family;
import io.busbar.design.site.SitePlan;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.Refusals;
import io.busbar.model.fabric.Sizer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The largest cluster that a budget for capital buys. Stateless but for its inputs. */
public final class BudgetSearch {
  private static final int MOST_NODES = 1 << 17;

  private final FabricRequest request;
  private final Assumptions assumed;
  private final double dollars;

  /** A search of one family. */
  public BudgetSearch(FabricRequest request, Assumptions assumed, Money budget) {
    this.request = request;
    this.assumed = assumed;
    this.dollars = budget.dollars();
  }

  /** Nodes at likely prices; 0 after a problem was added when not even one is paid for. */
  public int nodes(Problems problems) {
    int before = problems.count();
    if (Sizer.size(request.withNodes(1, 0), problems) == null && problems.count() > before) {
      return 0;
    }
    int nodes = most(Assumption::likely);
    if (nodes == 0) {
      Bill one = bill(1, Assumption::likely);
      String least = one == null ? "more" : Money.ofDollars(one.capex()).toString();
      problems.add(
          Position.of("--budget"),
          "",
          Money.ofDollars(dollars).toString(),
          "at least " + least + ", what one node and its network cost",
          "");
    }
    return nodes;
  }

  /** What the budget buys at all prices. */
  public Budget answer(int nodes) {
    Bill bill = bill(nodes, Assumption::likely);
    double spent = bill == null ? 0 : bill.capex();
    long gpus = request.node().gpus();
    return new Budget(
        dollars,
        nodes * gpus,
        most(Assumption::high) * gpus,
        most(Assumption::low) * gpus,
        bill == null ? 0 : bill.networkCapex() / spent,
        dollars - spent);
  }

  private int most(ToDoubleFunction<Assumption> pick) {
    int fits = 0;
    int fails = MOST_NODES;
    while (fails - fits > 1) {
      int middle = (fits + fails) / 2;
      Bill bill = bill(middle, pick);
      if (bill != null && bill.capex() <= dollars) {
        fits = middle;
      } else {
        fails = middle;
      }
    }
    return fits;
  }

  private @Nullable Bill bill(int nodes, ToDoubleFunction<Assumption> pick) {
    FabricDesign design = Sizer.size(request.withNodes(nodes, 0), Refusals.SILENT);
    if (design == null) {
      return null;
    }
    Quantities q = Quantities.of(design, SitePlan.of(design, assumed), assumed);
    Candidate candidate =
        new Candidate(
            design,
            q,
            Delivery.assumed(Family.of(request.switchType())),
            assumed.likely("nic_usd_ib"));
    return candidate.bill(Values.each(assumed, pick));
  }
}
