package io.busbar.design.answer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * InfiniBand against RoCE, with everything that the decision stands on.
 *
 * @param decision the family that costs less per delivered token, and how sure that is
 * @param cheaper {@code ib} or {@code roce}
 * @param cheaperShare share of the draws in which it is
 * @param draws how many draws
 * @param seed of the draws
 * @param unit what is compared
 * @param candidates both
 * @param deciding inputs that decide, most important first
 * @param flips what would turn the decision
 * @param sensitivity one input at a time
 * @param dimensions the ten rows of the textbook's comparison, and ours
 */
public record DecisionAnswer(
    String decision,
    String cheaper,
    double cheaperShare,
    int draws,
    long seed,
    String unit,
    List<Side> candidates,
    List<Deciding> deciding,
    List<Flip> flips,
    List<Swing> sensitivity,
    List<DecisionRow> dimensions) {

  /**
   * One of both.
   *
   * @param family {@code ib} or {@code roce}
   * @param switchModel leaves
   * @param switches all switches
   * @param capexUsd likely
   * @param networkCapexUsd switches, cables and NICs, likely
   * @param opexUsdPerYear likely
   * @param totalUsd over the years, likely
   * @param stepS of the plan; null without one
   * @param delivered GPU time that is not lost to the network, relative
   * @param perUnitUsd total over what is delivered, likely
   * @param perUnitP10Usd a tenth of the draws are below
   * @param perUnitP90Usd a tenth of the draws are above
   */
  public record Side(
      String family,
      String switchModel,
      long switches,
      double capexUsd,
      double networkCapexUsd,
      double opexUsdPerYear,
      double totalUsd,
      @Nullable Double stepS,
      double delivered,
      double perUnitUsd,
      double perUnitP10Usd,
      double perUnitP90Usd) {}

  /**
   * An input that decides.
   *
   * @param input its name
   * @param rankCorrelation with the ratio of the costs over the draws; above 0 it favours RoCE
   */
  public record Deciding(String input, double rankCorrelation) {}

  /**
   * What would turn the decision.
   *
   * @param input its name, or {@code gpus}
   * @param now its value
   * @param flipsAt where both cost the same; null when it does not turn within {@code from} to
   *     {@code to}
   * @param from smallest value tried
   * @param to largest value tried
   * @param sentence in words
   */
  public record Flip(
      String input,
      double now,
      @Nullable Double flipsAt,
      double from,
      double to,
      String sentence) {}

  /**
   * One input moved over its range, all others likely.
   *
   * @param input its name
   * @param atLow InfiniBand over RoCE, minus 1, with the input low
   * @param atHigh the same with it high
   */
  public record Swing(String input, double atLow, double atHigh) {}

  /**
   * A row of the comparison.
   *
   * @param dimension what is compared
   * @param textbookIb as printed
   * @param textbookRoce as printed
   * @param textbookWinner as printed
   * @param ib ours
   * @param roce ours
   * @param winner ours
   * @param why the reason for a difference
   */
  public record DecisionRow(
      String dimension,
      String textbookIb,
      String textbookRoce,
      String textbookWinner,
      String ib,
      String roce,
      String winner,
      String why) {}
}
