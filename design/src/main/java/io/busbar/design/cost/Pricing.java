package io.busbar.design.cost;

import io.busbar.design.answer.CostAnswer;
import io.busbar.design.answer.CostAnswer.Budget;
import io.busbar.design.answer.CostAnswer.Line;
import io.busbar.design.input.Assumption;
import io.busbar.design.input.Assumptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prices one candidate: likely values, and the ends of all ranges. Stateless. */
public final class Pricing {
  private static final double POINT = 0.01;

  private Pricing() {}

  /**
   * The cost of a candidate.
   *
   * @param budget what a budget buys; null for none
   * @param both whether figures of both families are listed
   */
  public static CostAnswer of(
      Candidate candidate, Assumptions assumed, @Nullable Budget budget, boolean both) {
    Values likely = Values.likely(assumed);
    Bill low = candidate.bill(Values.each(assumed, Assumption::low));
    Bill bill = candidate.bill(likely);
    Bill high = candidate.bill(Values.each(assumed, Assumption::high));
    Quantities q = candidate.quantities();
    double hours = bill.years() * likely.of("training_hours_per_year");
    double useful = q.gpus() * candidate.delivery().useful(likely) * hours;
    String family = q.family().word();
    double fabric = bill.value(Bill.SWITCHES) + bill.value(Bill.CABLES);
    return new CostAnswer(
        family,
        bill.years(),
        lines(q, low.capital(), bill.capital(), high.capital()),
        lines(q, low.yearly(), bill.yearly(), high.yearly()),
        bill.capex(),
        bill.opexPerYear(),
        bill.total(),
        low.total(),
        high.total(),
        bill.networkCapex() / bill.capex(),
        bill.total() / q.gpus(),
        fabric / q.gpus(),
        candidate.delivery().planned() ? candidate.perUnit(likely) : null,
        bill.total() / useful,
        POINT * q.gpus() * likely.of("gpu_hour_usd") * likely.of("training_hours_per_year"),
        used(assumed, candidate, both),
        budget);
  }

  private static List<Assumption> used(Assumptions assumed, Candidate candidate, boolean both) {
    Quantities q = candidate.quantities();
    return assumed.all().stream()
        .filter(a -> Bill.uses(a.name(), q.family(), q.gpuPrice()) || (both && !isGpuPrice(a)))
        .filter(a -> !a.name().equals("exposed_share") || !candidate.delivery().planned())
        .toList();
  }

  private static boolean isGpuPrice(Assumption a) {
    return a.name().startsWith("gpu_usd_");
  }

  private static List<Line> lines(
      Quantities q, Map<String, Double> low, Map<String, Double> likely, Map<String, Double> high) {
    List<Line> lines = new ArrayList<>();
    likely.forEach((item, usd) ->
        lines.add(
            new Line(
                item,
                count(item, q),
                unit(item),
                low.getOrDefault(item, 0.0),
                usd,
                high.getOrDefault(item, 0.0))));
    return lines;
  }

  private static double count(String item, Quantities q) {
    return switch (item) {
      case Bill.SERVERS -> q.gpus();
      case Bill.NICS -> q.nics();
      case Bill.SWITCHES -> q.switches();
      case Bill.CABLES -> q.opticalCables() + q.copperCables();
      case "electricity" -> q.kilowatts();
      default -> 1;
    };
  }

  private static String unit(String item) {
    return switch (item) {
      case Bill.SERVERS -> "GPUs";
      case Bill.NICS -> "ports of 400 Gb/s";
      case Bill.SWITCHES -> "switches";
      case Bill.CABLES -> "cables of 400 Gb/s";
      case "electricity" -> "kW at full power";
      default -> "";
    };
  }
}
