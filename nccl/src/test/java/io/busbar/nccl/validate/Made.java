package io.busbar.nccl.validate;

import io.busbar.base.problem.Position;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.formats.measurements.Experiment.Job;
import io.busbar.formats.measurements.Experiment.Machine;
import io.busbar.formats.measurements.Experiment.Point;
import io.busbar.formats.measurements.Stated;
import java.util.ArrayList;
import java.util.List;

/** Made-up experiments. */
public final class Made {
  private Made() {}

  /** Points as size in bytes and microseconds, in turns. */
  public static List<Point> points(double... sizesAndTimes) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < sizesAndTimes.length; i += 2) {
      points.add(
          new Point(
              i / 2 + 2,
              (long) sizesAndTimes[i],
              sizesAndTimes[i + 1],
              Double.NaN,
              Double.NaN,
              Double.NaN));
    }
    return points;
  }

  public static Experiment experiment(
      String id, String system, Health healthy, int nodes, List<Point> points) {
    return new Experiment(
        Position.of(id),
        id,
        "all_reduce",
        system,
        healthy,
        new Machine(
            "H100",
            "hopper",
            Stated.of(8),
            "NVLink4 (18 links)",
            Stated.of(450),
            "yes",
            Stated.of(8),
            Stated.of(400),
            "InfiniBand NDR",
            ""),
        new Job(
            nodes, 8, 8 * nodes, "2.27.3", "", "auto", "auto", "", "yes", "no", "float", "", ""),
        "",
        "",
        points);
  }
}
