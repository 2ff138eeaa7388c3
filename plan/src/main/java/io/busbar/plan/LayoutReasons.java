package io.busbar.plan;

import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Names;
import io.busbar.plan.answer.PlanAnswer.LayoutChoice;
import io.busbar.plan.answer.PlanAnswer.StepPart;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.scaling.StepParts;
import io.busbar.plan.search.LayoutSearch.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Why a layout wins against the next one: the parts of the step in which they differ. Stateless.
 */
final class LayoutReasons {
  private static final double WORTH_SAYING = 0.002;
  private static final int PARTS_SAID = 3;

  private LayoutReasons() {}

  static List<LayoutChoice> of(PlanQuestion question, List<Candidate> best, int shown) {
    PlanFile file = question.file();
    List<Situation> situations = new ArrayList<>();
    for (Candidate candidate : best) {
      situations.add(
          Situation.of(file.model(), file.cluster(), candidate.training(), question.times()));
    }
    List<LayoutChoice> choices = new ArrayList<>();
    for (int i = 0; i < Math.min(shown, situations.size()); i++) {
      Situation here = situations.get(i);
      String why = i + 1 < situations.size() ? against(here, situations.get(i + 1)) : "the last";
      choices.add(
          new LayoutChoice(
              i + 1,
              Summaries.layout(here.training()),
              here.cost().step(),
              here.peakBytes(),
              Names.of(here.verdict()),
              why));
    }
    return choices;
  }

  /** {@code less bubble (0.12 s), more tensor-parallel exposed (0.03 s)}. */
  private static String against(Situation here, Situation next) {
    List<StepPart> a = StepParts.of(here.cost());
    List<StepPart> b = StepParts.of(next.cost());
    List<StepPart> differences = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) {
      double more = b.get(i).seconds() - a.get(i).seconds();
      differences.add(new StepPart(a.get(i).part(), more, more / here.cost().step()));
    }
    differences.sort(Comparator.comparingDouble(d -> -Math.abs(d.seconds())));
    List<String> said = new ArrayList<>();
    for (StepPart d : differences.subList(0, PARTS_SAID)) {
      if (Math.abs(d.share()) >= WORTH_SAYING) {
        said.add(
            (d.seconds() > 0 ? "less " : "more ")
                + d.part().replace('_', ' ')
                + " ("
                + TimeSpan.print(Math.abs(d.seconds()))
                + ")");
      }
    }
    return said.isEmpty() ? "as fast as the next" : "against the next: " + String.join(", ", said);
  }
}
