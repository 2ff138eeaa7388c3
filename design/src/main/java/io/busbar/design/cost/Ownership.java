package io.busbar.design.cost;

import io.busbar.base.quantity.Money;
import io.busbar.design.input.Assumptions;
import io.busbar.design.site.SitePlan;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.plan.space.ClusterTerms;
import io.busbar.plan.space.Pricelist;

/**
 * What owning a cluster costs and draws, at the likely prices of a design: the same bill as that of
 * {@code busbar design}.
 *
 * @param purchase all that is bought once
 * @param pricePerGpuHour the bill of all years over the GPU-hours that are trained in them
 * @param wattsPerGpu average power at the site's meter of a GPU with its part of everything: power
 *     of all machines x utilisation x PUE / GPUs
 */
public record Ownership(Money purchase, Money pricePerGpuHour, double wattsPerGpu) {
  private static final double KILO = 1e3;

  /** Of a cluster on its fabric. */
  public static Ownership of(Cluster cluster, Assumptions assumed) {
    FabricDesign design = cluster.fabric();
    Quantities q = Quantities.of(design, SitePlan.of(design, assumed), assumed);
    Candidate candidate =
        new Candidate(design, q, Delivery.assumed(q.family()), assumed.likely("nic_usd_ib"));
    Values likely = Values.likely(assumed);
    Bill bill = candidate.bill(likely);
    double hours = bill.years() * likely.of("training_hours_per_year") * q.gpus();
    return new Ownership(
        Money.ofDollars(bill.capex()),
        Money.ofDollars(bill.total() / hours),
        q.kilowatts() * KILO * likely.of("utilisation") * likely.of("pue") / q.gpus());
  }

  /** What clusters cost and draw for a search. */
  public static Pricelist pricelist(Assumptions assumed) {
    return cluster -> {
      Ownership own = of(cluster, assumed);
      return new ClusterTerms(own.pricePerGpuHour, own.wattsPerGpu, own.purchase);
    };
  }
}
