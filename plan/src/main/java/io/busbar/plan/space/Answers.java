package io.busbar.plan.space;

import io.busbar.formats.tree.Tree;
import io.busbar.plan.Summaries;
import io.busbar.plan.input.PlanOption;
import io.busbar.plan.space.SearchAnswer.Asked;
import io.busbar.plan.space.SearchAnswer.Choice;
import io.busbar.plan.space.SearchAnswer.Cost;
import io.busbar.plan.space.SearchAnswer.Energy;
import io.busbar.plan.space.SearchAnswer.Looked;
import io.busbar.plan.space.SearchAnswer.Memory;
import io.busbar.plan.space.SearchAnswer.Row;
import io.busbar.plan.space.SearchAnswer.Speed;
import io.busbar.plan.space.SearchAnswer.Where;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes the answer of a front. Stateless. */
public final class Answers {
  private static final double TRILLION = 1e12;

  private Answers() {}

  /**
   * The answer.
   *
   * @param complete whether all was looked at
   */
  public static SearchAnswer of(SearchFile search, Front front, boolean complete) {
    Space space = search.space();
    List<Row> rows = new ArrayList<>();
    for (Front.Point point : front.points()) {
      rows.add(row(space, point));
    }
    rows.sort(
        Comparator.comparingDouble((Row r) -> cost(r))
            .thenComparingDouble(r -> r.time().stepS())
            .thenComparingLong(Row::index));
    boolean met =
        !front.models().isEmpty()
            && front.models().stream().allMatch(m -> front.best(Best.CHEAPEST, m) != null);
    Counts counts = front.counts();
    return new SearchAnswer(
        search.name(),
        asked(space.wanted()),
        met,
        choices(space, front),
        new Looked(
            counts.candidates(), counts.valid(), counts.fitting(), counts.priced(), complete),
        space.grid().objectives().stream().map(Objective::word).toList(),
        space.grid().resolution(),
        rows);
  }

  private static double cost(Row row) {
    Double run = row.cost().runUsd();
    return run != null ? run : row.cost().perTrillionTokensUsd() / row.time().goodputShare();
  }

  private static List<Choice> choices(Space space, Front front) {
    List<Choice> choices = new ArrayList<>();
    for (int model : front.models()) {
      boolean met = front.best(Best.CHEAPEST, model) != null;
      for (Best by : Best.values()) {
        Front.Point point = front.best(by, model);
        if (point != null && by.keeping() == met) {
          String name = by.name().toLowerCase(Locale.ROOT);
          choices.add(new Choice(name, met, row(space, point)));
        }
      }
    }
    return choices;
  }

  private static Asked asked(Wanted w) {
    return new Asked(
        w.tokens() == 0 ? null : w.tokens(),
        finite(w.deadlineSeconds()),
        finite(w.budgetDollars()),
        finite(w.purchaseDollars()),
        w.maxGpus() == Long.MAX_VALUE ? null : w.maxGpus(),
        w.minHeadroom());
  }

  private static @Nullable Double finite(double value) {
    return Double.isInfinite(value) ? null : value;
  }

  private static Row row(Space space, Front.Point point) {
    Candidate c = space.candidate(point.index());
    Wanted wanted = space.wanted();
    boolean tokens = wanted.tokens() > 0;
    long gpus = c.cluster().gpus();
    double step = c.cost().step();
    double perStep = c.training().tokens();
    double joules = gpus * c.terms().wattsPerGpu() * step;
    double price = c.terms().pricePerGpuHour().dollars();
    return new Row(
        point.index(),
        c.model().name(),
        new Where(
            c.cluster().name(), c.cluster().node().name(), c.cluster().nodes(), gpus, c.fabric()),
        Summaries.layout(c.training()),
        c.training().batch().globalBatch(),
        new Speed(
            step,
            perStep / step,
            c.goodput(),
            tokens ? wanted.trainSeconds(point.value(Objective.TRAIN_TIME)) : null),
        new Cost(
            price,
            io.busbar.plan.economy.Cost.perTrillionTokens(gpus, price, step, perStep),
            tokens ? wanted.runDollars(point.value(Objective.COST)) : null,
            c.terms().purchase().dollars()),
        new Energy(joules, joules * TRILLION / perStep),
        new Memory(c.peakBytes(), point.value(Objective.HEADROOM)),
        PlanText.of(c.plan()),
        command(c.plan()));
  }

  /** A plan as options; empty when one of its values has no option. */
  static String command(Tree.Mapping plan) {
    StringBuilder command = new StringBuilder("busbar plan");
    int options = 0;
    for (PlanOption option : PlanOption.all()) {
      Tree value = plan.find(option.path());
      if (value instanceof Tree.Scalar scalar && !scalar.isNull()) {
        options++;
        command.append(' ').append(option.name()).append(' ').append(shell(scalar.text()));
      }
    }
    return options == PlanText.leaves(plan) ? command.toString() : "";
  }

  private static String shell(String text) {
    return text.matches("[\\w.,:%/+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
