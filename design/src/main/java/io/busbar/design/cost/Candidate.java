package io.busbar.design.cost;

import io.busbar.model.fabric.FabricDesign;

/**
 * A design of one family as the comparison sees it.
 *
 * @param design the fabric
 * @param quantities what is bought
 * @param delivery what a job gets done
 * @param nicInServer price of the NIC that the price of a server holds
 */
public record Candidate(
    FabricDesign design, Quantities quantities, Delivery delivery, double nicInServer) {

  Bill bill(Values v) {
    return Bill.of(quantities, v, nicInServer);
  }

  /** Dollars per unit delivered over all years. */
  double perUnit(Values v) {
    Bill bill = bill(v);
    double hours = bill.years() * v.of("training_hours_per_year");
    return bill.total() / (hours * delivery.unitsPerHour(v, quantities.gpus()));
  }

  /** What a unit is. */
  String unit() {
    return delivery.planned() ? "10^12 tokens" : "useful GPU-hour";
  }
}
