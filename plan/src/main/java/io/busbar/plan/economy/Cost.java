package io.busbar.plan.economy;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.base.quantity.Money;

/**
 * Money for time: GPUs are paid by the hour whether they compute or wait.
 *
 * @param pricePerGpuHour what one GPU costs per hour
 * @param perStep one step on all GPUs
 * @param perTrillionTokens 10¹² tokens at this step time
 * @param perYear all GPUs for the year's hours
 * @param perPointPerYear what one percentage point of efficiency is worth: 1 % of the year's cost
 */
public record Cost(
    Money pricePerGpuHour,
    Money perStep,
    Money perTrillionTokens,
    Money perYear,
    Money perPointPerYear) {

  private static final Term GPUS = Term.input("gpus", "", "GPUs that are paid");
  private static final Term PRICE = Term.input("price_per_gpu_hour", "$/h", "price of a GPU");
  private static final Term STEP = Term.input("step_s", "s", "time of a step");
  private static final Term TOKENS = Term.input("tokens_per_step", "", "tokens of a step");
  private static final Term HOURS =
      Term.input("hours_per_year", "h", "hours that are paid per year");
  private static final Term PER_STEP =
      Term.of(
          "cost_per_step",
          "$",
          "cost of a step",
          "{gpus} * {price_per_gpu_hour} * {step_s} / 3600");
  private static final Term PER_TRILLION =
      Term.of(
          "cost_per_trillion_tokens",
          "$",
          "cost of 10^12 tokens",
          "{cost_per_step} * 1e12 / {tokens_per_step}");
  private static final Term PER_YEAR =
      Term.of(
          "cost_per_year",
          "$",
          "cost of a year",
          "{gpus} * {price_per_gpu_hour} * {hours_per_year}");
  private static final Term PER_POINT =
      Term.of(
          "worth_of_a_point",
          "$",
          "one percentage point of efficiency over a year",
          "0.01 * {cost_per_year}");

  /**
   * @param gpus GPUs of the cluster
   * @param stepSeconds time of a step
   * @param tokensPerStep tokens of a step
   * @param hoursPerYear hours that are paid per year
   */
  public static Cost of(
      long gpus,
      Money pricePerGpuHour,
      double stepSeconds,
      double tokensPerStep,
      double hoursPerYear,
      Ledger ledger) {
    double price = pricePerGpuHour.dollars();
    ledger.put(GPUS, gpus);
    ledger.put(PRICE, price);
    ledger.put(STEP, stepSeconds);
    ledger.put(TOKENS, tokensPerStep);
    ledger.put(HOURS, hoursPerYear);
    double perStep = ledger.put(PER_STEP, gpus * price * stepSeconds / 3600);
    double perTrillion =
        ledger.put(PER_TRILLION, perTrillionTokens(gpus, price, stepSeconds, tokensPerStep));
    double perYear = ledger.put(PER_YEAR, gpus * price * hoursPerYear);
    double perPoint = ledger.put(PER_POINT, 0.01 * perYear);
    return new Cost(
        pricePerGpuHour,
        Money.ofDollars(perStep),
        Money.ofDollars(perTrillion),
        Money.ofDollars(perYear),
        Money.ofDollars(perPoint));
  }

  /**
   * Dollars for 10¹² tokens: {@code gpus·price·step/3600 · 10¹²/tokens}.
   *
   * @param price dollars for a GPU-hour
   */
  public static double perTrillionTokens(
      long gpus, double price, double stepSeconds, double tokensPerStep) {
    return gpus * price * stepSeconds / 3600 * 1e12 / tokensPerStep;
  }
}
