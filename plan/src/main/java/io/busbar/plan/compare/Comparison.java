package io.busbar.plan.compare;

import io.busbar.plan.Planned;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.answer.PlanAnswer.CostSummary;
import io.busbar.plan.answer.PlanAnswer.StageSummary;
import io.busbar.plan.answer.PlanAnswer.StepPart;
import io.busbar.plan.compare.CompareAnswer.Difference;
import io.busbar.plan.compare.CompareAnswer.Figures;
import io.busbar.plan.compare.CompareAnswer.Input;
import io.busbar.plan.compare.CompareAnswer.Part;
import io.busbar.plan.effect.Settings;
import io.busbar.plan.input.PlanOption;
import io.busbar.plan.memory.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Sets plans side by side. One use; not thread-safe. */
public final class Comparison {
  private static final double JOULES_PER_KWH = 3.6e6;

  private final List<String> letters;
  private final List<Planned> plans;
  private final List<PlanAnswer> answers;
  private final long tokens;

  private Comparison(List<String> letters, List<Planned> plans) {
    this.letters = letters;
    this.plans = plans;
    this.answers = plans.stream().map(Planned::answer).toList();
    this.tokens = answers.getFirst().globalBatchTokens();
  }

  /** Compares two plans or more, called A, B, C … */
  public static CompareAnswer of(List<Planned> plans) {
    List<String> letters = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      letters.add(Character.toString('A' + i));
    }
    return of(letters, plans);
  }

  /**
   * Compares two plans or more.
   *
   * @param letters what they are called, one each
   */
  public static CompareAnswer of(List<String> letters, List<Planned> plans) {
    return new Comparison(letters, plans).answer();
  }

  private CompareAnswer answer() {
    return new CompareAnswer(
        tokens,
        letters,
        answers.stream().map(PlanAnswer::name).toList(),
        fastest(),
        inputs(),
        time(),
        memory(),
        money(),
        differences(),
        answers);
  }

  /** Seconds for the tokens of the comparison: a step's time, scaled where its batch differs. */
  private double seconds(PlanAnswer a) {
    return tokens / a.tokensPerS();
  }

  private @Nullable Integer fastest() {
    Integer best = null;
    for (int i = 0; i < plans.size(); i++) {
      boolean fits = plans.get(i).situation().verdict() != Verdict.DOES_NOT_FIT;
      if (fits && (best == null || seconds(answers.get(i)) < seconds(answers.get(best)))) {
        best = i;
      }
    }
    return best;
  }

  private List<Input> inputs() {
    List<Input> all = new ArrayList<>();
    differing("--model", p -> p.answer().model(), all);
    differing("--cluster", p -> p.answer().cluster().name(), all);
    List<Map<String, String>> options =
        plans.stream().map(p -> Settings.of(p.situation().training())).toList();
    for (String key : options.getFirst().keySet()) {
      List<String> values = options.stream().map(o -> o.getOrDefault(key, "")).toList();
      if (values.stream().distinct().count() > 1) {
        all.add(new Input(PlanOption.of(key), values));
      }
    }
    return all;
  }

  private void differing(String option, Function<Planned, String> value, List<Input> all) {
    List<String> values = plans.stream().map(value).toList();
    if (values.stream().distinct().count() > 1) {
      all.add(new Input(option, values));
    }
  }

  private List<Figures> time() {
    List<Figures> all = new ArrayList<>();
    all.add(figures("all", "s", this::seconds));
    List<StepPart> parts = answers.getFirst().stepParts();
    for (int part = 0; part < parts.size(); part++) {
      int at = part;
      Figures row =
          figures(parts.get(part).part(), "s", a -> a.stepParts().get(at).share() * seconds(a));
      addUnlessZero(row, all);
    }
    return all;
  }

  private List<Figures> memory() {
    List<Figures> all = new ArrayList<>();
    all.add(figures("peak", "B", a -> a.memory().peakBytes()));
    all.add(figures("capacity", "B", a -> a.memory().capacityBytes()));
    TreeSet<String> parts = new TreeSet<>();
    answers.forEach(a -> parts.addAll(heaviest(a).partsBytes().keySet()));
    for (String part : parts) {
      addUnlessZero(figures(part, "B", a -> heaviest(a).partsBytes().getOrDefault(part, 0.0)), all);
    }
    addUnlessZero(figures("host memory", "B", a -> a.memory().hostBytes()), all);
    return all;
  }

  private List<Difference> differences() {
    List<Difference> all = new ArrayList<>();
    PlanAnswer first = answers.getFirst();
    List<Figures> time = time();
    for (int i = 1; i < answers.size(); i++) {
      int plan = i;
      PlanAnswer other = answers.get(i);
      List<Part> parts =
          time.stream()
              .skip(1)
              .map(f -> new Part(f.what(), f.values().get(plan) - f.values().getFirst()))
              .toList();
      double longer = seconds(other) - seconds(first);
      all.add(
          new Difference(
              letters.get(i),
              longer,
              longer / seconds(first),
              other.tokensPerSPerGpu() / first.tokensPerSPerGpu() - 1,
              other.memory().peakBytes() - first.memory().peakBytes(),
              parts));
    }
    return all;
  }

  private static StageSummary heaviest(PlanAnswer a) {
    return a.memory().stages().get(a.memory().heaviestStage());
  }

  private List<Figures> money() {
    List<Figures> all = new ArrayList<>();
    addUnlessZero(
        figures(
            "cost of these tokens",
            "USD",
            a -> {
              CostSummary cost = a.cost();
              return cost == null ? 0 : cost.perStepUsd() / a.stepS() * seconds(a);
            }),
        all);
    Map<PlanAnswer, Double> watts = new LinkedHashMap<>();
    for (Planned p : plans) {
      var cluster = p.situation().cluster();
      watts.put(p.answer(), cluster.nodes() * cluster.node().watts());
    }
    addUnlessZero(
        figures(
            "energy of these tokens, nodes only",
            "kWh",
            a -> watts.getOrDefault(a, 0.0) * seconds(a) / JOULES_PER_KWH),
        all);
    return all;
  }

  private Figures figures(String what, String unit, ToDoubleFunction<PlanAnswer> value) {
    return new Figures(what, unit, answers.stream().map(value::applyAsDouble).toList());
  }

  private static void addUnlessZero(Figures row, List<Figures> all) {
    if (row.values().stream().anyMatch(v -> v != 0)) {
      all.add(row);
    }
  }
}
