package io.busbar.plan.picture;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Curve;
import io.busbar.plan.answer.PlanAnswer.ScalingPoint;
import io.busbar.plan.answer.PlanAnswer.ScalingSummary;
import java.util.ArrayList;
import java.util.List;

/** How much of the first point's speed per GPU is left on more GPUs. Stateless. */
public final class ScalingCurve {
  private static final double PERCENT = 100;

  private ScalingCurve() {}

  /** Weak and strong scaling over GPUs; a way of scaling without points has no curve. */
  public static Block.Series of(ScalingSummary scaling) {
    List<Curve> curves = new ArrayList<>();
    add("weak (same work per GPU)", scaling.weak(), curves);
    add("strong (same work in all)", scaling.strong(), curves);
    return new Block.Series("Scaling efficiency", "GPUs", "scaling efficiency (%)", true, curves);
  }

  private static void add(String label, List<ScalingPoint> points, List<Curve> curves) {
    if (!points.isEmpty()) {
      List<Double> gpus = points.stream().map(point -> (double) point.gpus()).toList();
      List<Double> percent = points.stream().map(p -> p.efficiency() * PERCENT).toList();
      curves.add(new Curve(label, gpus, percent));
    }
  }
}
