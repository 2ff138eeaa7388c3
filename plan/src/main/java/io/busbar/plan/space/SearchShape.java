package io.busbar.plan.space;

import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.model.training.TokenCount;
import java.util.List;

/** The keys of the section {@code search} of a search file. Constants. */
final class SearchShape {
  static final String ID = "busbar/search-file/1";
  private static final int MANY = 16;
  private static final Money LEAST = Money.ofDollars(1);
  private static final Money MOST = Money.ofDollars(1e12);

  static final Key<Long> TOKENS =
      Key.optional("tokens", TokenCount.type(), "Tokens that are to be trained: 15T is 15 x 10^12.")
          .example("15T");
  static final Key<TimeSpan> DEADLINE =
      Key.optional(
              "deadline",
              Type.quantity(TimeSpan::parse, "30d", new TimeSpan(1), new TimeSpan(1e10)),
              "Most time for them, in d, h or min; needs tokens.")
          .example("30d");
  static final Key<Money> BUDGET =
      Key.optional(
              "budget",
              Type.quantity(Money::parse, "$30M", LEAST, MOST),
              "Most that their training may cost, at the price of a GPU-hour; needs tokens.")
          .example("$30M");
  static final Key<Money> PURCHASE =
      Key.optional(
              "purchase",
              Type.quantity(Money::parse, "$100M", LEAST, MOST),
              "Most that the cluster may cost to buy, network included.")
          .mention("$100M");
  static final Key<Integer> MAX_GPUS =
      Key.optional("max_gpus", Type.count(1, Integer.MAX_VALUE), "Most GPUs.").mention("4096");
  static final Key<Share> HEADROOM =
      Key.optional(
              "min_headroom",
              Type.quantity(Share::parse, "5%"),
              "Least share of a GPU's memory that stays free.")
          .mention("5%");
  static final Key<List<Objective>> OBJECTIVES =
      Key.optional(
              "objectives",
              Type.list(Type.oneOf(Objective.class), MANY),
              "What set-ups are judged by: step-time, cost (of 10^12 tokens), gpus, energy (for"
                  + " 10^12 tokens), headroom, train-time (of 10^12 tokens).")
          .or(
              List.of(
                  Objective.STEP_TIME,
                  Objective.COST,
                  Objective.GPUS,
                  Objective.ENERGY,
                  Objective.HEADROOM))
          .mention("[step-time, cost, gpus, energy, headroom]");
  static final Key<Share> RESOLUTION =
      Key.optional(
              "resolution",
              Type.quantity(Share::parse, "1%"),
              "Set-ups closer than this are one point of the front; 0% for the exact front"
                  + " (default 1%).")
          .or(new Share(Grid.USUAL))
          .mention("1%");

  static final Key<Boolean> FAILURES =
      Key.optional(
              "failures",
              Type.flag(),
              "Whether time and cost hold what failures take, as 'busbar goodput' says it (default"
                  + " true).")
          .or(true)
          .mention("true");

  static final Shape SHAPE =
      Shape.of(
          "What is looked for.",
          TOKENS,
          DEADLINE,
          BUDGET,
          PURCHASE,
          MAX_GPUS,
          HEADROOM,
          OBJECTIVES,
          RESOLUTION,
          FAILURES);

  private SearchShape() {}
}
