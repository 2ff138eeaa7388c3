package io.busbar.design.answer;

import io.busbar.design.input.Assumption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a design costs, in US dollars. Single figures stand on the likely values; ranges on all low
 * or all high values.
 *
 * @param family {@code ib} or {@code roce}
 * @param years until the cluster is written off
 * @param capital what is bought once
 * @param yearly what is paid every year
 * @param capexUsd sum of what is bought
 * @param opexUsdPerYear sum of what is paid every year
 * @param totalUsd both over all years
 * @param totalLowUsd with all figures low
 * @param totalHighUsd with all figures high
 * @param networkShare fabric, NICs, their installation and spares over all that is bought
 * @param perGpuUsd total per GPU
 * @param networkPerGpuUsd switches and cables per GPU
 * @param perTrillionTokensUsd total over delivered tokens; null without a plan
 * @param perDeliveredGpuHourUsd total over GPU-hours that are not lost to the network
 * @param pointUsdPerYear what one percentage point of scaling efficiency is worth
 * @param assumed the figures that it stands on
 * @param budget what a budget buys; null when none was given
 */
public record CostAnswer(
    String family,
    double years,
    List<Line> capital,
    List<Line> yearly,
    double capexUsd,
    double opexUsdPerYear,
    double totalUsd,
    double totalLowUsd,
    double totalHighUsd,
    double networkShare,
    double perGpuUsd,
    double networkPerGpuUsd,
    @Nullable Double perTrillionTokensUsd,
    double perDeliveredGpuHourUsd,
    double pointUsdPerYear,
    List<Assumption> assumed,
    @Nullable Budget budget) {

  /**
   * A line of the bill.
   *
   * @param item what
   * @param count how many of a unit
   * @param unit what is counted
   * @param lowUsd all of them with low prices
   * @param likelyUsd with likely prices
   * @param highUsd with high prices
   */
  public record Line(
      String item, double count, String unit, double lowUsd, double likelyUsd, double highUsd) {}

  /**
   * What a budget for capital buys.
   *
   * @param usd the budget
   * @param gpus the most GPUs, at likely prices
   * @param gpusAtHighPrices at high prices; 0 when it buys no cluster
   * @param gpusAtLowPrices at low prices
   * @param networkShare the network's share of what is spent
   * @param leftUsd what is left
   */
  public record Budget(
      double usd,
      long gpus,
      long gpusAtHighPrices,
      long gpusAtLowPrices,
      double networkShare,
      double leftUsd) {}
}
