package io.busbar.plan;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.quantity.Money;
import io.busbar.model.training.Training;
import io.busbar.plan.answer.Hypotheses;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.answer.PlanAnswer.GapSummary;
import io.busbar.plan.answer.PlanAnswer.LayoutChoice;
import io.busbar.plan.effect.Change;
import io.busbar.plan.effect.Changes;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.fit.Fit;
import io.busbar.plan.fit.FitSearch;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.memory.HostRoom;
import io.busbar.plan.memory.MemoryCost;
import io.busbar.plan.memory.MemoryModel;
import io.busbar.plan.search.Completion;
import io.busbar.plan.search.LayoutSearch;
import io.busbar.plan.search.NearBatches;
import io.busbar.plan.step.StepCost;
import io.busbar.plan.step.StepModel;
import io.busbar.plan.textbook.TextbookComparison;
import io.busbar.plan.textbook.TextbookInputs;
import io.busbar.plan.textbook.TextbookReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Answers a plan: completes what was left open, evaluates it, and asks what changes would do.
 * Stateless; the search over layouts is the only part that takes longer than a moment.
 */
public final class Planner {
  private static final int LAYOUTS_SHOWN = 5;

  private Planner() {}

  /**
   * @throws InputException when no layout keeps to the rules
   */
  public static Planned plan(PlanQuestion question) {
    PlanFile file = question.file();
    List<String> assumptions = new ArrayList<>();
    List<LayoutChoice> layouts = new ArrayList<>();
    Training training = complete(question, assumptions, layouts);
    RecordingLedger reasons = new RecordingLedger();
    Ledger ledger = question.explain() ? reasons : Ledger.OFF;
    StepCost cost =
        new StepModel(file.model(), file.cluster(), question.times()).evaluate(training, ledger);
    MemoryModel memoryModel = new MemoryModel(file.model(), file.cluster().node().gpu());
    MemoryCost memory = memoryModel.evaluate(training, ledger);
    Situation situation =
        new Situation(
            file.model(),
            file.cluster(),
            training,
            question.times(),
            cost,
            memory.peakBytes(),
            HostRoom.verdict(
                memory.verdict(), memoryModel.hostBytes(training), file.cluster().node()));
    List<Change> changes = new ArrayList<>(Changes.of(situation));
    if (question.batches()) {
      changes.addAll(BatchChanges.of(file, situation));
      changes.sort(Comparator.comparingDouble(Change::gain).reversed());
    }
    GapSummary gap =
        question.measuredSeconds() == null
            ? null
            : Hypotheses.explain(situation, question.measuredSeconds());
    List<Fit> fits = FitSearch.of(situation, file.training());
    AnswerMaker maker = new AnswerMaker(file, situation, memory, changes, fits, ledger);
    PlanAnswer answer = maker.answer(layouts, gap, textbook(question, situation), assumptions);
    return new Planned(answer, situation, memory, changes, fits, roots(reasons));
  }

  private static @Nullable TextbookComparison textbook(PlanQuestion question, Situation situation) {
    if (!question.textbook()) {
      return null;
    }
    PlanFile file = question.file();
    Money price = file.pricePerGpuHour();
    TextbookInputs.Prices prices =
        price == null ? null : new TextbookInputs.Prices(price, file.hoursPerYear());
    return TextbookReport.compare(situation, prices, new RecordingLedger());
  }

  /** The figures that other terms do not already explain. */
  private static List<Explained> roots(RecordingLedger reasons) {
    List<Explained> all = reasons.all();
    return all.stream()
        .filter(e -> e.term().formula() != null)
        .filter(e -> all.stream().noneMatch(o -> o != e && o.inputs().contains(e)))
        .toList();
  }

  /**
   * The fastest set-up that fits, within what was given; the one nearest to fitting when none does.
   */
  private static Training complete(
      PlanQuestion question, List<String> assumptions, List<LayoutChoice> layouts) {
    PlanFile file = question.file();
    LayoutSearch.Found found =
        new LayoutSearch(file.model(), file.cluster(), file.training(), question.times())
            .run(LAYOUTS_SHOWN + 1);
    if (found.best().isEmpty()) {
      Completion nearest = found.nearest();
      if (nearest == null) {
        throw new InputException(nothingValid(file));
      }
      assumptions.addAll(nearest.assumptions());
      return nearest.training();
    }
    if (found.best().size() > 1) {
      layouts.addAll(LayoutReasons.of(question, found.best(), LAYOUTS_SHOWN));
    }
    LayoutSearch.Candidate best = found.best().getFirst();
    String chosen = Assumed.of(file.training(), best.training());
    if (!chosen.isEmpty()) {
      assumptions.add(
          String.format(
              Locale.ROOT,
              "%s: the fastest of %,d valid set-ups, of which %,d fit in memory",
              chosen,
              found.valid(),
              found.fitting()));
    }
    assumptions.addAll(best.conceded());
    return best.training();
  }

  private static Problem nothingValid(PlanFile file) {
    List<Long> near = NearBatches.of(file.cluster().gpus(), file.training().globalBatch());
    return new Problem(
        Position.of("layout"),
        "parallelism",
        "",
        "at least one layout that splits "
            + file.model().name()
            + " over "
            + file.cluster().gpus()
            + " "
            + file.cluster().node().gpu().name(),
        "the global batch of "
            + file.training().globalBatch()
            + " sequences or a fixed degree may not divide"
            + (near.isEmpty() ? "" : "; the GPUs divide " + BatchChanges.written(near)));
  }
}
