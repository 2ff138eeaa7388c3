package io.busbar.plan.picture;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Bar;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.step.StepCost;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Where the time of a step goes, as planned and as it would be if the stack hid nothing. Stateless.
 */
public final class StepBars {
  private static final List<Part> PARTS =
      List.of(
          new Part("compute", StepCost::compute),
          new Part("recompute", StepCost::recompute),
          new Part("host", StepCost::host),
          new Part("TP exposed", cost -> cost.tensor().exposed()),
          new Part("CP exposed", cost -> cost.context().exposed()),
          new Part("EP exposed", cost -> cost.expert().exposed()),
          new Part("PP exposed", cost -> cost.pipeline().exposed()),
          new Part("DP exposed", cost -> cost.data().exposed()),
          new Part("bubble", StepCost::bubble),
          new Part("optimizer", StepCost::optimizer),
          new Part("contention", StepCost::contention),
          new Part("straggler", StepCost::straggler));

  private record Part(String name, ToDoubleFunction<StepCost> seconds) {}

  private StepBars() {}

  /** Two bars of the same parts, in seconds; parts that neither has are left out. */
  public static Block.Bars of(Situation situation) {
    StepCost planned = situation.cost();
    StepCost apart = situation.with(withoutOverlap(situation.training())).cost();
    List<String> names = new ArrayList<>();
    List<Double> first = new ArrayList<>();
    List<Double> second = new ArrayList<>();
    for (Part part : PARTS) {
      double a = part.seconds.applyAsDouble(planned);
      double b = part.seconds.applyAsDouble(apart);
      if (a > 0 || b > 0) {
        names.add(part.name);
        first.add(a);
        second.add(b);
      }
    }
    List<Bar> bars =
        List.of(new Bar("as planned", first), new Bar("if nothing overlapped", second));
    return new Block.Bars("Where the step's time goes", "s", names, bars, Double.NaN, "");
  }

  private static Training withoutOverlap(Training training) {
    long bucketBytes = training.overlap().bucketBytes();
    return training.with(new Overlap(false, false, false, false, false, bucketBytes));
  }
}
